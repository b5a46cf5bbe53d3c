import { describe, expect, test } from 'vitest';
import { valueAt } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { readDocument } from '../read-document.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;

const request = (body: string) => `POST /v1/models/m:generateContent HTTP/1.1\r\nHost: example.com\r\n\r\n${body}`;
const response = (body: string) => `HTTP/2.0 200 OK\r\nDate: Wed, 17 Jun 2026 10:30:04 GMT\r\n\r\n${body}`;

const recorded = (...pairs: readonly (readonly [string, string])[]): string =>
  `httprr trace v1\n${pairs.map(([asked, said]) => `${bytes(asked)} ${bytes(said)}\n${asked}${said}`).join('')}`;

function documentOf(text: string) {
  const document = readDocument(text);
  if (!document.ok) throw new Error(document.problem.message);
  return document.value;
}

const two = recorded(
  [request('{"contents": ["größer 🎈"], "n": 1.0}'), response('{\n  "text": "5 7\\n"\n}')],
  [request('{"contents": []}'), response('data: {"piece": 1}\r\n\r\ndata: {"piece": 2}\r\n\r\n')],
);

describe('recorded HTTP', () => {
  test('is divided by the lengths in bytes, with any characters', () => {
    const document = documentOf(two);
    expect(document.syntax).toBe('httprr');
    expect(document.notes).toEqual([]);
    expect(valueAt(document.value, [0, 'request', 'start_line'])).toBe('POST /v1/models/m:generateContent HTTP/1.1');
    expect(valueAt(document.value, [0, 'request', 'body', 'contents', 0])).toBe('größer 🎈');
    expect(valueAt(document.value, [0, 'response', 'headers', 'date'])).toBe('Wed, 17 Jun 2026 10:30:04 GMT');
    expect(valueAt(document.value, [1, 'response', 'body'])).toEqual([{ piece: 1 }, { piece: 2 }]);
  });

  test.each<[Path, string]>([
    [[0, 'request', 'body', 'contents', 0], '"größer 🎈"'],
    [[0, 'response', 'body', 'text'], '"5 7\\n"'],
    [[1, 'response', 'body', 1, 'piece'], '2'],
    [[1, 'request', 'start_line'], 'POST /v1/models/m:generateContent HTTP/1.1\r'],
    [[1, 'response', 'headers', 'date'], '\nDate: Wed, 17 Jun 2026 10:30:04 GMT'],
  ])('has the place of %j', (path, text) => {
    const place = documentOf(two).locate(path);
    expect(place === null ? null : two.slice(place.start, place.end)).toBe(text);
  });

  test.each([[[5]], [[0, 'answer']], [[0, 'request', 'body', 'nothing']], [[0, 'request', 'headers', 'nobody']]])(
    'has no place for %j',
    (path) => {
      expect(documentOf(two).locate(path)).toBeNull();
    },
  );

  test('whose line ends were changed is divided by its HTTP lines, and says so', () => {
    const changed = two.replaceAll('\r\n', '\n');
    const document = documentOf(changed);
    expect(document.notes.map(({ code }) => code)).toEqual(['reader/httprr-lengths']);
    expect(document.value).toEqual(documentOf(two).value);
  });

  test('that was cut off is read up to the cut', () => {
    const document = documentOf(two.slice(0, two.indexOf('"text"') + 12));
    expect(valueAt(document.value, [0, 'request', 'body', 'contents', 0])).toBe('größer 🎈');
    expect(document.notes.map(({ severity }) => severity)).toContain('repaired');
  });

  test('with nothing in it gets a sentence', () => {
    const read = readDocument('httprr trace v1\n');
    expect(read.ok ? '' : read.problem.message).toContain('The recording holds no exchange');
  });

  test('of a million exchanges without an end is read in time', () => {
    const hostile = `httprr trace v1\n${'1 9\nGET / HTTP/1.1\n'.repeat(20_000)}`;
    expect(documentOf(hostile).syntax).toBe('httprr');
  });
});
