import type { Value } from '../../model/value.ts';
import { isList, isRecord } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { countIn, readAnyMessage } from '../messages/any-message.ts';
import type { AnyMessage } from '../messages/any-message.ts';
import { conversationIn, spoken, standing } from '../messages/conversation-in.ts';
import { asChoices } from '../messages/choices.ts';
import { createImportReport, type ImportReport } from '../import-report.ts';
import { opened } from '../values/written-value.ts';
import { messageEvents } from './message-events.ts';
import type { MessageEvent } from './message-events.ts';
import type { Source } from './source.ts';

/** What a span says of a conversation, in the order in which it is looked for. */
interface Places {
  /** Flattened messages: `llm.input_messages.0.message.role`. */
  readonly lists: readonly string[];
  /** A value that holds them, mostly as a string of JSON. */
  readonly values: readonly string[];
  /** Events of the span, one for each message, or one with all of them. */
  readonly events: readonly string[];
}

const asked: Places = {
  lists: ['llm.input_messages', 'gen_ai.prompt'],
  values: [
    'gen_ai.input.messages',
    'gen_ai.prompt',
    'ai.prompt.messages',
    'ai.prompt',
    'gcp.vertex.agent.llm_request',
    'all_messages_events',
    'pydantic_ai.all_messages',
    'input.value',
    'traceloop.entity.input',
  ],
  events: ['gen_ai.system.message', 'gen_ai.user.message', 'gen_ai.assistant.message', 'gen_ai.tool.message'],
};

const answered: Places = {
  lists: ['llm.output_messages', 'gen_ai.completion'],
  values: [
    'gen_ai.output.messages',
    'gen_ai.completion',
    'gcp.vertex.agent.llm_response',
    'output.value',
    'traceloop.entity.output',
  ],
  events: ['gen_ai.choice'],
};

export const askedIn = (source: Source, report: ImportReport): readonly AnyMessage[] =>
  messagesIn(source, 'input', asked, report);

export function answeredIn(source: Source, report: ImportReport): readonly AnyMessage[] {
  return answerOfAiSdk(source, report) ?? messagesIn(source, 'output', answered, report);
}

function messagesIn(
  source: Source,
  side: 'input' | 'output',
  places: Places,
  report: ImportReport,
): readonly AnyMessage[] {
  const { attributes, place } = source;
  for (const prefix of places.lists) {
    const found = attributes
      .list(prefix)
      .flatMap(({ value, place: where }) => conversationIn(ofUser(value), side, inRange(where, place), report));
    if (found.length > 0) return side === 'output' ? asChoices(likeTheWhole(found, attributes)) : found;
  }
  for (const key of places.values) {
    const value = attributes.get(key);
    if (value === undefined) continue;
    const found = conversationIn(value, side, attributes.placeOf(key) ?? place, report);
    if (found.length > 0) return found;
  }
  return inEvents(source, side, places, report);
}

/**
 * OpenInference flattens the choices of Chat Completions and the items of a response alike, and keeps the whole of what
 * came back beside them.
 */
function likeTheWhole(messages: readonly AnyMessage[], attributes: Source['attributes']): readonly AnyMessage[] {
  const whole = conversationIn(attributes.get('output.value'), 'output', [], createImportReport());
  if (messages.length !== whole.length) return messages;
  return messages.map((message, index) => ({
    ...message,
    choice: message.choice ?? whole[index]?.choice,
    ended: message.ended ?? whole[index]?.ended,
  }));
}

/** OpenLLMetry’s prompts without a conversation: `gen_ai.prompt.0.user`. */
function ofUser(value: Value): Value {
  const words = isRecord(value) && value['role'] === undefined ? value['user'] : undefined;
  return typeof words === 'string' ? { role: 'user', content: words } : value;
}

/** A message that was put together from many attributes stands in none of them: the first of them is shown. */
const inRange = (where: Path, span: Path): Path => where.slice(0, span.length + 2);

/** Events that hold a side of the conversation as a whole. */
const whole = {
  input: ['gen_ai.input.messages', 'gen_ai.prompt'],
  output: ['gen_ai.output.messages', 'gen_ai.completion'],
} as const;

/** The conventions had an event per message until 2025, before that one per side, and one with everything since. */
function inEvents(
  source: Source,
  side: 'input' | 'output',
  places: Places,
  report: ImportReport,
): readonly AnyMessage[] {
  return messageEvents(source).flatMap((event) => {
    const [details, prompt] = whole[side];
    const held = event.get(details) ?? event.get(prompt);
    if (held !== undefined) return conversationIn(held, side, event.place, report);
    if (!places.events.includes(event.name)) return [];
    const found = ofEvent(event, side, report);
    return event.name === 'gen_ai.choice'
      ? found.map((message) => ({ ...message, ...choiceOf(event, message) }))
      : found;
  });
}

function choiceOf({ get }: MessageEvent, { ended }: AnyMessage): Pick<AnyMessage, 'choice' | 'ended'> {
  const reason = get('finish_reason');
  return { choice: countIn(get('index')), ended: ended ?? (typeof reason === 'string' ? reason : undefined) };
}

function ofEvent(
  { name, get, place }: MessageEvent,
  side: 'input' | 'output',
  report: ImportReport,
): readonly AnyMessage[] {
  const role = name === 'gen_ai.choice' ? 'assistant' : name.slice('gen_ai.'.length, -'.message'.length);
  const held = opened(get('message') ?? null);
  if (isRecord(held)) return conversationIn([{ role, ...held }], side, place, report);
  const content = opened(get('content') ?? null);
  // ADK's content is a whole message of Gemini.
  if (isRecord(content) && isList(content['parts'] ?? null)) {
    return conversationIn([{ ...content, role }], side, place, report);
  }
  const fields: { [key: string]: Value } = { role };
  for (const [key, from] of [
    ['content', held === null ? 'content' : 'message'],
    ['tool_calls', 'tool_calls'],
    ['tool_call_id', 'id'],
    ['name', 'name'],
  ] as const) {
    const value = get(from);
    if (value !== undefined && value !== null) fields[key] = key === 'tool_calls' ? opened(value) : value;
  }
  return conversationIn([fields], side, place, report);
}

/** `ai.response.text`, `ai.response.object`, `ai.response.toolCalls`: the parts of one answer. */
function answerOfAiSdk({ attributes, place }: Source, report: ImportReport): readonly AnyMessage[] | undefined {
  const key = ['ai.response.text', 'ai.response.object', 'ai.response.toolCalls'].find(
    (one) => attributes.text(one) !== undefined || Array.isArray(attributes.get(one)),
  );
  if (key === undefined) return undefined;
  const where = attributes.placeOf(key) ?? place;
  const words = attributes.text('ai.response.text') ?? attributes.text('ai.response.object');
  const calls = attributes.get('ai.response.toolCalls');
  const message = words === undefined ? undefined : spoken(words, 'output', where);
  if (calls === undefined) return message && [message];
  const asking = readAnyMessage({ role: 'assistant', tool_calls: opened(calls) }, where, report);
  return [message, asking && standing(asking, where)].filter((one) => one !== undefined);
}
