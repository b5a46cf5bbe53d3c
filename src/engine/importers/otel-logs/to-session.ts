import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { countIn, readAnyMessage, type AnyMessage } from '../../importing/messages/any-message.ts';
import { conversationIn, standing } from '../../importing/messages/conversation-in.ts';
import { textOf } from '../../importing/messages/content.ts';
import { createFollowing, type Circumstances } from '../../importing/transcript/following.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { counted, createNoting, type Noting } from '../../importing/noting.ts';
import { createPairing } from '../../importing/transcript/pairing.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { LogEvent } from './events.ts';
import { tokensTold } from '../../importing/values/tokens.ts';

/** The whole of a model call in one record, as the conventions of 2025 have it. */
const details = 'gen_ai.client.inference.operation.details';

/** By the names of the events for single messages. */
const roles: { readonly [name: string]: string | undefined } = {
  'gen_ai.system.message': 'system',
  'gen_ai.user.message': 'user',
  'gen_ai.assistant.message': 'assistant',
  'gen_ai.tool.message': 'tool',
};
const choice = 'gen_ai.choice';

export const isOfModel = ({ name }: LogEvent): boolean =>
  name !== undefined && (name === details || name === choice || Object.hasOwn(roles, name));

export function titleOf(events: readonly LogEvent[]): string {
  const noting = createNoting();
  for (const event of events.filter(isOfModel).slice(0, 40)) {
    const text = messagesOf(event, noting)
      .filter(({ role }) => role === 'user')
      .map(({ parts }) => textOf(parts))
      .find((words) => words.trim() !== '');
    if (text !== undefined) return shortTitle(text);
  }
  return 'events of a trace';
}

/** The events of one trace; each call of a model repeats the conversation up to it. */
export function toSession(events: readonly LogEvent[], noting: Noting): ReadSession {
  const pairing = createPairing(noting);
  const following = createFollowing(pairing, noting);
  const models = new Set<string>();
  for (const event of events) {
    if (!isOfModel(event)) {
      noting.note(
        'info',
        'otel-logs/other',
        event.place,
        (n) => `${counted(n, 'log record')} not about a model: left out.`,
      );
      continue;
    }
    const circumstances = circumstancesOf(event);
    if (circumstances.model !== undefined) models.add(circumstances.model);
    following.heard(messagesOf(event, noting), { at: event.at });
    for (const answer of answersOf(event, noting)) following.answered(answer, circumstances);
  }
  following.settle();
  const [model] = models;
  const [first] = events;
  return toTaskSession(
    {
      title: titleOf(events),
      importer: 'otel-logs',
      model: models.size === 1 ? model : undefined,
      startedAt: first?.at,
      declared: [],
      recording: first === undefined || first.trace === '' ? {} : { trace_id: first.trace },
      steps: pairing.steps(),
    },
    noting,
  );
}

function messagesOf(event: LogEvent, noting: Noting): readonly AnyMessage[] {
  const { name = '', body, place } = event;
  if (name === details) return conversationIn(attribute(event, 'gen_ai.input.messages'), 'input', place, noting);
  const role = roles[name];
  if (role === undefined || body === undefined || !isRecord(body)) return [];
  const id = entry(body, 'id');
  const message = { ...withoutContent(body), role, ...(role === 'tool' && id !== undefined && { tool_call_id: id }) };
  return read(message, [...place, 'body'], event, noting);
}

function answersOf(event: LogEvent, noting: Noting): readonly AnyMessage[] {
  const { name, body, place } = event;
  if (name === details) return conversationIn(attribute(event, 'gen_ai.output.messages'), 'output', place, noting);
  if (name !== choice || body === undefined || !isRecord(body)) return [];
  const inner = entry(body, 'message');
  const [message, where] = inner === undefined ? [body, ['body']] : [inner, ['body', 'message']];
  return isRecord(message)
    ? read({ ...withoutContent(message), role: 'assistant' }, [...place, ...where], event, noting)
    : [];
}

/** ADK puts a whole message of Gemini where others have its words: `{content: {role, parts}}`. */
function withoutContent(body: RecordValue): RecordValue {
  const content = entry(body, 'content');
  return content !== undefined && isRecord(content) && isList(entry(content, 'parts') ?? null) ? content : body;
}

function read(message: RecordValue, where: Path, { place }: LogEvent, noting: Noting): readonly AnyMessage[] {
  const found = readAnyMessage(message, where, noting);
  return found === undefined ? [] : [standing(found, place)];
}

const attribute = ({ attributes, body }: LogEvent, key: string): Value | undefined =>
  entry(attributes, key) ?? (body !== undefined && isRecord(body) ? entry(body, key) : undefined);

function circumstancesOf(event: LogEvent): Circumstances {
  const prompt = countIn(attribute(event, 'gen_ai.usage.input_tokens'));
  const completion = countIn(attribute(event, 'gen_ai.usage.output_tokens'));
  const model = attribute(event, 'gen_ai.response.model') ?? attribute(event, 'gen_ai.request.model');
  return {
    at: event.at,
    tokens: tokensTold(prompt, completion),
    model: typeof model === 'string' ? model : undefined,
  };
}
