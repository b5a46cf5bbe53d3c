import type { Path } from '../../model/path.ts';
import type { RecordValue } from '../../model/value.ts';
import { oneOrMany } from '../../importing/values/elements.ts';
import { textAt } from '../../systems/a2a/wire/field.ts';
import type { Document } from '../../readers/document.ts';

const statusLine = /^HTTP\/[\d.]+ ([45]\d\d)[ \t]*([^\r\n]{0,100})$/m;
const requestLine = /^[A-Z]{3,7} \S{1,2000} HTTP\/[\d.]+[ \t]*$/m;

/** Maximum number of characters searched between two values. */
const maxLength = 100_000;

/** A response with an HTTP error status. It is not a value of the document, so it has the place of its request. */
export interface HttpRefusal {
  readonly error: RecordValue;
  readonly place: Path;
}

/** A response with an HTTP error status, in a record of recorded HTTP: `{start_line, headers, body}`. */
export function refusalOfRecord(value: RecordValue): RecordValue | undefined {
  const match = statusLine.exec(textAt(value, 'start_line') ?? '');
  const body = value['body'];
  return match === null ? undefined : errorOf(match, typeof body === 'string' ? body : '');
}

/** The refusals that a transcript has between its values, each with the place of the value before it: its request. */
export function refusalsBetween({ value, text, locate }: Document): readonly HttpRefusal[] {
  if (!statusLine.test(text)) return [];
  const places = oneOrMany(value).map(({ place }) => place);
  return places.flatMap((place, index) => {
    const error = refusalAfter(place, places[index + 1]);
    return error === undefined ? [] : [{ error, place }];
  });

  function refusalAfter(place: Path, next: Path | undefined): RecordValue | undefined {
    const start = locate(place)?.end ?? text.length;
    const end = next === undefined ? text.length : (locate(next)?.start ?? text.length);
    const between = text.slice(start, Math.min(end, start + maxLength));
    const match = statusLine.exec(between);
    if (match === null) return undefined;
    const after = between.slice(match.index + match[0].length);
    const asksAgain = requestLine.exec(after);
    // Otherwise the next value is the body of this response.
    if (next !== undefined && asksAgain === null) return undefined;
    const lines = after.slice(0, asksAgain?.index).split(/\r?\n\r?\n/);
    return errorOf(match, lines.slice(1).join('\n'));
  }
}

function errorOf([, code = '', phrase = '']: RegExpExecArray, body: string): RecordValue {
  const words = body.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  return { code: Number(code), message: words === '' ? phrase.trim() : words };
}
