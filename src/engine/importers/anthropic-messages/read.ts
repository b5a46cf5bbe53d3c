import { err, ok } from '../../../base/result.ts';
import { isSame } from '../../model/equal.ts';
import { entry, isList, isRecord, type Value, valueAt } from '../../model/value.ts';
import { isOfModel, isRepeatedAnswer, sessionsInLog, type AnswerAlone } from '../../importing/messages/request-log.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { countAt, textAt } from '../../importing/values/where.ts';
import { conversationIn, isAnswered, type Conversation } from './shapes.ts';
import { promptOf, titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const entryOf = (row: readonly Conversation[]): SessionEntry => ({
    title: titleOf(row),
    system: 'task',
    open: () => ok(toSession(row, value)),
  });
  const single = conversationIn(value);
  if (single !== undefined) return ok({ sessions: [entryOf([single])] });
  const sessions = sessionsInLog(elementsOf(value), {
    importer: 'anthropic-messages',
    unit: 'conversation',
    exchangeIn: conversationIn,
    answerAlone,
    joined(before, after) {
      const isResponse = before.request !== undefined && !isAnswered(before) && after.request === undefined;
      const { response, written } = after;
      return isResponse && isAnswered(after) ? { ...before, response, written } : undefined;
    },
    goesOn,
    repeatsAnswer(before, { messages: next }) {
      const content = before.response?.body['content'];
      return content !== undefined && isRepeatedAnswer([{ content }], next[before.messages.length]);
    },
    entryOf,
  });
  if (sessions.length > 0) return ok({ sessions });
  return err({
    code: 'import/malformed',
    message: 'This looks like messages of Anthropic, but it holds neither “messages” nor “content”.',
  });
};

function answerAlone({ request, response }: Conversation): AnswerAlone | undefined {
  if (request !== undefined || response === undefined) return undefined;
  const { body } = response;
  const completion = countAt(body, 'usage.output_tokens') ?? 0;
  const types = elementsOf(body['content'] ?? null).map((block) => valueAt(block, ['type']));
  return {
    model: textAt(body, 'model'),
    created: undefined,
    prompt: promptOf(body),
    completion,
    // The API does not count thoughts separately.
    thought: types.includes('thinking') ? completion : 0,
    asksForTools: types.includes('tool_use'),
  };
}

function goesOn(before: Conversation, { messages: next, request }: Conversation): boolean {
  if (before.request === undefined || request === undefined || !isExchange(before)) return false;
  const { messages: old } = before;
  const isRetried = !isAnswered(before) && next.length === old.length;
  // Histories are long: the end of the repeated messages is enough to distinguish conversations.
  return (
    old.length > 0 &&
    isRepeated(old[0], next[0]) &&
    isRepeated(old.at(-1), next[old.length - 1]) &&
    (isRetried || isOfModel(next[old.length]))
  );
}

/**
 * Whether this is a request to a model rather than a stored conversation: it has an answer, or is the `request` of a
 * record.
 */
const isExchange = (one: Conversation): boolean => isAnswered(one) || one.messagesPlace.length > one.place.length + 1;

/** A client moves its cache marks with every request, and may write a text as a block. */
function isRepeated(old: Value | undefined, next: Value | undefined): boolean {
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
