import { textOf, tightTextOf } from '../../cel/fixes/splice.ts';
import type { Expr } from '../../cel/index.ts';
import type { Rewriting } from './rewriting.ts';

interface Access {
  /** Whether the place is there, step by step. */
  readonly conditions: readonly string[];
  readonly place: string;
}

/** `a.?b.c`, `a[?"b"]`, `a[?0]`: the same place without optional syntax. Null for a path without any. */
function accessOf(text: string, node: Expr): Access | null {
  const steps: Extract<Expr, { kind: 'select' | 'index' }>[] = [];
  let here = node;
  while (here.kind === 'select' || here.kind === 'index') {
    steps.unshift(here);
    here = here.operand;
  }
  const first = steps.findIndex(({ optional }) => optional);
  if (first < 0) return null;
  let place = tightTextOf(text, first === 0 ? here : (steps[first - 1] ?? here));
  const conditions: string[] = [];
  for (const step of steps.slice(first)) {
    if (step.kind === 'select') {
      place = `${place}.${text.slice(step.field.range.start, step.field.range.end)}`;
      conditions.push(`has(${place})`);
      continue;
    }
    const key = textOf(text, step.index);
    const isPosition = step.index.kind === 'literal' && typeof step.index.value === 'number';
    conditions.push(isPosition ? `size(${place}) > ${key}` : `${tightTextOf(text, step.index)} in ${place}`);
    place = `${place}[${key}]`;
  }
  return { conditions, place };
}

/** Evaluated one after the other, also by engines that evaluate both operands of `&&`. */
const nested = (conditions: readonly string[], then: string, otherwise: string): string =>
  conditions.toReversed().reduce((inner, condition) => `(${condition} ? ${inner} : ${otherwise})`, then);

/** `a.?b.orValue(c)`, `a.?b.hasValue()`. */
export const withoutOptionals: Rewriting = {
  title: 'tests whether a place is there instead of using optional values',
  at(node, text) {
    if (node.kind !== 'call' || node.target === null) return null;
    const access = accessOf(text, node.target);
    if (access === null) return null;
    const [other] = node.args;
    if (node.name.text === 'orValue' && other !== undefined)
      return nested(access.conditions, access.place, tightTextOf(text, other));
    if (node.name.text === 'hasValue') return nested(access.conditions, 'true', 'false');
    return node.name.text === 'value' ? access.place : null;
  },
};
