import { paced, type Pace } from '../../base/pace.ts';
import { literal } from '../../engine/cel/index.ts';
import type { History, Turn, TurnIndex } from '../../engine/model/history.ts';
import { entry, isList, isMap, keysOf, Unknown, type Value } from '../../engine/model/value.ts';
import { invocationOf } from './turns.ts';

/**
 * The text that a filter in quotes searches for; null for any other expression. The closing quote may still be missing
 * while the user types.
 */
export const quotedText = (filter: string): string | null =>
  /^"([^"]+)"?$/.exec(filter)?.[1] ?? /^'([^']+)'?$/.exec(filter)?.[1] ?? null;

/** Turns with a text in a message, function name, argument or result, in upper or lower case; ascending. */
export async function turnsWith(history: History, text: string, pace: Pace): Promise<readonly TurnIndex[]> {
  const wanted = text.toLowerCase();
  const holds = (written: string) => written.toLowerCase().includes(wanted);
  const found: TurnIndex[] = [];
  await paced(history.turns.length, pace, (index) => {
    const turn = history.turns[index];
    if (turn !== undefined && isIn(history, turn, holds)) found.push(index);
  });
  return found;
}

type Test = (written: string) => boolean;

function isIn(history: History, turn: Turn, holds: Test): boolean {
  if (holds(turn.label) || holds(turn.text ?? '')) return true;
  const invocation = invocationOf(history, turn);
  if (invocation === undefined) return false;
  const { outcome, reason = '', input = null, output = null } = invocation;
  return (
    holds(invocation.function) ||
    (outcome !== 'successful' && holds(outcome.replace('-', ' '))) ||
    holds(reason) ||
    valueHolds(input, holds) ||
    valueHolds(output, holds)
  );
}

/** Keys and values at any depth, without recursion: a value may be nested a thousand deep. */
function valueHolds(value: Value, holds: Test): boolean {
  const left: Value[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') {
      if (holds(next)) return true;
    } else if (isList(next)) for (const element of next) left.push(element);
    else if (next instanceof Map) for (const pair of next) left.push(...pair);
    else if (isMap(next)) for (const key of keysOf(next)) left.push(key, entry(next, String(key)) ?? null);
    else if (!(next instanceof Unknown) && holds(literal(next))) return true;
  }
  return false;
}
