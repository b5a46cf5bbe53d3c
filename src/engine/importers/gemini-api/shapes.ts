import type { Path } from '../../model/path.ts';
import { isList, isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import type { Exchange, ExchangeSide } from '../../importing/messages/exchange.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { elementsAt, findAt, fits, placeAt, textAt, type Shape } from '../../importing/values/where.ts';

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

/** How many contents are examined. */
const sample = 20;

/** The pieces of a stream are the answers of a response without a body. */
export function exchangeIn(value: Value, place: Path = []): Exchange | undefined {
  if (isList(value)) {
    const list = elementsOf(value);
    const side = { body: {}, list, place };
    if (isContents(list)) return { place, request: side, response: undefined };
    return areResponses(list.slice(0, sample)) ? { place, ...withHistory(undefined, side) } : undefined;
  }
  if (!isRecord(value)) return undefined;
  if (fits(value, studio)) {
    const list = elementsAt(value, 'chunkedPrompt.chunks');
    return { place, request: sideOf(value, place, list, ['chunkedPrompt', 'chunks']), response: undefined };
  }
  const [request, response] = [requestIn(value, place), responseIn(value, place)];
  return request === undefined && response === undefined ? undefined : { place, ...withHistory(request, response) };
}

/**
 * The first answer may have the calls that google-genai ran automatically before it. This history begins with the request.
 * https://github.com/googleapis/python-genai/blob/main/google/genai/types.py
 */
function withHistory(request: ExchangeSide | undefined, response: ExchangeSide | undefined) {
  const first = response && { value: response.list[0] ?? null, place: piecePlace(response, 0) };
  const history = first === undefined ? [] : elementsAt(first.value, calls);
  if (first === undefined || history.length === 0) return { request, response };
  const place = placeAt(first.value, first.place, calls);
  return { request: { body: {}, ...request, list: history, place }, response };
}

const calls = 'automatic_function_calling_history';

export const piecePlace = ({ body, place }: ExchangeSide, index: number): Path =>
  Object.keys(body).length === 0 ? [...place, index] : place;

/** The facts about a request: google-genai has its tools under `config`. */
function sideOf(request: RecordValue, place: Path, list: readonly Value[], where: Path): ExchangeSide {
  const model = textAt(request, ['model', 'runSettings.model'])?.replace(/^models\//, '');
  const tools = elementsAt(request, ['tools', 'config.tools']).flatMap((tool) =>
    elementsAt(tool, 'function_declarations'),
  );
  const body = { tools, ...(model !== undefined && { model }) };
  return { body, list, place: [...place, ...where], line: { value: request, place } };
}

/** At least one entry of a list of contents has a role. */
const isContents = (list: readonly Value[]): boolean =>
  list.length > 0 &&
  list.slice(0, sample).every(isContent) &&
  list.slice(0, sample).some((one) => isRecord(one) && typeof one['role'] === 'string');

function requestIn(value: RecordValue, place: Path): ExchangeSide | undefined {
  for (const within of [[], ['request'], ['body']]) {
    const body = valueAt(value, within);
    if (body === undefined || !isRecord(body) || !isList(body['contents'] ?? null)) continue;
    const list = elementsAt(body, 'contents');
    if (list.length > 0 && list.slice(0, sample).every(isContent))
      return sideOf(body, [...place, ...within], list, ['contents']);
  }
  return undefined;
}

function responseIn(value: RecordValue, place: Path): ExchangeSide | undefined {
  if (isResponse(value)) return { body: value, list: [value], place };
  const response = value['response'] ?? null;
  const where = [...place, 'response'];
  if (isRecord(response) && isResponse(response)) return { body: response, list: [response], place: where };
  const list = elementsOf(response);
  return areResponses(list) ? { body: {}, list, place: where } : undefined;
}

const areResponses = (list: readonly Value[]): boolean => list.length > 0 && list.every(isResponse);
