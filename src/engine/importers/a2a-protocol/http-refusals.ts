import { isList, isRecord, type RecordValue } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { Document } from '../../readers/document.ts';
import { textAt } from '../../systems/a2a/wire/field.ts';

/** A response with an HTTP error status and no protocol data in its body. */
export interface HttpRefusal {
  readonly error: RecordValue;
  /** Place of the request's value, because the response itself is not a value of the document. */
  readonly place: Path;
}

const statusLine = /^HTTP\/[\d.]+ ([45]\d\d)[ \t]*([^\r\n]{0,100})$/m;
const requestLine = /^[A-Z]{3,7} \S{1,2000} HTTP\/[\d.]+[ \t]*$/m;

/** Reads the refusal from a record of recorded HTTP: `{start_line, headers, body}`. */
export function refusalOfRecord(value: RecordValue): RecordValue | undefined {
  const line = textAt(value, 'start_line');
  const match = line === undefined ? null : statusLine.exec(line);
  const body = value['body'];
  return match === null ? undefined : errorOf(match, typeof body === 'string' ? body : '');
}

/** Between its values, a transcript also has status lines and error texts of gateways. */
export function refusalsBetween({ value, text, locate }: Pick<Document, 'value' | 'text' | 'locate'>): HttpRefusal[] {
  if (!statusLine.test(text)) return [];
  const places: Path[] = isList(value) ? Array.from(value, (_, index) => [index]) : isRecord(value) ? [[]] : [];
  return places.flatMap((place, index) => {
    const next = places[index + 1];
    const start = locate(place)?.end ?? text.length;
    const end = next === undefined ? text.length : (locate(next)?.start ?? text.length);
    const between = text.slice(start, Math.min(end, start + maxLength));
    const match = statusLine.exec(between);
    if (match === null) return [];
    const after = between.slice(match.index + match[0].length);
    const asksAgain = requestLine.exec(after);
    // Otherwise the next value is the body of this response.
    if (next !== undefined && asksAgain === null) return [];
    const body = (asksAgain === null ? after : after.slice(0, asksAgain.index)).split(/\r?\n\r?\n/).slice(1);
    return [{ error: errorOf(match, body.join('\n')), place }];
  });
}

/** Maximum number of characters searched between two values. */
const maxLength = 100_000;

function errorOf([, code = '', phrase = '']: RegExpExecArray, body: string): RecordValue {
  const words = body.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  return { code: Number(code), message: words === '' ? phrase.trim() : words };
}
