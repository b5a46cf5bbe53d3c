import { expect, test } from 'vitest';
import { Double, entry, isRecord, valueAt } from '../../model/value.ts';
import { firstSession } from '../../testing.ts';
import { lineFormats, writers } from './written-conversations.ts';
import { wholeCallWriters } from './written-whole-calls.ts';

const look = { id: 'c-1', name: 'look' };
const result = '{"n":1,"found":true}';
const moves = [{ user: 'go' }, { asks: [look] }, { result, to: look }, { says: 'Done.' }];

/** What an argument and a result are made to say, in JSON within JSON too, and what that means. */
const written = '[9007199254740993,1.0,-0.0,18446744073709551615,0.1,NaN]';
const meant = [9007199254740993n, new Double(1), new Double(-0), 18446744073709551615n, 0.1, NaN];

/** The first call of the conversation as an importer tells it, its arguments and result being `n: value`. */
function callWith(value: string, importer: string, write: (typeof writers)[string]) {
  const document = write?.(moves);
  const isLines = Array.isArray(document) && lineFormats.has(importer);
  const text = isLines ? document.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(document);
  const { opened, session } = firstSession(
    text.replaceAll(/(\\*)"n\\*":1\b/g, (_, slashes: string) => value.replaceAll('"', `${slashes}"`)),
  );
  expect(opened.importer.id).toBe(importer);
  const [call] = session.history.invocations;
  const output = call?.output ?? null;
  // Gemini's responses are records.
  return { input: call?.input, output: isRecord(output) ? (entry(output, 'output') ?? output) : output };
}

test.each(Object.entries({ ...writers, ...wholeCallWriters }))(
  '%s: numbers of calls and results are exact, whether they stand in JSON or in a text that holds JSON',
  (importer, write) => {
    const { input, output } = callWith(`"n":${written}`, importer, write);
    expect(input).toEqual({ n: meant });
    expect(output).toEqual({ n: meant, found: true });
  },
);

test.each(Object.entries({ ...writers, ...wholeCallWriters }))(
  '%s: what other programs take for a prototype is a key like any other',
  (importer, write) => {
    const { input, output } = callWith('"__proto__":{"n":1},"constructor":"c"', importer, write);
    for (const value of [input ?? null, output]) {
      expect(isRecord(value) && Object.keys(value).slice(0, 2)).toEqual(['__proto__', 'constructor']);
      expect(valueAt(value, ['__proto__', 'n'])).toBe(1);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
  },
);
