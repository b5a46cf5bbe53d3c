import { below, type Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value, valueAt } from '../../model/value.ts';
import { textOf } from '../../importing/content/content.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readBlocks, type BlockResult } from '../../importing/messages/anthropic-blocks.ts';
import { emitMessage } from '../../importing/messages/normalized-message.ts';
import { isOfModel, noteUnlogged, timeOfLine } from '../../importing/messages/request-log.ts';
import { noteSystem, noteUnreadMessage } from '../../importing/notes.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { plusAny, tokensCounted, type CallResult } from '../../importing/transcript/transcript.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { countAt, textAt } from '../../importing/values/where.ts';
import { isAnswered, isMessage, isResponse, type Conversation } from './shapes.ts';
import { streamedIn, type Streamed, writtenIn } from './stream.ts';

/** `row`: one exchange with the model, or several, each of which repeats the earlier ones. */
export function titleOf(row: readonly Conversation[]): string {
  for (const value of row[0]?.messages.slice(0, 20) ?? []) {
    if (textAt(value, 'role') !== 'user') continue;
    const text = textOf(readBlocks(valueAt(value, ['content']), [], createImportReport()).parts);
    if (text.trim() !== '') return shortTitle(text);
  }
  return `response of ${modelOf(row) ?? 'a model of Anthropic'}`;
}

function modelOf(row: readonly Conversation[]): string | undefined {
  const named = row.map(({ response, request }) => textAt(response?.body, 'model') ?? textAt(request, 'model'));
  const kept = row.flatMap(({ messages }) => messages.slice(0, 20)).map((message) => textAt(message, 'model'));
  return [...named, ...kept].find((model) => model !== undefined);
}

/** `document`: the log that contains the exchanges. */
export function toSession(row: readonly Conversation[], document: Value): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  let before: Conversation | undefined;
  let model: string | undefined;
  for (const conversation of row) {
    const { messages, messagesPlace, request, response, written, stream } = conversation;
    const requestTime = timeOf(conversation, 'request', document, report);
    const answered = timeOf(conversation, 'response', document, report);
    const from = knownIn(messages, before);
    const lastAnswer = messages.findLastIndex(isOfModel);
    messages.slice(from).forEach((value, index) => {
      const where = below(messagesPlace, from + index);
      if (before !== undefined && isOfModel(value)) noteUnlogged(where, report);
      // Only the messages after the last answer are new in this request.
      const at = before === undefined || from + index > lastAnswer ? requestTime : undefined;
      readMessage(value, where, at, matcher, report);
    });
    // Each request of a row repeats it.
    if ((request?.['system'] ?? undefined) !== undefined && before === undefined)
      noteSystem([...messagesPlace.slice(0, -1), 'system'], report);
    if (response !== undefined) readResponse(response.body, response.place, answered, matcher, report);
    const streamed = written === undefined ? streamedIn(stream, report) : writtenIn(written, report);
    for (const one of streamed) readStreamed(one, answered, matcher, report);
    model ??= textAt(streamed[0]?.response, 'model');
    before = conversation;
  }
  const entries = matcher.entries();
  if (!entries.some(({ kind }) => kind === 'input')) {
    const message = 'The file holds the model’s side only: what it was asked is not recorded.';
    report.note('lost', 'anthropic-messages/no-input', null, () => message);
  }
  const tools = row.flatMap(({ request }) => elementsOf(request?.['tools'] ?? null));
  return toTaskSession(
    {
      title: titleOf(row),
      importer: 'anthropic-messages',
      model: modelOf(row) ?? model,
      declared: [...new Set(tools.flatMap((tool) => textAt(tool, 'name') ?? []))],
      recording: {},
      entries,
    },
    report,
  );
}

/** How many messages were read with the exchange before: those of its request, and the answer that follows them. */
function knownIn(messages: readonly Value[], before: Conversation | undefined): number {
  if (before === undefined) return 0;
  const requested = before.messages.length;
  return isAnswered(before) && isOfModel(messages[requested]) ? requested + 1 : requested;
}

/** The time of the request or response, from its own half of the record, or else from the line: bodies carry no times. */
function timeOf({ place }: Conversation, half: 'request' | 'response', document: Value, report: ImportReport) {
  for (const where of place.length === 0 ? [] : [[...place, half], place]) {
    const holder = valueAt(document, where) ?? null;
    const time = isRecord(holder) ? timeOfLine(holder, where, report) : undefined;
    if (time !== undefined) return time;
  }
  return undefined;
}

function readStreamed(one: Streamed, at: string | undefined, matcher: CallMatcher, report: ImportReport): void {
  readResponse(one.response, one.place, at, matcher, report, one);
  if (!one.isCut) return;
  const message = 'The stream ends before its last event: text and usage may be missing.';
  report.note('repaired', 'anthropic-messages/cut-off', one.place, () => message);
}

function readMessage(
  value: Value,
  place: Path,
  at: string | undefined,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  if (!isMessage(value)) return noteUnreadMessage(place, report, 'messages');
  // Some programs keep the whole response among the messages: its tokens belong to that answer.
  if (isResponse(value)) return readResponse(value, place, at, matcher, report);
  const { parts, calls, results: read, thinks } = readBlocks(value['content'], below(place, 'content'), report);
  const results = read.map(resultOf);
  const placeholder = thinks ? '[thinking]' : '[no text]';
  const role = textAt(value, 'role');
  if (role === 'system') emitMessage({ role, parts, place }, matcher, report);
  else if (role === 'assistant') emitMessage({ role, parts, calls, results, placeholder, at, place }, matcher, report);
  else emitMessage({ role: parts.length === 0 ? 'results' : 'user', parts, results, at, place }, matcher, report);
}

/** `streamed`: the places of its blocks and texts, if they are not in a list. */
function readResponse(
  body: RecordValue,
  place: Path,
  at: string | undefined,
  matcher: CallMatcher,
  report: ImportReport,
  streamed?: Pick<Streamed, 'placeOf' | 'textPlaces'>,
): void {
  const blocks = readBlocks(body['content'], below(place, 'content'), report);
  const placed = <T extends { readonly place: Path }>(one: T): T =>
    streamed === undefined ? one : { ...one, place: streamed.placeOf(Number(one.place.at(-1))) };
  const ended = textAt(body, 'stop_reason');
  const message = {
    role: 'assistant',
    parts: blocks.parts,
    calls: blocks.calls.map(placed),
    results: blocks.results.map(placed).map(resultOf),
    placeholder: blocks.thinks ? '[thinking]' : '[no text]',
    ended,
    tokens: tokensCounted(promptOf(body), countAt(body, 'usage.output_tokens')),
    at,
    place,
    alsoAt: streamed?.textPlaces,
  } as const;
  emitMessage(message, matcher, report);
  if (ended === 'pause_turn') {
    report.note(
      'info',
      'anthropic-messages/pause_turn',
      below(place, 'stop_reason'),
      (n) => `${counted(n, 'answer')} paused by the provider, to be gone on with.`,
    );
  }
}

/** Tokens that were read from a cache or written to it are part of the prompt. */
export const promptOf = (body: RecordValue): number | undefined =>
  plusAny(
    countAt(body, 'usage.input_tokens'),
    countAt(body, 'usage.cache_creation_input_tokens'),
    countAt(body, 'usage.cache_read_input_tokens'),
  );

/**
 * | in the message | outcome |
 * | --- | --- |
 * | `is_error: true` of a `tool_result` | errored, with its text |
 * | a result of a tool of the provider with an `error_code`, or a `return_code` that is not 0 | errored, with the code |
 * | any other result | successful |
 *
 * The API has no refusal of a call: a client writes a refusal as an error.
 */
function resultOf({ id, isError, text, output, place }: BlockResult) {
  const reason = text === '' ? 'the result is marked as an error' : text;
  const result: CallResult = isError ? { outcome: 'error', output: undefined, reason } : { outcome: 'ok', output };
  return { mark: { id, name: undefined, place }, result };
}
