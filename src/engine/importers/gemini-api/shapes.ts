import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { entriesAt, findAt, fits, textAt, type Shape } from '../../importing/values/where.ts';

/**
 * The Gemini API: contents, requests and responses, in camelCase as over HTTP, in snake_case as google-genai prints them.
 * https://ai.google.dev/api/generate-content, https://ai.google.dev/api/caching#Content
 */
const roles: ReadonlySet<Value> = new Set(['user', 'model', 'function', 'tool']);

/** `role` may be missing in a single-turn question; it then means the user. */
export function isContent(value: Value): boolean {
  if (!isRecord(value)) return false;
  const { role = null, parts = null } = value;
  // Parts with a `type` belong to other formats: Gemini distinguishes parts by their keys.
  const areParts = isList(parts) && [...parts].every((part) => isRecord(part) && !('type' in part));
  return (role === null || roles.has(role)) && areParts;
}

/** `{candidates: [{content, finishReason}], usageMetadata, modelVersion}` */
function isResponse(value: Value): boolean {
  if (blockReasonIn(value) !== undefined) return true;
  const first = findAt(value, 'candidates.0')?.value;
  if (first === undefined || !isRecord(first)) return false;
  return isContent(first['content'] ?? null) || 'index' in first || findAt(first, 'finish_reason') !== undefined;
}

/** The reason why a prompt got no answer. https://ai.google.dev/api/generate-content#BlockReason */
export const blockReasonIn = (response: Value): string | undefined => textAt(response, 'prompt_feedback.block_reason');

/** A prompt saved by AI Studio: the conversation in pieces, including thoughts. */
const studio: Shape = { 'chunkedPrompt.chunks': 'list', 'chunkedPrompt.chunks.0.role': 'text' };

/** The parts of one conversation in a file; any of them may be missing. */
export interface Found {
  readonly contents: readonly Placed[];
  /** Pieces of one answer, or several answers in order. */
  readonly responses: readonly Placed[];
  readonly request: RecordValue | undefined;
  readonly requestPlace: Path;
  /** From AI Studio. */
  readonly chunks: readonly Placed[];
}

const nothing: Found = { contents: [], responses: [], request: undefined, requestPlace: [], chunks: [] };

/** How many contents are examined. */
const sample = 20;

export function foundIn(value: Value): Found | undefined {
  if (isList(value)) {
    const list = elementsOf(value);
    if (isContents(list)) return { ...nothing, contents: placed(list, []) };
    const isStream = list.length > 0 && list.slice(0, sample).every(isResponse);
    return isStream ? { ...nothing, responses: placed(list, []) } : undefined;
  }
  if (!isRecord(value)) return undefined;
  if (fits(value, studio))
    return { ...nothing, chunks: entriesAt({ value, place: [] }, 'chunkedPrompt.chunks'), request: value };
  const request = requestIn(value);
  const responses = responsesIn(value);
  return request === undefined && responses.length === 0 ? undefined : { ...nothing, ...request, responses };
}

const placed = (list: readonly Value[], place: Path): readonly Placed[] =>
  list.map((value, index) => ({ value, place: [...place, index] }));

/** At least one entry of a list of contents has a role. */
const isContents = (list: readonly Value[]): boolean =>
  list.length > 0 &&
  list.slice(0, sample).every(isContent) &&
  list.slice(0, sample).some((one) => isRecord(one) && typeof one['role'] === 'string');

function requestIn(value: RecordValue): Pick<Found, 'contents' | 'request' | 'requestPlace'> | undefined {
  for (const [body, place] of [
    [value, []],
    [value['request'], ['request']],
    [value['body'], ['body']],
  ] as const) {
    const contents = body !== undefined && isRecord(body) ? body['contents'] : undefined;
    if (body === undefined || !isRecord(body) || contents === undefined || !isList(contents)) continue;
    const list = elementsOf(contents);
    if (list.length === 0 || !list.slice(0, sample).every(isContent)) continue;
    return { contents: placed(list, [...place, 'contents']), request: body, requestPlace: place };
  }
  return undefined;
}

function responsesIn(value: RecordValue): readonly Placed[] {
  if (isResponse(value)) return [{ value, place: [] }];
  const response = value['response'];
  if (response === undefined) return [];
  if (isResponse(response)) return [{ value: response, place: ['response'] }];
  const list = elementsOf(response);
  return list.length > 0 && list.every(isResponse) ? placed(list, ['response']) : [];
}

/** The calls that google-genai ran automatically before the printed answer, if any. */
export const callingHistory = (response: Placed): readonly Placed[] =>
  entriesAt(response, 'automatic_function_calling_history');
