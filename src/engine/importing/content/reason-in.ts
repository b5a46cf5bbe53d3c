import { toJson } from '../../model/json.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { contentText } from './content.ts';

/** The reason why a call failed: the text of the error or of its content; without a text, the error as recorded. */
export function reasonIn(error: Value): string {
  if (typeof error === 'string' && error !== '') return error;
  const words = isRecord(error)
    ? (wordsOf(error['message']) ?? wordsOf(error['error']) ?? wordsOf(error['content']))
    : wordsOf(error);
  if (words !== undefined) return words;
  return isEmpty(error) ? 'it failed, and the reason is not recorded' : toJson(error);
}

/** The same for any result, whether or not the call failed; empty if there is no result. */
export const wordsIn = (content: Value | undefined): string =>
  content === undefined || isEmpty(content) ? '' : reasonIn(content);

/** An `Error` of JavaScript is an empty record in JSON. */
const isEmpty = (value: Value): boolean =>
  value === null ||
  value === '' ||
  (isList(value) && [...value].length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

function wordsOf(value: Value | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (value === undefined || !isList(value)) return undefined;
  const text = contentText(value);
  return text === '' ? undefined : text;
}
