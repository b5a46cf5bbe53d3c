import * as v from 'valibot';
import { isSame } from '../../model/equal.ts';
import { entry, isRecord, type Value } from '../../model/value.ts';
import { continued, isSaidAgain } from '../../importing/messages/said-again.ts';
import { Choice, Message, ToolCall } from './format.ts';
import type { Conversation } from './shapes.ts';

/**
 * Model calls as proxies and browsers log them. An agent's next request repeats the previous one and adds the answer and the
 * results of its calls. Returns one list of exchanges for each conversation, ordered by the time at which the conversations
 * begin.
 */
export function growingRequests(conversations: readonly Conversation[]): readonly (readonly Conversation[])[] {
  const rows: Conversation[][] = [];
  for (const conversation of wholeExchanges(conversations)) {
    const row = continued(
      rows.slice(-maxAtOnce),
      (open) => knownFrom(open.at(-1), conversation) !== undefined,
      (open) => repeatsAnswer(open.at(-1), conversation),
    );
    if (row === undefined) rows.push([conversation]);
    else row.push(conversation);
  }
  return rows;
}

/** The conversations of agents that run at the same time. */
const maxAtOnce = 32;

/** Where requests and responses are separate lines, each response belongs to the request above it. */
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

/**
 * How many messages of a request the previous exchange already contains; undefined where the request does not continue that
 * exchange. A client may drop what it recorded of an answer that it could not use. The next request then repeats fewer
 * messages, followed by the answer to the next try.
 */
export function knownFrom(before: Conversation | undefined, after: Conversation): number | undefined {
  const [old, next] = [before?.request?.body.messages, after.request?.body.messages];
  if (before === undefined || old === undefined || next === undefined || !isExchange(before)) return undefined;
  const [last] = old.slice(-1);
  const [ownOld, ownNext] = [old.findIndex(isNoSystem), next.findIndex(isNoSystem)];
  if (last === undefined) return undefined;
  if (!isSame(next.slice(0, ownNext), old.slice(0, ownOld))) {
    // Another agent, which has its own instructions, continues the conversation of the agent before it.
    const at = ownNext + old.length - ownOld;
    const isHandedOver =
      ownOld !== -1 && isSame(next[ownNext] ?? null, old[ownOld] ?? null) && isSame(next[at - 1] ?? null, last);
    return isHandedOver && isSaidAgain(answersOf(before), next[at]) ? at + 1 : undefined;
  }
  if (!isSame(next[0] ?? null, old[0] ?? null)) return undefined;
  // Histories are long: comparing the last repeated messages is enough to distinguish them.
  if (isSame(next[old.length - 1] ?? null, last)) {
    if (isOfModel(next[old.length])) return old.length + (before.response === undefined ? 0 : 1);
    if (before.response === undefined && next.length === old.length) return old.length;
  }
  const spoke = next.findLastIndex(isOfModel);
  const isTakenBack = spoke > 0 && spoke < old.length && isSame(next[spoke - 1] ?? null, old[spoke - 1] ?? null);
  return isTakenBack && isAnswerOf(before, next[spoke]) ? spoke + 1 : undefined;
}

const isNoSystem = (message: Value): boolean =>
  !isRecord(message) || (entry(message, 'role') !== 'system' && entry(message, 'role') !== 'developer');

const answersOf = ({ response }: Conversation): readonly Value[] =>
  (response?.body.choices ?? []).flatMap((value) => {
    const choice = v.safeParse(Choice, value);
    return choice.success ? [choice.output.message] : [];
  });

/** Whether a request contains the answer that the previous exchange received. */
function repeatsAnswer(before: Conversation | undefined, after: Conversation): boolean {
  const known = knownFrom(before, after);
  return (
    before !== undefined &&
    known !== undefined &&
    isSaidAgain(answersOf(before), after.request?.body.messages?.[known - 1])
  );
}

function isAnswerOf({ response }: Conversation, message: Value | undefined): boolean {
  const choice = v.safeParse(Choice, response?.body.choices?.[0]);
  return choice.success && message !== undefined && isSame(gistOf(choice.output.message), gistOf(message));
}

/** The text and the calls of an answer. A response and the request that repeats it write the answer differently. */
function gistOf(value: Value): Value {
  const message = v.safeParse(Message, value);
  if (!message.success) return null;
  const { content, tool_calls = [] } = message.output;
  const calls = tool_calls.map((call) => {
    const read = v.safeParse(ToolCall, call);
    return read.success ? [read.output.function?.name ?? null, read.output.function?.arguments ?? null] : null;
  });
  return [content ?? '', calls];
}

/**
 * A request that was sent to a model, as opposed to a stored conversation: it was answered, names its model, or is the request
 * of a record.
 */
const isExchange = ({ response, request, place }: Conversation): boolean =>
  response !== undefined ||
  (request !== undefined && (request.body.model !== undefined || request.place.length > place.length + 1));

export const isOfModel = (message: Value | undefined): boolean =>
  message !== undefined && isRecord(message) && entry(message, 'role') === 'assistant';
