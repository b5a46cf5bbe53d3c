import { literal } from '../cel/index.ts';
import { inputOf } from '../model/hook-values.ts';
import type { Invocation } from '../model/history.ts';
import { Double, entry, isMap, keysOf, type Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Rule } from './rule.ts';

/**
 * A rule that already fires on a session never seen before, so that the ribbon has something to show: it forbids one
 * thing that the session did. The most informative fact is tried first: a large amount, a failed call, a rare call, any
 * call.
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

interface Amounts {
  readonly fn: string;
  readonly key: string;
  largest: number;
  /** An int and a double do not mix in CEL: where both occur, the rule converts. */
  allInts: boolean;
}

/** Half the largest amount that some call passed: at least that call fires. */
function amountRule(session: OpenSession): Rule | null {
  const [found] = amountsIn(session).toSorted((a, b) => b.largest - a.largest);
  if (found === undefined || found.largest <= 0) return null;
  const { fn, key, largest, allInts } = found;
  const bound = largest >= 2 ? Math.floor(largest / 2) : largest / 2;
  const isPlain = allInts && Number.isInteger(bound);
  const expression = isPlain
    ? `input.${key} <= ${bound}`
    : `double(input.${key}) <= ${Number.isInteger(bound) ? `${bound}.0` : bound}`;
  return { hook: 'middleware.before', match: fn, expression };
}

function amountsIn({ history }: OpenSession): readonly Amounts[] {
  const found = new Map<string, Amounts>();
  for (const { function: fn, turn } of history.invocations) {
    const input = inputOf(history, turn);
    if (input === undefined || !isMap(input)) continue;
    for (const key of keysOf(input)) {
      if (typeof key !== 'string' || !amountKeys.test(key) || !isName(key)) continue;
      const amount = numberIn(entry(input, key));
      if (amount === null) continue;
      const known = found.get(`${fn}.${key}`) ?? { fn, key, largest: 0, allInts: true };
      known.largest = Math.max(known.largest, amount);
      known.allInts &&= Number.isInteger(amount) && typeof entry(input, key) === 'number';
      found.set(`${fn}.${key}`, known);
    }
  }
  return [...found.values()];
}

function numberIn(value: Value | undefined): number | null {
  if (value instanceof Double) return value.value;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function failureRule(invocations: readonly Invocation[]): Rule | null {
  const failed = invocations.find((invocation) => invocation.outcome === 'errored');
  if (failed === undefined || !isName(failed.function)) return null;
  return {
    hook: 'middleware.after',
    match: failed.function,
    expression: `context.capabilities.${failed.function}.count_errored == 0`,
  };
}

/**
 * The least called function: forbidding one of its calls makes one mark or few, which reads better than a solid bar.
 */
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

/** A rule with a longer text would be hard to read. */
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
