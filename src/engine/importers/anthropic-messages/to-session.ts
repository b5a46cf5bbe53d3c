import * as v from 'valibot';
import { below, type Path } from '../../model/path.ts';
import { isRecord, type Value, valueAt } from '../../model/value.ts';
import { readBlocks, type BlockResult } from '../../importing/messages/anthropic-blocks.ts';
import { textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { messageIn } from '../../importing/transcript/message-list.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { noteUnlogged } from '../../importing/transcript/unlogged-exchange.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { type CallResult, type RecordedTokens, tokensCounted } from '../../importing/transcript/transcript.ts';
import { Message, Response, Tool } from './format.ts';
import { promptOf } from './answers-in-a-row.ts';
import { isAnswered, isOfModel } from './exchanges.ts';
import type { Conversation } from './shapes.ts';
import { streamedIn, type Streamed, writtenIn } from './stream.ts';
import { noteSystem } from '../../importing/notes.ts';

/** `row`: one exchange with the model, or several, each of which repeats the earlier ones. */
export function titleOf(row: readonly Conversation[]): string {
  for (const value of row[0]?.messages.slice(0, 20) ?? []) {
    const message = v.safeParse(Message, value);
    if (!message.success || message.output.role !== 'user') continue;
    const text = textOf(readBlocks(message.output.content, [], createImportReport()).parts);
    if (text.trim() !== '') return shortTitle(text);
  }
  return `response of ${modelOf(row) ?? 'a model of Anthropic'}`;
}

function modelOf(row: readonly Conversation[]): string | undefined {
  const named = row.map(({ response, request }) => response?.body.model ?? request?.model);
  const kept = row.flatMap(({ messages }) => messages.slice(0, 20)).map((message) => valueAt(message, ['model']));
  return [...named, ...kept].find((model) => typeof model === 'string');
}

/** `lines`: the log lines that contain the exchanges. */
export function toSession(row: readonly Conversation[], lines: readonly Value[]): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  let before: Conversation | undefined;
  let model: string | undefined;
  for (const conversation of row) {
    const { messages, messagesPlace, request, response, written, stream } = conversation;
    const requestTime = timeOf(conversation, 'request', lines, report);
    const answered = timeOf(conversation, 'response', lines, report);
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
    if (request?.system !== undefined && before === undefined)
      noteSystem([...messagesPlace.slice(0, -1), 'system'], report);
    if (response !== undefined) readResponse(response.body, response.place, answered, matcher, report);
    const streamed = written === undefined ? streamedIn(stream, report) : writtenIn(written, report);
    for (const one of streamed) readStreamed(one, answered, matcher, report);
    model ??= streamed[0]?.response.model;
    before = conversation;
  }
  const steps = matcher.entries();
  if (!steps.some(({ kind }) => kind === 'input')) {
    report.note(
      'lost',
      'anthropic-messages/no-input',
      null,
      () => 'The file holds the model’s side only: what it was asked is not recorded.',
    );
  }
  return toTaskSession(
    {
      title: titleOf(row),
      importer: 'anthropic-messages',
      model: modelOf(row) ?? model,
      declared: [...new Set(row.flatMap(({ request }) => (request?.tools ?? []).flatMap(nameOf)))],
      recording: {},
      entries: steps,
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

const timeKeys = ['timestamp', 'startTime', 'start_time', 'created_at', 'time'] as const;

/** The time of the request or response, from its own half of the record, or else from the line: bodies carry no times. */
function timeOf(
  { place }: Conversation,
  half: 'request' | 'response',
  lines: readonly Value[],
  report: ImportReport,
): string | undefined {
  const line = place.length === 0 ? undefined : valueAt(lines, place);
  if (line === undefined || !isRecord(line)) return undefined;
  for (const within of [[half], []]) {
    const holder = valueAt(line, within);
    const key =
      holder !== undefined && isRecord(holder) ? timeKeys.find((name) => holder[name] !== undefined) : undefined;
    if (key !== undefined) return readInstant(valueAt(line, [...within, key]), [...place, ...within, key], report);
  }
  return undefined;
}

function readStreamed(one: Streamed, at: string | undefined, matcher: CallMatcher, report: ImportReport): void {
  readResponse(one.response, one.place, at, matcher, report, one);
  if (!one.isCut) return;
  report.note(
    'repaired',
    'anthropic-messages/cut-off',
    one.place,
    () => 'The stream ends before its last event: text and usage may be missing.',
  );
}

function readMessage(
  value: Value,
  place: Path,
  at: string | undefined,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const message = messageIn(Message, value, place, 'messages', report);
  if (message === undefined) return;
  const blocks = readBlocks(message.content, below(place, 'content'), report);
  switch (message.role) {
    case 'system':
      return noteSystem(place, report);
    case 'assistant': {
      // Some programs keep the whole response among the messages: its tokens belong to that answer.
      const response = v.safeParse(Response, value);
      if (response.success) return readResponse(response.output, place, at, matcher, report);
      const otherwise = blocks.thinks ? '[thinking]' : '[no text]';
      matcher.addModelTurn({ message: blocks.parts, otherwise, tokens: undefined, at, place }, blocks.calls);
      return giveResults(blocks.results, at, matcher);
    }
    default:
      giveResults(blocks.results, at, matcher);
      if (blocks.parts.length > 0) matcher.addInput({ message: blocks.parts, at, place });
  }
}

/** `streamed`: the places of its blocks and texts, if they are not in a list. */
function readResponse(
  body: Response,
  place: Path,
  at: string | undefined,
  matcher: CallMatcher,
  report: ImportReport,
  streamed?: Pick<Streamed, 'placeOf' | 'textPlaces'>,
): void {
  const blocks = readBlocks(body.content, below(place, 'content'), report);
  const placed = <T extends { readonly place: Path }>(one: T): T =>
    streamed === undefined ? one : { ...one, place: streamed.placeOf(Number(one.place.at(-1))) };
  const calls = blocks.calls.map(placed);
  const results = blocks.results.map(placed);
  const otherwise = blocks.thinks ? '[thinking]' : '[no text]';
  const tokens = tokensOf(body);
  const { stop_reason: ended } = body;
  matcher.addModelTurn(
    { message: blocks.parts, otherwise, ended, tokens, at, place, alsoAt: streamed?.textPlaces },
    calls,
  );
  giveResults(results, at, matcher);
  if (ended === 'pause_turn') {
    report.note(
      'info',
      'anthropic-messages/pause_turn',
      below(place, 'stop_reason'),
      (n) => `${counted(n, 'answer')} paused by the provider, to be gone on with.`,
    );
  }
}

/**
 * | in the message | outcome |
 * | --- | --- |
 * | `is_error: true` of a `tool_result` | errored, with its text |
 * | a result of a tool of the provider with an `error_code`, or a `return_code` that is not 0 | errored, with the code |
 * | any other result | successful |
 *
 * The API has no refusal of a call: a client writes a refusal as an error.
 */
function outcomeOf({ isError, text, output }: BlockResult): CallResult {
  if (!isError) return { outcome: 'ok', output };
  return { outcome: 'error', output: undefined, reason: text === '' ? 'the result is marked as an error' : text };
}

function giveResults(results: readonly BlockResult[], at: string | undefined, matcher: CallMatcher): void {
  for (const result of results) {
    const { id, place } = result;
    matcher.addResult({ id, name: undefined, place }, { ...outcomeOf(result), at });
  }
}

const tokensOf = (response: Response): RecordedTokens | undefined =>
  tokensCounted(promptOf(response), response.usage?.output_tokens);

function nameOf(tool: Value): readonly string[] {
  const read = v.safeParse(Tool, tool);
  return read.success ? [read.output.name] : [];
}
