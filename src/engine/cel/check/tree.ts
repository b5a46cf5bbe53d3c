import { formatPath } from '../../model/path.ts';
import type { Path } from '../../model/path.ts';
import type { Expr } from '../ast.ts';

const maxSteps = 24;

/** `a.b.c` for names joined by dots; undefined for anything else, and for names longer than any declared one. */
export function dottedName(
  expr: Expr,
): { readonly root: string; readonly text: string; readonly absolute: boolean } | undefined {
  const fields: string[] = [];
  let here = expr;
  while (here.kind === 'select' && !here.optional && fields.length < maxSteps) {
    fields.push(here.field.text);
    here = here.operand;
  }
  if (here.kind !== 'ident') return undefined;
  return { root: here.name, text: [here.name, ...fields.toReversed()].join('.'), absolute: here.absolute };
}

/** The possible results of the whole expression: the branches of a conditional, or the expression itself. */
export function* resultsOf(root: Expr): Generator<Expr> {
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === 'conditional') waiting.push(next.otherwise, next.then);
    else yield next;
  }
}

/** The variable and steps of a path; undefined for anything but names, keys and literal indices. */
export function pathOf(expr: Expr): Path | undefined {
  const steps: (string | number)[] = [];
  let here = expr;
  while (here.kind !== 'ident') {
    const step = stepOf(here);
    if (step === undefined || steps.length > maxSteps) return undefined;
    steps.push(step.key);
    here = step.operand;
  }
  return here.name === '' ? undefined : [here.name, ...steps.toReversed()];
}

function stepOf(expr: Expr): { readonly key: string | number; readonly operand: Expr } | undefined {
  if (expr.kind === 'select') return { key: expr.field.text, operand: expr.operand };
  if (expr.kind !== 'index' || expr.index.kind !== 'literal') return undefined;
  const { value } = expr.index;
  return typeof value === 'string' || typeof value === 'number' ? { key: value, operand: expr.operand } : undefined;
}

const maxShown = 60;

/** A path as text, such as `input.message[0].text`, where it is short enough to quote. */
export function pathText(expr: Expr): string | undefined {
  const path = pathOf(expr);
  const text = path === undefined ? undefined : formatPath(path);
  return text === undefined || text.length > maxShown ? undefined : text;
}

/** The same text for the same place, however it is written; undefined where there is no path. */
export function placeOf(expr: Expr): string | undefined {
  const path = pathOf(expr);
  return path === undefined ? undefined : formatPath(path);
}
