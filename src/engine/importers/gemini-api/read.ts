import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { withTextsJoined, type Part } from '../../importing/content/content.ts';
import { counted, lost, type ImportReport } from '../../importing/import-report.ts';
import type { MessageResult } from '../../importing/messages/any-message-parts.ts';
import { llmResponseOf, partsOf } from '../../importing/messages/gemini-content.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { readExchanges } from '../../importing/messages/read-exchanges.ts';
import { noteReasoning, noteSystem, noteUnreadMessage } from '../../importing/notes.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { recordedTokens, type CallResult } from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { countAt, elementsAt, findAt, textAt } from '../../importing/values/where.ts';
import { blockReasonIn, exchangeIn, isContent, piecePlace } from './shapes.ts';

export const read = readExchanges({
  importer: 'gemini-api',
  nothing: 'This looks like the Gemini API, but no content is in it.',
  exchangeIn,
  answersIn: ({ list }) => list.flatMap((piece) => findAt(piece, 'candidates.0.content')?.value ?? []),
  answerAlone: () => undefined,
  readMessage: (value, place, report) =>
    isContent(value) ? readContents(value, place, report) : readChunk(value, place, report),
  readResponse(response, report) {
    const pieces = response.list.map((value, index) => ({ value, place: piecePlace(response, index) }));
    return answersIn(pieces).map((answer) => readAnswer(answer, report));
  },
  untitled: () => 'conversation without a message of the user',
  modelIn([exchange]) {
    const models = (exchange?.response?.list ?? []).flatMap((piece) => textAt(piece, 'model_version') ?? []);
    return new Set(models).size === 1 ? models[0] : undefined;
  },
  notes([exchange], report) {
    const { value, place } = exchange?.request?.line ?? { value: null, place: [] };
    const instructions = findAt(value, 'system_instruction');
    if (instructions !== undefined) noteSystem([...place, ...instructions.path], report);
  },
});

/** Pieces of a stream belong to one answer until one of them has a finish reason. */
function answersIn(pieces: readonly Placed[]): readonly (readonly Placed[])[] {
  const answers: Placed[][] = [];
  let isOpen = false;
  for (const piece of pieces) {
    const last = answers.at(-1);
    if (isOpen && last !== undefined) last.push(piece);
    else answers.push([piece]);
    isOpen = findAt(piece.value, 'candidates.0.finish_reason') === undefined;
  }
  return answers;
}

/** A `Content`: a message of the user or the model, or the results of functions. */
function readContents(value: Value, place: Path, report: ImportReport): readonly NormalizedMessage[] {
  const { calls, isReasoning, ...own } = readParts(value, place, report);
  if (textAt(value, 'role') === 'model') return [{ role: 'assistant', ...own, calls, isReasoning, place }];
  return [{ role: own.results.length > 0 && own.parts.length === 0 ? 'results' : 'user', ...own, place }];
}

/** Joins text that was streamed in pieces. */
function readParts(content: Value, place: Path, report: ImportReport) {
  const parts: Part[] = [];
  const calls: RequestedCall[] = [];
  const results: MessageResult[] = [];
  let isReasoning = false;
  for (const part of partsOf(content, place, report, true)) {
    const [id, name] = [textAt(part, 'tool_call_id'), textAt(part, 'tool_name')];
    switch (part['type']) {
      case 'text':
        parts.push({ mimeType: 'text/plain', text: part['text'] ?? '' });
        break;
      case 'thinking':
        isReasoning = true;
        noteReasoning(place, report);
        break;
      case 'tool_call':
        calls.push({ id, name: name ?? '', input: part['args'], place });
        break;
      case 'tool_response':
        results.push({ mark: { id, name, place }, result: resultOf(part) });
        break;
      case 'file': {
        const file = findAt(part, ['uri', 'inline_bytes'])?.value ?? null;
        parts.push({ mimeType: textAt(part, 'mime_type') ?? 'application/octet-stream', file });
        break;
      }
      default:
        parts.push({ mimeType: 'application/json', metadata: part['data'] ?? null });
    }
  }
  return { parts: withTextsJoined(parts), calls, results, isReasoning };
}

/** The table in `adk-outcomes.ts` decides the outcome. The libraries wrap results in `{output}` or `{result}`. */
function resultOf(part: RecordValue): CallResult {
  if (textAt(part, 'metadata.outcome') === 'restricted')
    return { outcome: 'blocked_before', output: undefined, reason: textAt(part, 'metadata.reason') };
  const reason = textAt(part, 'error');
  return reason === undefined
    ? { outcome: 'ok', output: part['result'] }
    : { outcome: 'error', output: undefined, reason };
}

/** The token counts of the last piece are those of the answer. */
function readAnswer(pieces: readonly Placed[], report: ImportReport): NormalizedMessage {
  const read = pieces.map((piece) => {
    noteAlternatives(piece, report);
    const content = findAt(piece.value, 'candidates.0.content')?.value ?? null;
    return readParts(content, [...piece.place, 'candidates', 0, 'content'], report);
  });
  const facts: RecordValue = Object.assign({}, ...pieces.map(({ value }) => factsOf(value)));
  const ended = textAt(facts, 'finish_reason') ?? pieces.map(({ value }) => blockReasonIn(value)).find(Boolean);
  const times = pieces.flatMap((piece) => {
    const time = findAt(piece.value, 'create_time');
    return (time && readInstant(time.value, [...piece.place, ...time.path], report)) ?? [];
  });
  return {
    role: 'assistant',
    parts: withTextsJoined(read.flatMap(({ parts }) => parts)),
    calls: read.flatMap(({ calls }) => calls),
    results: read.flatMap(({ results }) => results),
    isReasoning: read.some(({ isReasoning }) => isReasoning),
    placeholder: ended === undefined || ended === 'STOP' ? undefined : `[no text: ${ended}]`,
    ended,
    tokens: recordedTokens(
      countAt(facts, 'input_tokens'),
      countAt(facts, 'output_tokens'),
      countAt(facts, 'usage_metadata.cached_content_token_count'),
    ),
    model: textAt(facts, 'model_version'),
    at: times[0],
    place: pieces[0]?.place ?? [],
    alsoAt: pieces.slice(1).map((piece) => piece.place),
  };
}

/** The tokens, the model and the finish reason of a piece. */
function factsOf(piece: Value): RecordValue | null {
  const reason = findAt(piece, 'candidates.0.finish_reason')?.value;
  return isRecord(piece) ? llmResponseOf({ ...piece, ...(reason !== undefined && { finish_reason: reason }) }) : null;
}

function noteAlternatives({ value, place }: Placed, report: ImportReport): void {
  const others = counted(elementsAt(value, 'candidates').length - 1, 'other candidate');
  const note = lost('gemini-api/candidates', () => `${others} of an answer left out: the first is shown.`);
  if (elementsAt(value, 'candidates').length > 1) note([...place, 'candidates', 1], report);
}

/** A piece of a prompt that AI Studio saved. */
function readChunk(value: Value, place: Path, report: ImportReport): readonly NormalizedMessage[] {
  const [role, text] = [textAt(value, 'role'), textAt(value, 'text')];
  if (role === undefined) {
    noteUnreadMessage(place, report);
    return [];
  }
  if (findAt(value, 'isThought')?.value === true) {
    noteReasoning(place, report);
    return [];
  }
  const part =
    text === undefined ? { mimeType: 'application/json', metadata: value } : { mimeType: 'text/plain', text };
  const at = readInstant(textAt(value, 'createTime'), [...place, 'createTime'], report);
  return [{ role: role === 'model' ? 'assistant' : 'user', parts: [part], at, place }];
}
