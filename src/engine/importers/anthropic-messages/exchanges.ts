import { entry, isList, isRecord, type Value } from '../../model/value.ts';
import { isSame } from '../../model/equal.ts';
import { continued, isSaidAgain as isAnswerSaidAgain } from '../../importing/messages/said-again.ts';
import type { Conversation } from './shapes.ts';

/**
 * Groups the calls of a model as proxies log them: an agent's next request repeats the one before it, with the answer and
 * the results of its calls. Returns one list for each conversation, ordered by where they begin.
 */
export function growingExchanges(found: readonly Conversation[]): readonly (readonly Conversation[])[] {
  const rows: Conversation[][] = [];
  for (const conversation of wholeExchanges(found)) {
    const row = continued(
      rows.slice(-mostAtOnce),
      (open) => goesOn(open.at(-1), conversation),
      (open) => repeatsAnswer(open.at(-1), conversation),
    );
    if (row === undefined) rows.push([conversation]);
    else row.push(conversation);
  }
  return rows;
}

/** How many agents may talk at the same time. */
const mostAtOnce = 32;

/** If requests and responses are on separate lines, each response belongs to the request above it. */
function wholeExchanges(found: readonly Conversation[]): readonly Conversation[] {
  const merged: Conversation[] = [];
  for (const conversation of found) {
    const before = merged.at(-1);
    const { request, response, written } = conversation;
    if (before?.request !== undefined && !isAnswered(before) && request === undefined && isAnswered(conversation))
      merged.splice(-1, 1, { ...before, response, written });
    else merged.push(conversation);
  }
  return merged;
}

export const isAnswered = ({ response, written }: Conversation): boolean =>
  response !== undefined || written !== undefined;

function goesOn(before: Conversation | undefined, { messages: next, request }: Conversation): boolean {
  if (before?.request === undefined || request === undefined || !isExchange(before)) return false;
  const { messages: old } = before;
  const isRetried = !isAnswered(before) && next.length === old.length;
  // Histories are long: the end of the repeated messages is enough to distinguish conversations.
  return (
    old.length > 0 &&
    isSaidAgain(old[0], next[0]) &&
    isSaidAgain(old.at(-1), next[old.length - 1]) &&
    (isRetried || isOfModel(next[old.length]))
  );
}

function repeatsAnswer(before: Conversation | undefined, { messages: next }: Conversation): boolean {
  const content = before?.response?.body.content;
  return (
    before !== undefined && content !== undefined && isAnswerSaidAgain([{ content }], next[before.messages.length])
  );
}

/**
 * Whether this is a request to a model rather than a stored conversation: it has an answer, or is the `request` of a
 * record.
 */
const isExchange = (one: Conversation): boolean => isAnswered(one) || one.messagesPlace.length > one.place.length + 1;

export const isOfModel = (message: Value | undefined): boolean =>
  message !== undefined && isRecord(message) && entry(message, 'role') === 'assistant';

/** A client moves its cache marks with every request, and may write a text as a block. */
function isSaidAgain(old: Value | undefined, next: Value | undefined): boolean {
  if (old === undefined || next === undefined || !isRecord(old) || !isRecord(next)) return false;
  return entry(old, 'role') === entry(next, 'role') && isSame(wordsOf(old['content']), wordsOf(next['content']));
}

function wordsOf(content: Value | undefined): Value {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (content === undefined || !isList(content)) return null;
  return [...content].map((block) => {
    if (!isRecord(block)) return block;
    const { cache_control: _, ...rest } = block;
    return rest;
  });
}
