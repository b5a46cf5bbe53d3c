import type { Expr, Macro } from './ast.ts';

/** The arguments in which a macro's bound names are visible: not the value that `cel.bind` binds. */
export const argsInScope = ({ macro, args }: Macro): readonly Expr[] =>
  macro.text === 'cel.bind' ? args.slice(1) : args;
