import { err, ok } from '../../../base/result.ts';
import type { Result } from '../../../base/result.ts';
import type { Problem, TextRange } from '../../model/problem.ts';
import type { Expr, Macro } from '../ast.ts';
import type { Language } from '../declarations/language.ts';
import { argsInScope } from '../macro-scope.ts';
import { parse } from '../parse/parse.ts';
import { childrenOf, walk } from '../walk.ts';

/** A name that a macro binds, with all its places: first the binding, then the uses. */
export interface Binding {
  readonly name: string;
  readonly places: readonly TextRange[];
}

/** The bound name at an offset; null where there is none, or where the text does not parse. */
export function bindingAt(text: string, offset: number): Binding | null {
  return found(text, offset)?.binding ?? null;
}

/** The ranges to replace by `to`. Refused if `to` is no name, or if the expression's meaning would change. */
export function renamed(
  text: string,
  offset: number,
  to: string,
  language: Language,
): Result<readonly TextRange[], Problem> {
  const at = found(text, offset);
  if (at === undefined) {
    return refuse(
      'There is no name here that a macro such as `exists` or `cel.bind` binds; only such names can change.',
    );
  }
  const { macro, binding } = at;
  if (parse(to).expr.kind !== 'ident' || parse(to).problems.length > 0 || to.trim() !== to || to.startsWith('.')) {
    return refuse(
      `\`${to.slice(0, 40)}\` is not a valid name: a name has letters, digits and \`_\`, does not begin with a digit, and is not a reserved word.`,
    );
  }
  if (to === binding.name) return ok(binding.places);
  if (macro.variables.some((one) => one.text === to)) return refuse(`\`${to}\` is bound by the same macro already.`);
  const scope = argsInScope(macro);
  if (usesIn(scope, to).length > 0) {
    const what = language.variables.has(to) ? 'a variable of this hook' : 'another name';
    return refuse(`\`${to}\` is ${what} that is used here; the two would become one.`);
  }
  for (const { expr } of scope.flatMap((arg) => [...walk(arg)])) {
    if (expr.kind === 'macro' && expr.variables.some((one) => one.text === to) && uses(expr, binding.name)) {
      return refuse(`\`${to}\` is bound again by \`${expr.macro.text}\` within, which would hide this one.`);
    }
  }
  return ok(binding.places);
}

const refuse = (message: string): Result<never, Problem> => err({ code: 'cel/rename', message });

interface Found {
  readonly macro: Macro;
  readonly binding: Binding;
}

function found(text: string, offset: number): Found | undefined {
  const { expr, problems } = parse(text);
  if (problems.length > 0) return undefined;
  for (const { expr: node } of walk(expr)) {
    if (node.kind !== 'macro') continue;
    for (const { text: name, range } of node.variables) {
      const places = [range, ...usesIn(argsInScope(node), name)];
      if (places.some(({ start, end }) => start <= offset && offset <= end)) {
        return { macro: node, binding: { name, places } };
      }
    }
  }
  return undefined;
}

/** Uses of the name, without those within a macro that binds it again. */
function usesIn(exprs: readonly Expr[], name: string): readonly TextRange[] {
  const places: TextRange[] = [];
  const waiting = [...exprs];
  for (let expr = waiting.pop(); expr !== undefined; expr = waiting.pop()) {
    if (expr.kind === 'ident' && expr.name === name && !expr.absolute) places.push(expr.range);
    if (expr.kind === 'macro' && expr.variables.some((one) => one.text === name)) {
      const hidden = new Set(argsInScope(expr));
      waiting.push(...childrenOf(expr).filter((child) => !hidden.has(child)));
    } else waiting.push(...childrenOf(expr));
  }
  return places.toSorted((a, b) => a.start - b.start);
}

const uses = (macro: Macro, name: string): boolean => usesIn(argsInScope(macro), name).length > 0;
