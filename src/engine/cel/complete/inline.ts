import type { Value } from '../../model/value.ts';
import { isList, isMap, Unknown } from '../../model/value.ts';
import type { Expr } from '../ast.ts';
import { pathOf } from '../check/tree.ts';
import type { Language } from '../declarations/language.ts';
import { sizeOf } from '../evaluate/access.ts';
import { preview } from '../literal.ts';
import { argsInScope } from '../macro-scope.ts';
import { parse } from '../parse/parse.ts';
import { childrenOf } from '../walk.ts';
import { CurrentValues } from './data.ts';
import type { DataSource } from './data.ts';

/** The value of a part of an expression at the turn, shown behind that part. */
export interface InlineValue {
  /** The end of the part. */
  readonly at: number;
  readonly text: string;
}

const maxLength = 24;
/** More of them would hide the rule that they explain. */
const maxValues = 40;

/**
 * The values of the longest paths into the data. Names that macros bind are left out: they have a value for each
 * element.
 */
export function inlineValues(text: string, language: Language, data: DataSource): readonly InlineValue[] {
  const values = new CurrentValues(language, data);
  const shown: InlineValue[] = [];
  const waiting: { readonly expr: Expr; readonly bound: ReadonlySet<string> }[] = [
    { expr: parse(text).expr, bound: new Set() },
  ];
  for (let next = waiting.pop(); next !== undefined && shown.length < maxValues; next = waiting.pop()) {
    const { expr, bound } = next;
    const path = pathOf(expr);
    if (path !== undefined) {
      const value = bound.has(String(path[0])) ? undefined : values.at(expr);
      if (value !== undefined) shown.push({ at: expr.range.end, text: inlineText(value) });
      continue;
    }
    const inScope = new Set(expr.kind === 'macro' ? argsInScope(expr) : []);
    const inner = expr.kind === 'macro' ? new Set([...bound, ...expr.variables.map((one) => one.text)]) : bound;
    waiting.push(...partsOf(expr).map((part) => ({ expr: part, bound: inScope.has(part) ? inner : bound })));
  }
  return shown.toSorted((a, b) => a.at - b.at);
}

/** `has(a.b)` tests for a field and does not read its value. */
const partsOf = (expr: Expr): readonly Expr[] =>
  expr.kind === 'macro' && expr.macro.text === 'has' ? [] : childrenOf(expr);

function inlineText(value: Value): string {
  if (value instanceof Unknown) return 'unknown';
  if (isList(value)) return value.length === 1 ? '1 element' : `${value.length} elements`;
  if (isMap(value)) {
    const size = sizeOf(value);
    return size === 1 ? '1 key' : `${size} keys`;
  }
  return preview(value, maxLength).text.replaceAll(/\s+/g, ' ');
}
