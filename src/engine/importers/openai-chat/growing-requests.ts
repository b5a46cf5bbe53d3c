import { isSame } from '../../model/equal.ts';
import { entry, isRecord, type Value } from '../../model/value.ts';
import type { Conversation } from './shapes.ts';

/**
 * The calls of a model as proxies and browsers log them: an agent's next request repeats the one before it, with the answer
 * and what came of it. One list for each conversation, those that begin first before others.
 */
export function growingRequests(conversations: readonly Conversation[]): readonly (readonly Conversation[])[] {
  const rows: Conversation[][] = [];
  for (const conversation of wholeExchanges(conversations)) {
    const row = rows.slice(-mostAtOnce).findLast((open) => goesOn(open.at(-1), conversation));
    if (row === undefined) rows.push([conversation]);
    else row.push(conversation);
  }
  return rows;
}

/** Agents that talk at the same time. */
const mostAtOnce = 32;

/** Where requests and responses are lines of their own, each response belongs to the request above it. */
function wholeExchanges(halves: readonly Conversation[]): readonly Conversation[] {
  const whole: Conversation[] = [];
  for (const half of halves) {
    const before = whole.at(-1);
    if (before?.response === undefined && before?.request !== undefined && half.request === undefined) {
      const others = [...new Set([...before.others, ...half.others])];
      whole.splice(-1, 1, { ...before, response: half.response, others });
    } else whole.push(half);
  }
  return whole;
}

function goesOn(before: Conversation | undefined, after: Conversation): boolean {
  const [old, next] = [before?.request?.body.messages, after.request?.body.messages];
  if (before === undefined || old === undefined || next === undefined || !isExchange(before)) return false;
  const [last] = old.slice(-1);
  const isRetried = before.response === undefined && next.length === old.length;
  // Histories are long: the ends of what is repeated tell one from another.
  return (
    last !== undefined &&
    isSame(next[0] ?? null, old[0] ?? null) &&
    isSame(next[old.length - 1] ?? null, last) &&
    (isRetried || isOfModel(next[old.length]))
  );
}

/** A request to a model, and no conversation kept for its own sake: it was answered, or stands as the request of a record. */
const isExchange = ({ response, request, place }: Conversation): boolean =>
  response !== undefined || (request !== undefined && request.place.length > place.length + 1);

export const isOfModel = (message: Value | undefined): boolean =>
  message !== undefined && isRecord(message) && entry(message, 'role') === 'assistant';
