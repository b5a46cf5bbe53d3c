import type { Path } from '../../model/path.ts';
import type { RecordValue } from '../../model/value.ts';
import { oneOrMany } from '../../importing/values/elements.ts';
import { textAt } from '../../systems/a2a/wire/field.ts';
import type { Document } from '../../readers/document.ts';
import type { Entry } from './entries.ts';

const statusLine = /^HTTP\/[\d.]+ ([45]\d\d)[ \t]*([^\r\n]{0,100})$/m;
const requestLine = /^[A-Z]{3,7} \S{1,2000} HTTP\/[\d.]+[ \t]*$/m;

/** Maximum number of characters searched between two values. */
const maxLength = 100_000;

/** A response with an HTTP error status, in a record of recorded HTTP: `{start_line, headers, body}`. */
export function refusalOfRecord(value: RecordValue): RecordValue | undefined {
  const match = statusLine.exec(textAt(value, 'start_line') ?? '');
  const body = value['body'];
  return match === null ? undefined : errorOf(match, typeof body === 'string' ? body : '');
}

/** Adds the refusals that a transcript has between its values, each after the request that it answers. */
export function withRefusals(entries: readonly Entry[], { value, text, locate }: Document): readonly Entry[] {
  if (!statusLine.test(text)) return entries;
  const all = [...entries];
  const places = oneOrMany(value).map(({ place }) => place);
  places.forEach((place, index) => {
    const error = refusalAfter(place, places[index + 1]);
    const asked = all.findLastIndex((entry) => place.every((step, depth) => entry.place[depth] === step));
    const request = all[asked];
    if (error === undefined || request === undefined) return;
    // The response itself is not a value of the document, so it has the place of the request.
    all.splice(asked + 1, 0, { ...request, kind: 'failed', value: error, place, params: {}, method: undefined });
  });
  return all;

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
