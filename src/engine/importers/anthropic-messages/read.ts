import { isSame } from '../../model/equal.ts';
import { below, type Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { createImportReport, type ImportReport, notesOf } from '../../importing/import-report.ts';
import { cachedTokens, promptTokens, readBlocks, type BlockResult } from '../../importing/messages/anthropic-blocks.ts';
import type { Exchange, ExchangeSide } from '../../importing/messages/exchange.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { readExchanges } from '../../importing/messages/read-exchanges.ts';
import { timeOfLine, type AnswerAlone } from '../../importing/messages/request-log.ts';
import { noteSystem, noteUnreadMessage } from '../../importing/notes.ts';
import { tokensCounted, type CallResult } from '../../importing/transcript/transcript.ts';
import { countAt, elementsAt, findAt, textAt } from '../../importing/values/where.ts';
import { exchangeIn, isMessage, isResponse } from './shapes.ts';
import { streamedIn, writtenIn, type Streamed } from './stream.ts';

export const read = readExchanges({
  importer: 'anthropic-messages',
  nothing: 'This looks like messages of Anthropic, but it holds neither “messages” nor “content”.',
  exchangeIn,
  answersIn: ({ body }) => (isResponse(body) ? [{ content: body['content'] ?? null }] : []),
  answerAlone,
  isRepeated,
  readMessage,
  readResponse,
  untitled: (model) => `response of ${model ?? 'a model of Anthropic'}`,
  modelIn,
  noteRequest({ body, place }, report) {
    if (findAt(body, 'system') !== undefined) noteSystem([...place.slice(0, -1), 'system'], report);
  },
  lastNotes(entries, _, report) {
    if (!entries.some(({ kind }) => kind === 'input')) notes['no-input'](null, report);
  },
});

/** Programs may keep whole responses among the messages, and a stream names its model at its beginning. */
function modelIn(row: readonly Exchange[]): string | undefined {
  const kept = row.flatMap(({ request }) => request?.list.slice(0, 20) ?? []);
  const streamed = row.flatMap(({ response }) =>
    response === undefined ? [] : streamsIn(response, createImportReport()).slice(0, 1),
  );
  return [...kept, ...streamed.map((one) => one.response)]
    .map((message) => textAt(message, 'model'))
    .find((model) => model !== undefined);
}

function answerAlone({ body }: ExchangeSide): AnswerAlone | undefined {
  if (!isResponse(body)) return undefined;
  const completion = countAt(body, 'usage.output_tokens') ?? 0;
  const types = elementsAt(body, 'content').map((block) => textAt(block, 'type'));
  return {
    model: textAt(body, 'model'),
    created: undefined,
    prompt: promptTokens(body['usage']),
    completion,
    // The API does not count thoughts separately.
    thought: types.includes('thinking') ? completion : 0,
    asksForTools: types.includes('tool_use'),
  };
}

/** A client moves its cache marks with every request, and may write a text as a block. */
function isRepeated(old: Value, next: Value): boolean {
  return textAt(old, 'role') === textAt(next, 'role') && isSame(wordsOf(old), wordsOf(next));
}

function wordsOf(message: Value): Value {
  const content = isRecord(message) ? message['content'] : undefined;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (content === undefined || !isList(content)) return null;
  return [...content].map((block) => {
    if (!isRecord(block)) return block;
    const { cache_control: _, ...rest } = block;
    return rest;
  });
}

function readMessage(value: Value, place: Path, report: ImportReport, at?: string): readonly NormalizedMessage[] {
  if (!isMessage(value)) {
    noteUnreadMessage(place, report, 'messages');
    return [];
  }
  // Some programs keep the whole response among the messages: its tokens belong to that answer.
  if (isResponse(value)) return [readAnswer(value, place, at, report)];
  const {
    parts,
    calls,
    results: read,
    thinks,
    thinking,
  } = readBlocks(value['content'], below(place, 'content'), report);
  const results = read.map(resultOf);
  const role = textAt(value, 'role');
  if (role === 'system') return [{ role, parts, place }];
  if (role === 'assistant')
    return [{ role, parts, calls, results, thinking, placeholder: placeholder(thinks), at, place }];
  return [{ role: parts.length === 0 ? 'results' : 'user', parts, results, at, place }];
}

const placeholder = (thinks: boolean): string => (thinks ? '[thinking]' : '[no text]');

function readResponse(response: ExchangeSide, report: ImportReport): readonly NormalizedMessage[] {
  const { body, place, line } = response;
  const at = line && timeOfLine(line, report);
  if (isResponse(body)) return [readAnswer(body, place, at, report)];
  return streamsIn(response, report).map((one) => {
    if (one.isCut) notes['cut-off'](one.place, report);
    return readAnswer(one.response, one.place, at, report, one);
  });
}

const streamsIn = ({ list, place }: ExchangeSide, report: ImportReport): readonly Streamed[] =>
  typeof list[0] === 'string' ? writtenIn(list[0], place, report) : streamedIn(list, report);

/** `streamed`: the places of its blocks and texts, if they are not in a list. */
function readAnswer(
  body: RecordValue,
  place: Path,
  at: string | undefined,
  report: ImportReport,
  streamed?: Pick<Streamed, 'placeOf' | 'textPlaces'>,
): NormalizedMessage {
  const blocks = readBlocks(body['content'], below(place, 'content'), report);
  const placed = <T extends { readonly place: Path }>(one: T): T =>
    streamed === undefined ? one : { ...one, place: streamed.placeOf(Number(one.place.at(-1))) };
  const ended = textAt(body, 'stop_reason');
  if (ended === 'pause_turn') notes.pause_turn(below(place, 'stop_reason'), report);
  return {
    role: 'assistant',
    parts: blocks.parts,
    calls: blocks.calls.map(placed),
    results: blocks.results.map(placed).map(resultOf),
    thinking: blocks.thinking,
    placeholder: placeholder(blocks.thinks),
    ended,
    tokens: tokensCounted(
      promptTokens(body['usage']),
      countAt(body, 'usage.output_tokens'),
      cachedTokens(body['usage']),
    ),
    at,
    place,
    alsoAt: streamed?.textPlaces,
  };
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
function resultOf({ id, isError, text, output, place }: BlockResult) {
  const reason = text === '' ? 'the result is marked as an error' : text;
  const result: CallResult = isError ? { outcome: 'error', output: undefined, reason } : { outcome: 'ok', output };
  return { mark: { id, name: undefined, place }, result };
}

const notes = notesOf('anthropic-messages', {
  lost: {
    'no-input': 'The file contains only the model’s side: its input is not recorded.',
  },
  info: {
    pause_turn: '{# answer} paused by the provider, to be continued.',
  },
  repaired: {
    'cut-off': 'The stream ends before its last event: text and usage may be missing.',
  },
});
