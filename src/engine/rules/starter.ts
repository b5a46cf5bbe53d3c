import { literal } from '../cel/index.ts';
import { inputOf } from '../model/hook-values.ts';
import type { Invocation } from '../model/history.ts';
import { entry, isMap, keysOf, type Value } from '../model/value.ts';
import type { OpenSession } from '../open-text.ts';
import type { Rule } from './rule.ts';

/**
 * A rule that already fires on a session never seen before, so that the ribbon has something to show: it forbids one
 * thing that the session did. The most telling fact comes first: a large amount, a failed call, a rare call, any call.
 */
export function starterRule(session: OpenSession): Rule | null {
  const { invocations, turns } = session.history;
  return (
    amountRule(session) ??
    failureRule(invocations) ??
    callRule(session) ??
    (turns.some((turn) => turn.kind === 'llm') ? turnRule(turns.length) : null)
  );
}

const amountKeys = /(^|_)(amount|price|total|cost|sum|value|quantity)$/i;

/** Half the largest amount that some call passed: at least that call fires. */
function amountRule(session: OpenSession): Rule | null {
  const { invocations } = session.history;
  let largest: { fn: string; key: string; amount: number } | null = null;
  for (const invocation of invocations) {
    const input = inputOf(session.history, invocation.turn);
    if (input === undefined || !isMap(input)) continue;
    for (const key of keysOf(input)) {
      const amount = typeof key === 'string' && amountKeys.test(key) ? numberIn(entry(input, key)) : null;
      if (amount === null || amount <= (largest?.amount ?? 0)) continue;
      if (typeof key === 'string' && isName(key)) largest = { fn: invocation.function, key, amount };
    }
  }
  if (largest === null) return null;
  const { fn, key, amount } = largest;
  // An int and a double do not mix in CEL, so the bound is compared as a double.
  const bound = amount >= 2 ? String(Math.floor(amount / 2)) : String(amount / 2);
  return { hook: 'middleware.before', match: fn, expression: `double(input.${key}) <= ${withFraction(bound)}` };
}

const numberIn = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null);

const withFraction = (text: string) => (text.includes('.') ? text : `${text}.0`);

function failureRule(invocations: readonly Invocation[]): Rule | null {
  const failed = invocations.find((invocation) => invocation.outcome === 'errored');
  if (failed === undefined || !isName(failed.function)) return null;
  return {
    hook: 'middleware.after',
    match: failed.function,
    expression: `context.capabilities.${failed.function}.count_errored == 0`,
  };
}

/** The function called least: forbidding one of its calls makes one mark or few, which reads better than a solid bar. */
function callRule(session: OpenSession): Rule | null {
  const { invocations } = session.history;
  const counts = new Map<string, number>();
  for (const { function: key } of invocations) counts.set(key, (counts.get(key) ?? 0) + 1);
  const [rarest] = [...counts].toSorted((a, b) => a[1] - b[1]).find(([key]) => isName(key)) ?? [];
  const call = invocations.findLast((invocation) => invocation.function === rarest);
  if (rarest === undefined || call === undefined) return null;
  const argument = textArgument(inputOf(session.history, call.turn));
  return argument === null
    ? { hook: 'middleware.after', match: rarest, expression: `context.capabilities.${rarest}.count_successful == 0` }
    : { hook: 'middleware.before', match: rarest, expression: `input.${argument.key} != ${literal(argument.text)}` };
}

/** Longer texts make no rule that anyone would read. */
const maxText = 60;

function textArgument(input: Value | undefined): { key: string; text: string } | null {
  if (input === undefined || !isMap(input)) return null;
  for (const key of keysOf(input)) {
    if (typeof key !== 'string' || !isName(key)) continue;
    const text = entry(input, key);
    if (typeof text === 'string' && text !== '' && text.length <= maxText) return { key, text };
  }
  return null;
}

const turnRule = (turns: number): Rule => ({
  hook: 'turn',
  match: null,
  expression: `context._history.turn_count <= ${Math.max(1, Math.floor(turns / 2))}`,
});

const isName = (key: string) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(key);
