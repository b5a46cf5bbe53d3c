import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { SessionEvent } from '../../systems/adk/session-event.ts';
import { waitsFor } from '../../importing/adk/adk-outcomes.ts';
import { fieldOf, inSnakeCase, partsOf, textIn, llmResponseOf } from '../../importing/messages/gemini-content.ts';
import { keyOf, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';

/** The fields of an event of langchain_adk; everything else is kept in its metadata. */
const placed = new Set([
  ...'id type author invocation_id timestamp branch partial turn_complete content actions options'.split(' '),
  ...'usage_metadata model_version finish_reason'.split(' '),
]);

/**
 * An event of Google's kit as langchain_adk has them. It has no type of its own:
 *
 * | in the recording | type |
 * | --- | --- |
 * | function responses | `tool_response` |
 * | answers to `adk_request_…` (a confirmation, a credential) | `user_message`, the answer as data |
 * | the author is `user` | `user_message` |
 * | only calls of `adk_request_…`: a request of the framework to the client | `client_request`, which is no turn |
 * | any other content, or an error code | `agent_message` |
 * | none of these: for example a change of the state | `actions`, which is no turn |
 */
export function eventOf(written: RecordValue, place: Path, report: ImportReport): SessionEvent {
  const raw = withMetadata(written);
  const author = textIn(raw, 'author');
  const content = raw['content'] ?? transcribed(raw);
  const spoken = partsOf(content, [...place, 'content'], report);
  const { error_code, error_message, ...rest } = restOf(raw);
  const isError = error_code !== undefined || error_message !== undefined;
  const type = typeOf(author, spoken, isError);
  const { actions, temporary } = actionsOf(raw, place, report);
  const branch = fieldOf(raw, 'branch');
  const seconds = timestampIn(raw, place, report);
  noteKind(type, place, report);
  return {
    id: textIn(raw, 'id') || (textIn(raw, 'name').split('/').at(-1) ?? ''),
    type,
    ...(seconds !== undefined && { timestamp: seconds }),
    invocation_id: textIn(raw, 'invocation_id'),
    author,
    agent_name: author === 'user' ? null : author,
    branch: typeof branch === 'string' ? branch : null,
    partial: fieldOf(raw, 'partial') ?? null,
    turn_complete: fieldOf(raw, 'turn_complete') ?? null,
    content: {
      role: isRecord(content) ? (content['role'] ?? null) : null,
      parts: spoken.map((part) => (type === 'user_message' ? asAnswer(part) : asWaiting(part, actions))),
    },
    actions,
    metadata: {
      ...rest,
      ...(isError && { error: true, error_code: error_code ?? null, error_message: error_message ?? null }),
      ...(temporary !== undefined && { temp_state_delta: temporary }),
    },
    llm_response: type === 'agent_message' ? llmResponseOf(raw) : null,
  };
}

/** Vertex AI's sessions keep some of an event's fields apart. */
function withMetadata(written: RecordValue): RecordValue {
  const key = keyOf(written, 'event_metadata');
  const { [key]: metadata, ...rest } = written;
  return metadata !== undefined && isRecord(metadata) ? { ...metadata, ...rest } : written;
}

/** Live sessions write heard and spoken audio as transcriptions, and store the audio elsewhere. */
function transcribed(raw: RecordValue): Value {
  const heard = textAt(raw, 'input_transcription.text');
  const text = heard ?? textAt(raw, 'output_transcription.text');
  return text === undefined ? null : { role: heard === undefined ? 'model' : 'user', parts: [{ text }] };
}

const restOf = (raw: RecordValue): RecordValue =>
  Object.fromEntries(Object.entries(inSnakeCase(raw)).filter(([key, value]) => !placed.has(key) && !isEmpty(value)));

const isEmpty = (value: Value): boolean =>
  isList(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;

const isOfClient = (name: Value | undefined): boolean => typeof name === 'string' && name.startsWith('adk_request_');

function typeOf(author: string, parts: readonly RecordValue[], isError: boolean): string {
  const responses = parts.filter(({ type }) => type === 'tool_response');
  if (responses.length > 0) {
    return responses.every(({ tool_name }) => isOfClient(tool_name)) ? 'user_message' : 'tool_response';
  }
  if (parts.length === 0) return isError ? 'agent_message' : 'actions';
  if (author === 'user') return 'user_message';
  const isRequest = parts.every(({ type, tool_name }) => type === 'tool_call' && isOfClient(tool_name));
  return isRequest ? 'client_request' : 'agent_message';
}

function asAnswer(part: RecordValue): RecordValue {
  if (part['type'] !== 'tool_response') return part;
  const { tool_name = '', result = null } = part;
  return { type: 'data', data: { name: tool_name, response: result }, metadata: {} };
}

/** The fields of an event's actions that name calls which wait for the user, and what these wait for. */
const waits = { requested_auth_configs: 'a credential', requested_tool_confirmations: 'a confirmation' };

/** A placeholder response while the call waits for the user. */
function asWaiting(part: RecordValue, actions: RecordValue): RecordValue {
  const id = part['tool_call_id'];
  if (part['type'] !== 'tool_response' || typeof id !== 'string') return part;
  const wait = Object.entries(waits).find(([field]) => Object.hasOwn(recordAt(actions, field) ?? {}, id));
  return wait === undefined ? part : { ...part, error: null, metadata: waitsFor(wait[1]) };
}

/** `temp:` keys live as long as the invocation: the kit never writes them to the session. Early versions wrote `options`. */
function actionsOf(raw: RecordValue, place: Path, report: ImportReport) {
  const written = fieldOf(raw, 'actions') ?? fieldOf(raw, 'options');
  const actions: RecordValue = isRecord(written) ? inSnakeCase(written) : {};
  if (Object.hasOwn(actions, 'rewind_before_invocation_id')) {
    report.note('info', 'adk/rewind', place, (n) => {
      return `${counted(n, 'event')} reverted all later events: these are left out here and shown in a separate session.`;
    });
  }
  const entries = Object.entries(recordAt(actions, 'state_delta') ?? {});
  const temporary = entries.filter(([key]) => key.startsWith('temp:'));
  if (temporary.length === 0) return { actions, temporary: undefined };
  report.note('info', 'adk/temporary', place, (n) => {
    return `${counted(n, 'event')} wrote “temp:” keys, which no session stores: they are in the event’s metadata.`;
  });
  const lasting = Object.fromEntries(entries.filter((entry) => !temporary.includes(entry)));
  return { actions: { ...actions, state_delta: lasting }, temporary: Object.fromEntries(temporary) };
}

/** Seconds since 1970, as a rule; the kits for Java and TypeScript write milliseconds, and some stores ISO 8601. */
function timestampIn(raw: RecordValue, place: Path, report: ImportReport): Value | undefined {
  const written = fieldOf(raw, 'timestamp');
  const count = numberAt(raw, 'timestamp');
  // As seconds, such a number would be the year 5138 or later.
  const isMilliseconds = count !== undefined && count >= 1e11;
  const time = isMilliseconds ? count / 1000 : written;
  const instant = readInstant(time, [...place, 'timestamp'], report);
  if (instant === undefined) return undefined;
  return count === undefined ? Date.parse(instant) / 1000 : time;
}

function noteKind(type: string, place: Path, report: ImportReport): void {
  if (type === 'actions') {
    report.note('info', 'adk/no-content', place, (n) => {
      return `${counted(n, 'event')} without content: applied to the session, but not shown as turns.`;
    });
  } else if (type === 'client_request') {
    report.note('info', 'adk/client-request', place, (n) => {
      return `${counted(n, 'event')} in which the framework asks the user for something: not shown as turns of the model.`;
    });
  }
}
