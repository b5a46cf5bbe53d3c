import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { createImportReport, type ImportReport } from '../import-report.ts';
import { blank, countIn, readAnyMessage, type AnyMessage } from '../messages/any-message.ts';
import { asChoices } from '../messages/choices.ts';
import { conversationIn, spoken, standing } from '../messages/conversation-in.ts';
import type { Placed } from '../values/elements.ts';
import { present } from '../values/present.ts';
import { fieldAt, textAt } from '../values/where.ts';
import { opened } from '../values/written-value.ts';
import { readAttributes, type Attributes } from './attributes.ts';
import type { LogEvent } from './log-records.ts';

/** The parts of a span that may hold messages, arguments and results. */
export interface Source {
  readonly attributes: Attributes;
  readonly events: readonly Placed[];
  readonly place: Path;
  /** Log records with the span's id. */
  readonly logged: readonly LogEvent[];
}

/** Where a span may keep one side of a conversation, in the order in which the places are tried. */
interface Places {
  /** Flattened messages: `llm.input_messages.0.message.role`. */
  readonly lists: readonly string[];
  /** Attributes that hold all messages, mostly as JSON text. */
  readonly values: readonly string[];
  /** Events of the span, one for each message. */
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

export function askedIn(source: Source, report: ImportReport): readonly AnyMessage[] {
  const messages = messagesIn(source, 'input', asked, report);
  const instructions = source.attributes.placeOf('gen_ai.system_instructions');
  return messages.length === 0 || instructions === undefined ? messages : [blank('system', instructions), ...messages];
}

export const answeredIn = (source: Source, report: ImportReport) =>
  answerOfAiSdk(source, report) ?? messagesIn(source, 'output', answered, report);

type Side = 'input' | 'output';

function messagesIn(source: Source, side: Side, places: Places, report: ImportReport): readonly AnyMessage[] {
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
 * OpenInference flattens the choices of Chat Completions and the items of a response in the same way. Only the whole response,
 * which it keeps beside them, shows which messages are choices and why each ended.
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

/** A message assembled from many attributes is shown at the first of them. */
const inRange = (where: Path, span: Path): Path => where.slice(0, span.length + 2);

/** Attributes of an event that hold a whole side of the conversation. */
const wholeSide = {
  input: ['gen_ai.input.messages', 'gen_ai.prompt'],
  output: ['gen_ai.output.messages', 'gen_ai.completion'],
} as const;

/**
 * The conventions have changed: first an event for each side, until 2025 one for each message, since then one with
 * everything.
 */
const inEvents = (source: Source, side: Side, places: Places, report: ImportReport): readonly AnyMessage[] =>
  messageEvents(source).flatMap((event) => {
    const [details, prompt] = wholeSide[side];
    const held = event.get(details) ?? event.get(prompt);
    if (held !== undefined) return conversationIn(held, side, event.place, report);
    if (!places.events.includes(event.name)) return [];
    const found = ofEvent(event, side, report);
    if (event.name !== 'gen_ai.choice') return found;
    const [choice, reason] = [countIn(event.get('index')), event.get('finish_reason')];
    const end = typeof reason === 'string' ? reason : undefined;
    return found.map((message) => ({ ...message, choice, ended: message.ended ?? end }));
  });

function ofEvent({ name, get, place }: MessageEvent, side: Side, report: ImportReport): readonly AnyMessage[] {
  const role = name === 'gen_ai.choice' ? 'assistant' : name.slice('gen_ai.'.length, -'.message'.length);
  const held = recordOf(get('message') ?? null);
  const content = recordOf(get('content') ?? null);
  const calls = get('tool_calls') ?? undefined;
  const message =
    (held && { role, ...held }) ??
    // ADK's content is a whole message of Gemini.
    (content && isList(content['parts'] ?? null) ? { ...content, role } : undefined) ??
    present({
      role,
      content: get('message') ?? get('content') ?? undefined,
      tool_calls: calls && opened(calls),
      tool_call_id: get('id') ?? undefined,
      name: get('name') ?? undefined,
    });
  return conversationIn([message], side, place, report);
}

/** The AI SDK keeps the parts of an answer apart: `ai.response.text`, `ai.response.object`, `ai.response.toolCalls`. */
function answerOfAiSdk({ attributes, place }: Source, report: ImportReport): readonly AnyMessage[] | undefined {
  const key = ['ai.response.text', 'ai.response.object', 'ai.response.toolCalls'].find(
    (one) => attributes.text(one) !== undefined || Array.isArray(attributes.get(one)),
  );
  if (key === undefined) return undefined;
  const where = attributes.placeOf(key) ?? place;
  const words = attributes.text('ai.response.text', 'ai.response.object');
  const calls = attributes.get('ai.response.toolCalls');
  const message = words === undefined ? undefined : spoken(words, 'output', where);
  if (calls === undefined) return message && [message];
  const asking = readAnyMessage({ role: 'assistant', tool_calls: opened(calls) }, where, report);
  return [message, asking && standing(asking, where)].filter((one) => one !== undefined);
}

/** An event about a message. */
export interface MessageEvent {
  readonly name: string;
  readonly place: Path;
  get(key: string): Value | undefined;
}

/**
 * The events of a span, in any of their forms:
 *
 * | event | by |
 * | --- | --- |
 * | `{name, attributes}` | OpenTelemetry |
 * | the same, with all under `gen_ai.event.content` as JSON | Azure AI |
 * | in the attribute `events`, a list of `{"event.name", …}` | Pydantic AI |
 * | `{event_name, attributes}` | Logfire |
 * | `{fields: [{key: "event", value: name}, …]}` | Jaeger |
 * | `{value: "{name: {…}}"}` | Zipkin's annotations |
 * | log records with the span's id | OpenTelemetry's logs |
 */
export function messageEvents({ attributes, events, place, logged }: Source): readonly MessageEvent[] {
  const found = [
    ...events.flatMap((event) => eventIn(event) ?? []),
    ...logged.flatMap((event) => messageEventOf(event) ?? []),
  ];
  const listed = opened(attributes.get('events') ?? null);
  if (found.length > 0 || !Array.isArray(listed)) return found;
  const where = attributes.placeOf('events') ?? place;
  return (listed as readonly Value[]).flatMap((one) => {
    // narrowed to any[]
    const name = isRecord(one) ? one['event.name'] : undefined;
    return isRecord(one) && typeof name === 'string' ? [{ name, place: where, get: (key) => one[key] }] : [];
  });
}

function eventIn({ value, place }: Placed): MessageEvent | undefined {
  const [annotated] = Object.entries(recordOf(fieldAt(value, 'value') ?? null) ?? {});
  const held = readAttributes(fieldAt(value, ['attributes', 'fields']) ?? annotated?.[1], place);
  const name = textAt(value, ['name', 'event_name']) ?? annotated?.[0] ?? held.text('event', 'name');
  const body = recordOf(held.get('gen_ai.event.content') ?? null);
  return name === undefined ? undefined : { name, place, get: (key) => body?.[key] ?? held.get(key) };
}

function messageEventOf({ name, body, attributes, place }: LogEvent): MessageEvent | undefined {
  const held = recordOf(body ?? null);
  return name === undefined ? undefined : { name, place, get: (key) => held?.[key] ?? attributes.get(key) };
}

/** The message of the exception that a span recorded as an event, or else its type. */
export function exceptionIn({ events }: Source): string | undefined {
  const exceptions = events.flatMap((event) => eventIn(event) ?? []).filter(({ name }) => name === 'exception');
  return exceptions
    .flatMap(({ get }) => [get('exception.message'), get('exception.type')])
    .find((words): words is string => typeof words === 'string' && words !== '');
}

function recordOf(value: Value) {
  const record = opened(value);
  return isRecord(record) ? record : undefined;
}
