import { describe, expect, test } from 'vitest';
import { valueAt } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { documentOf, notesOf } from '../testing.ts';

const log = `BAD

2024-11-18 20:36:51.394 | DEBUG    | pipecat.services.openai:chat:175 - Generating chat: [{"role": "user", "n": 1.0}]
2024-11-18 20:36:52.714 | INFO     | pipecat.base:call:195 - Calling function find with arguments {'a': 'b', 'c': None}
2024-11-18 20:36:53.000 | INFO     | __main__:<module>:7 - [Transcription:user] [two [or] three]
and a line of its own
2024-11-18 20:36:54.000 | ERROR    | pipecat.x:y:1 - dropped ['this'] on the way, and ["that
`;

describe('a log of Pipecat', () => {
  test('is a list of its records, with the values printed in them', () => {
    const document = documentOf(log);
    expect(document.syntax).toBe('loguru');
    expect(valueAt(document.value, [0])).toMatchObject({
      time: '2024-11-18 20:36:51.394',
      level: 'DEBUG',
      name: 'pipecat.services.openai',
      function: 'chat',
      line: 175,
      value: [{ role: 'user' }],
    });
    expect(valueAt(document.value, [1, 'value'])).toEqual({ a: 'b', c: null });
    expect(valueAt(document.value, [2])).toMatchObject({
      function: '<module>',
      message: '[Transcription:user] [two [or] three]',
      more: 'and a line of its own',
    });
    expect(notesOf(log)).toEqual(['lost reader/prose at line 1, column 1']);
  });

  test('keeps brackets that are no values in the message', () => {
    const document = documentOf(log);
    expect(valueAt(document.value, [2, 'value'])).toBeUndefined();
    expect(valueAt(document.value, [3, 'value'])).toBeUndefined();
  });

  test.each<[Path, string]>([
    [[0, 'value', 0, 'n'], '1.0'],
    [[1, 'value', 'a'], "'b'"],
    [[2, 'message'], '[Transcription:user] [two [or] three]'],
    [[2, 'more'], '\nand a line of its own'],
  ])('has the place of %j', (path, text) => {
    const place = documentOf(log).locate(path);
    expect(place === null ? null : log.slice(place.start, place.end)).toBe(text);
  });

  test.each<[Path]>([[[9]], [[0, 'more']], [[3, 'value']], [[0, 'value', 4]], [[0, 'nothing']], [['a']]])(
    'has no place for %j',
    (path) => {
      expect(documentOf(log).locate(path)).toBeNull();
    },
  );

  test('cut off anywhere, the records before are read', () => {
    for (let end = log.indexOf(' - ') + 3; end <= log.length; end++) {
      expect(valueAt(documentOf(log.slice(0, end)).value, [0, 'level'])).toBe('DEBUG');
    }
  });

  test('is not a JSON text with such lines in it', () => {
    expect(documentOf(JSON.stringify({ log })).syntax).toBe('json');
  });
});
