import * as v from 'valibot';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import type { MessageResult } from '../../importing/messages/any-message-parts.ts';
import type { Part } from '../../importing/content/content.ts';
import { fieldOf, partsOf, llmResponseOf } from '../../importing/messages/gemini-content.ts';
import { keyOf } from '../../importing/values/where.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { type CallResult, recordedTokens } from '../../importing/transcript/transcript.ts';
import { blockReasonIn, Chunk, isContent } from './format.ts';
import { noteReasoning, noteUnreadMessage } from '../../importing/notes.ts';
import type { Placed } from '../../importing/values/elements.ts';

/** A `Content`: a message of the user or the model, or the results of functions. */
export function readContents(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const { value, place } = placed;
  if (!isRecord(value) || !isContent(value)) {
    noteUnreadMessage(placed.place, report);
    return [];
  }
  const read = readParts(value, place, report);
  if (value['role'] === 'model') return [{ role: 'assistant', ...read, place }];
  const role = read.results.length > 0 && read.parts.length === 0 ? 'results' : 'user';
  return [{ role, parts: read.parts, results: read.results, place }];
}

interface Read {
  readonly parts: readonly Part[];
  readonly calls: readonly RequestedCall[];
  readonly results: readonly MessageResult[];
  readonly isReasoning: boolean;
}

/** Joins text that was streamed in pieces. */
function readParts(content: Value, place: Path, report: ImportReport): Read {
  const parts: Part[] = [];
  const calls: RequestedCall[] = [];
  const results: MessageResult[] = [];
  let isReasoning = false;
  for (const part of partsOf(content, place, report)) {
    switch (part['type']) {
      case 'text':
        addText(parts, part['text'] ?? '');
        break;
      case 'thinking':
        isReasoning = true;
        noteReasoning(place, report);
        break;
      case 'tool_call':
        calls.push({
          id: textOr(part['tool_call_id']),
          name: textOr(part['tool_name']) ?? '',
          input: part['args'],
          place,
        });
        break;
      case 'tool_response':
        results.push({
          mark: { id: textOr(part['tool_call_id']), name: textOr(part['tool_name']), place },
          result: resultOf(part),
        });
        break;
      case 'file':
        parts.push(fileOf(part));
        break;
      default:
        parts.push({ mimeType: 'application/json', metadata: part['data'] ?? null });
    }
  }
  return { parts, calls, results, isReasoning };
}

function addText(parts: Part[], text: Value): void {
  const last = parts.at(-1);
  const before = last?.['text'];
  if (typeof before === 'string' && typeof text === 'string')
    parts[parts.length - 1] = { mimeType: 'text/plain', text: before + text };
  else parts.push({ mimeType: 'text/plain', text });
}

const textOr = (value: Value | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

const fileOf = ({ uri, inline_bytes: bytes, mime_type: mime }: RecordValue): Part => ({
  mimeType: textOr(mime) ?? 'application/octet-stream',
  file: textOr(uri) ?? bytes ?? null,
});

/** The table in `adk-outcomes.ts` decides the outcome. The libraries wrap results in `{output}` or `{result}`. */
function resultOf({ result, error, metadata }: RecordValue): CallResult {
  if (metadata !== undefined && isRecord(metadata) && metadata['outcome'] === 'restricted') {
    return { outcome: 'blocked_before', output: undefined, reason: textOr(metadata['reason']) };
  }
  if (typeof error === 'string') return { outcome: 'error', output: undefined, reason: error };
  return { outcome: 'ok', output: result };
}

/**
 * The answers in a list of responses. Pieces of a stream belong to one answer until one of them has a finish reason.
 * The token counts of the last piece are those of the answer.
 */
export function answersIn(responses: readonly Placed[]): readonly Placed[][] {
  const answers: Placed[][] = [];
  let open: Placed[] | undefined;
  for (const response of responses) {
    if (open === undefined) answers.push((open = []));
    open.push(response);
    const first = candidateOf(response.value);
    if (first !== undefined && fieldOf(first, 'finish_reason') !== undefined) open = undefined;
  }
  return answers;
}

const candidates = (value: Value): Value | undefined => (isRecord(value) ? fieldOf(value, 'candidates') : undefined);

function candidateOf(value: Value): RecordValue | undefined {
  const list = candidates(value);
  const first = Array.isArray(list) ? (list as readonly Value[])[0] : undefined; // narrowed to any[]
  return first !== undefined && isRecord(first) ? first : undefined;
}

export function readAnswer(pieces: readonly Placed[], report: ImportReport): readonly NormalizedMessage[] {
  const [head] = pieces;
  if (head === undefined) return [];
  const parts: Part[] = [];
  const calls: RequestedCall[] = [];
  let isReasoning = false;
  const stated = new Map<string, Value>();
  let at: string | undefined;
  let blocked: string | undefined;
  for (const { value, place } of pieces) {
    if (!isRecord(value)) continue;
    noteAlternatives(value, place, report);
    const candidate = candidateOf(value);
    const read = readParts(candidate?.['content'] ?? null, [...place, 'candidates', 0, 'content'], report);
    for (const part of read.parts) {
      if (typeof part['text'] === 'string') addText(parts, part['text']);
      else parts.push(part);
    }
    calls.push(...read.calls);
    isReasoning ||= read.isReasoning;
    blocked ??= blockReasonIn(value);
    const piece = llmResponseOf({ ...value, ...(candidate !== undefined && reasonOf(candidate)) }) ?? {};
    for (const [key, one] of Object.entries(piece)) stated.set(key, one);
    at ??= readInstant(fieldOf(value, 'create_time'), [...place, keyOf(value, 'create_time')], report);
  }
  const reason = textOr(stated.get('finish_reason')) ?? blocked;
  const otherwise = reason === undefined || reason === 'STOP' ? undefined : `[no text: ${reason}]`;
  const [prompt, completion] = [stated.get('input_tokens'), stated.get('output_tokens')];
  const tokens = recordedTokens(countIn(prompt), countIn(completion));
  const model = textOr(stated.get('model_version'));
  const alsoAt = pieces.slice(1).map(({ place }) => place);
  return [
    {
      role: 'assistant',
      parts,
      calls,
      isReasoning,
      placeholder: otherwise,
      ended: reason,
      tokens,
      model,
      at,
      place: head.place,
      alsoAt,
    },
  ];
}

function reasonOf(candidate: RecordValue): RecordValue {
  const reason = fieldOf(candidate, 'finish_reason');
  return reason === undefined ? {} : { finish_reason: reason };
}

function noteAlternatives(value: RecordValue, place: Path, report: ImportReport): void {
  const list = candidates(value);
  if (!Array.isArray(list) || list.length < 2) return;
  const others = list.length - 1;
  report.note(
    'lost',
    'gemini-api/candidates',
    [...place, 'candidates', 1],
    () => `${counted(others, 'other candidate')} of an answer left out: the first is shown.`,
  );
}

/** A piece of a prompt that AI Studio saved. */
export function readChunk(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const { value, place } = placed;
  const chunk = v.safeParse(Chunk, value);
  if (!chunk.success) {
    noteUnreadMessage(placed.place, report);
    return [];
  }
  const { role, text, isThought, createTime } = chunk.output;
  if (isThought === true) {
    noteReasoning(place, report);
    return [];
  }
  const parts: readonly Part[] =
    text !== undefined ? [{ mimeType: 'text/plain', text }] : [{ mimeType: 'application/json', metadata: value }];
  const at = readInstant(createTime, [...place, 'createTime'], report);
  return [{ role: role === 'model' ? 'assistant' : 'user', parts, at, place }];
}
