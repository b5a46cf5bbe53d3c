import { isSame } from '../../model/equal.ts';
import { entry, isRecord, valueAt, type Value } from '../../model/value.ts';
import { isOfModel, isRepeatedAnswer, type AnswerAlone, type LogFormat } from '../../importing/messages/request-log.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { countAt, findAt, textAt } from '../../importing/values/where.ts';
import { conversationIn, type Conversation } from './shapes.ts';

/** How the exchanges of a log with a model continue one another. */
export const exchanges: Omit<LogFormat<Conversation>, 'entryOf'> = {
  importer: 'openai-chat',
  unit: 'conversation',
  exchangeIn: conversationIn,
  answerAlone,
  joined(before, after) {
    if (before.response !== undefined || before.request === undefined || after.request !== undefined) return undefined;
    const others = [...new Set([...before.others, ...after.others])];
    return { ...before, response: after.response, others };
  },
  goesOn: (before, after) => knownFrom(before, after) !== undefined,
  repeatsAnswer(before, after) {
    const known = knownFrom(before, after);
    return known !== undefined && isRepeatedAnswer(answersOf(before), after.request?.list[known - 1]);
  },
};

/**
 * How many messages of a request the previous exchange already contains; undefined where the request does not continue that
 * exchange. A client may drop what it recorded of an answer that it could not use. The next request then repeats fewer
 * messages, followed by the answer to the next try.
 */
export function knownFrom(before: Conversation | undefined, after: Conversation): number | undefined {
  const [old, next] = [before?.request?.list, after.request?.list];
  if (before === undefined || old === undefined || next === undefined || !isExchange(before)) return undefined;
  const [last] = old.slice(-1);
  const [ownOld, ownNext] = [old.findIndex(isNoSystem), next.findIndex(isNoSystem)];
  if (last === undefined) return undefined;
  if (!isSame(next.slice(0, ownNext), old.slice(0, ownOld))) {
    // Another agent, which has its own instructions, continues the conversation of the agent before it.
    const at = ownNext + old.length - ownOld;
    const isHandedOver =
      ownOld !== -1 && isSame(next[ownNext] ?? null, old[ownOld] ?? null) && isSame(next[at - 1] ?? null, last);
    return isHandedOver && isRepeatedAnswer(answersOf(before), next[at]) ? at + 1 : undefined;
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
  (response?.list ?? []).flatMap((choice) => findAt(choice, 'message')?.value ?? []);

function isAnswerOf(before: Conversation, message: Value | undefined): boolean {
  const [answer] = answersOf(before);
  return answer !== undefined && message !== undefined && isSame(gistOf(answer), gistOf(message));
}

/** The text and the calls of an answer. A response and the request that repeats it write the answer differently. */
function gistOf(message: Value): Value {
  const calls = elementsOf(valueAt(message, ['tool_calls']) ?? null).map((call) =>
    ['name', 'arguments'].map((key) => valueAt(call, ['function', key]) ?? null),
  );
  return [valueAt(message, ['content']) ?? '', calls];
}

/**
 * A request that was sent to a model, as opposed to a stored conversation: it was answered, names its model, or is the request
 * of a record.
 */
const isExchange = ({ response, request, place }: Conversation): boolean =>
  response !== undefined ||
  (request !== undefined && (textAt(request.body, 'model') !== undefined || request.place.length > place.length + 1));

function answerAlone({ request, response }: Conversation): AnswerAlone | undefined {
  if (request !== undefined || response === undefined) return undefined;
  const { body, list } = response;
  const { created } = body;
  return {
    model: textAt(body, 'model'),
    created: typeof created === 'number' ? created : undefined,
    prompt: countAt(body, 'usage.prompt_tokens'),
    completion: countAt(body, 'usage.completion_tokens') ?? 0,
    thought: countAt(body, 'usage.completion_tokens_details.reasoning_tokens') ?? 0,
    asksForTools: elementsOf(valueAt(list[0] ?? null, ['message', 'tool_calls']) ?? null).length > 0,
  };
}
