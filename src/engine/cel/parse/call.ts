import type { Expr, Macro, Name } from '../ast.ts';
import { hostMacros, methodMacro } from './macros.ts';
import { unnumbered } from './parsing.ts';
import type { Parsing } from './parsing.ts';

/** `name(…)` or `target.name(…)`, after the name: a macro if name and number of arguments match one. */
export function parseCall(parsing: Parsing, start: number, target: Expr | null, name: Name): Expr {
  const { cursor } = parsing;
  cursor.next();
  const args: Expr[] = [];
  cursor.items('(', false, () => args.push(parsing.expression()));
  const range = cursor.rangeFrom(start);

  const [first, ...rest] = args;
  if (target === null && name.text === 'has' && first !== undefined && rest.length === 0) {
    requireSelection(parsing, first);
    return macroOf(range, name, null, [], args);
  }
  if (target?.kind === 'ident' && target.name === 'cel' && name.text === 'bind' && args.length === 3) {
    const bind = { text: 'cel.bind', range: { start: target.range.start, end: name.range.end } };
    return macroOf(range, bind, null, variablesOf(parsing, bind, args.slice(0, 1)), rest);
  }
  if (target !== null && hostMacros.has(name.text) && args.length === 2 && first?.kind === 'ident' && !first.absolute) {
    return macroOf(range, name, target, variablesOf(parsing, name, args.slice(0, 1)), rest);
  }
  const shape = target === null ? undefined : methodMacro(name.text, args.length);
  if (shape !== undefined) {
    const variables = variablesOf(parsing, name, args.slice(0, shape.variables));
    return macroOf(range, name, target, variables, args.slice(shape.variables));
  }
  return { kind: 'call', id: unnumbered, range, name, target, args };
}

function macroOf(
  range: Macro['range'],
  macro: Name,
  target: Expr | null,
  variables: readonly Name[],
  args: readonly Expr[],
): Macro {
  return { kind: 'macro', id: unnumbered, range, macro, target, variables, args };
}

/** The names that a macro binds; an empty one where the argument is no plain name. */
function variablesOf({ cursor }: Parsing, macro: Name, args: readonly Expr[]): readonly Name[] {
  const names: Name[] = [];
  for (const arg of args) {
    const isName = arg.kind === 'ident' && !arg.absolute;
    if (!isName && arg.kind !== 'broken') {
      cursor.report(arg.range, `\`${macro.text}\` binds a variable here, so a plain name is expected, such as \`x\`.`);
    }
    if (isName && names.some((name) => name.text === arg.name)) {
      cursor.report(arg.range, `\`${arg.name}\` is bound already; the two variables need different names.`);
    }
    names.push({ text: isName ? arg.name : '', range: arg.range });
  }
  return names;
}

function requireSelection({ cursor }: Parsing, arg: Expr): void {
  if (arg.kind === 'broken' || (arg.kind === 'select' && !arg.optional)) return;
  const written = cursor.text.slice(arg.range.start, arg.range.end);
  const seen = written.length > 40 ? `${written.slice(0, 40)}…` : written;
  const advice =
    arg.kind === 'index'
      ? 'to test for a key, write `key in map`'
      : arg.kind === 'select'
        ? 'write it with a plain `.`'
        : 'a variable always exists';
  cursor.report(
    arg.range,
    `\`has()\` tests whether a field exists, as in \`has(a.b)\`; \`${seen}\` selects no field: ${advice}.`,
  );
}
