import type { Expr, Macro } from './ast.ts';

/** The arguments in which the names that a macro binds can be used: not the value that `cel.bind` gives the name to. */
export const argsInScope = ({ macro, args }: Macro): readonly Expr[] =>
  macro.text === 'cel.bind' ? args.slice(1) : args;
