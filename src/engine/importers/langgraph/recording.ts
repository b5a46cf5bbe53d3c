import { isSame } from '../../model/equal.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { Document } from '../../readers/document.ts';
import { idOf, type PlacedMessage } from './messages.ts';
import { conversation, momentIn, type Moment } from './moments.ts';

/**
 * State of LangGraph and messages of LangChain, as programs print or serialise them:
 * - `StateSnapshot(values=…, next=…, created_at=…)`, of `get_state` and, newest first, of `get_state_history`:
 *   https://reference.langchain.com/python/langgraph/types/#langgraph.types.StateSnapshot
 * - what `stream` yields in its modes values, updates, messages and debug, with and without the path of a subgraph:
 *   https://docs.langchain.com/oss/python/langgraph/streaming
 * - messages: https://reference.langchain.com/python/langchain_core/messages/
 */
export interface Recording {
  readonly moments: readonly Moment[];
  /** `get_state_history` lists the newest snapshot first. */
  readonly isReversed: boolean;
  /** Indices of the entries that are unrelated to a graph. */
  readonly others: readonly number[];
}

/**
 * The minimum share of a list that must belong to a graph for the list to be a recording of one: other printed values may occur
 * between.
 */
const share = 0.3;

export function recordingIn({ value, typeName }: Document): Recording | undefined {
  const at = (one: Value, place: Path) => conversation(one, place, typeName) ?? momentIn(one, place, typeName);
  const whole = at(value, []);
  if (whole !== undefined) return { moments: [whole, ...whole.inside], isReversed: false, others: [] };
  // Several values in a row; a record where each value was printed after a name.
  const entries = isList(value) ? [...[...value].entries()] : isRecord(value) ? Object.entries(value) : [];
  const found = entries.map(([key, entry]) => at(entry, [key]));
  const moments = found.filter((moment) => moment !== undefined);
  if (moments.length === 0 || moments.length < entries.length * share) return undefined;
  const others = found.flatMap((moment, index) => (moment === undefined ? [index] : []));
  const isReversed = isNewestFirst(moments);
  const inOrder = isReversed ? moments.toReversed() : moments;
  return { moments: inOrder.flatMap((moment) => [moment, ...moment.inside]), isReversed, others };
}

function isNewestFirst(moments: readonly Moment[]): boolean {
  const snapshots = moments.filter(({ isWhole }) => isWhole);
  const [first, last] = [snapshots[0], snapshots.at(-1)];
  if (snapshots.length !== moments.length || first === undefined || last === undefined || first === last) return false;
  const [a, b] = [first.at?.value, last.at?.value];
  if (typeof a === 'string' && typeof b === 'string' && a !== b) return a > b;
  return first.messages.length > last.messages.length && isBeginningOf(last.messages, first.messages);
}

/** Messages may be removed: a state counts as later only when it continues with the same messages. */
const isBeginningOf = (messages: readonly PlacedMessage[], whole: readonly PlacedMessage[]): boolean =>
  messages.every((message, index) => {
    const same = whole[index];
    if (same === undefined) return false;
    const [id, other] = [idOf(message), idOf(same)];
    return id === undefined || other === undefined ? isSame(message.value, same.value) : id === other;
  });
