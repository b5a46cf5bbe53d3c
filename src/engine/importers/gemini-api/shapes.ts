import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { fieldOf } from '../../importing/messages/gemini-content.ts';
import { keyOf } from '../../importing/values/where.ts';
import { Chunk, isContent, isResponse, Studio } from './format.ts';

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
  const studio = v.safeParse(Studio, value);
  if (studio.success && v.is(Chunk, studio.output.chunkedPrompt.chunks[0])) {
    const chunks = placed(studio.output.chunkedPrompt.chunks, ['chunkedPrompt', 'chunks']);
    return { ...nothing, chunks, request: value };
  }
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
export function callingHistory({ value, place }: Placed): readonly Placed[] {
  if (!isRecord(value)) return [];
  const key = keyOf(value, 'automatic_function_calling_history');
  return placed(elementsOf(fieldOf(value, key) ?? null), [...place, key]);
}
