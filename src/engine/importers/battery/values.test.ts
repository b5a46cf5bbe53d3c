import { expect, test } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import { openJson } from '../../model/json-text.ts';
import type { OpenSession } from '../../open-text.ts';
import { Double, entry, isList, isRecord, valueAt, type Value } from '../../model/value.ts';
import { firstSession } from '../../testing.ts';
import { lineFormats, writers } from './written-conversations.ts';
import { frameworkWriters } from './written-by-frameworks.ts';
import { providerWriters } from './written-by-providers.ts';
import { traceWriters } from './written-traces.ts';
import { wholeCallWriters } from './written-whole-calls.ts';
import { importerIn, writersWithoutIds } from './written-without-ids.ts';

const look = { id: 'c-1', name: 'look' };
const result = '{"n":1,"found":true}';
const moves = [{ user: 'go' }, { asks: [look] }, { result, to: look }, { says: 'Done.' }];

/** What an argument and a result are made to say, in JSON within JSON too, and what that means. */
const written = '[9007199254740993,1.0,-0.0,18446744073709551615,0.1,NaN]';
const meant = [9007199254740993n, new Double(1), new Double(-0), 18446744073709551615n, 0.1, NaN];

const allWriters = {
  ...writers,
  ...wholeCallWriters,
  ...providerWriters,
  ...frameworkWriters,
  ...writersWithoutIds,
  ...traceWriters,
};

function textOf(document: unknown, importer: string): string {
  const isLines = Array.isArray(document) && lineFormats.has(importer);
  return isLines ? document.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(document);
}

const openedBy = (document: unknown, importer: string) => firstSession(textOf(document, importer));

/** The first call of the conversation as an importer tells it, its arguments and result being `n: value`. */
function callWith(value: string, importer: string, write: (typeof writers)[string]) {
  const { opened, session } = firstSession(
    textOf(write?.(moves), importer).replaceAll(/(\\*)"n\\*":1\b/g, (_, slashes: string) =>
      value.replaceAll('"', `${slashes}"`),
    ),
  );
  expect(opened.importer.id).toBe(importerIn(importer));
  return { input: session.history.invocations[0]?.input, output: seenIn(session) };
}

/** What rules see of the first result: a text is parsed, because the one result there is is JSON. */
function seenIn({ history }: OpenSession): Value {
  const [call] = history.invocations;
  const output = outputIn(call && history.results.outputOf(call, defaultDecisions));
  // A record around the text is what was recorded: the text in it stays one, which `json.decode` would open.
  return typeof output === 'string' && output !== call?.output ? openJson(output) : output;
}

/** Gemini's responses are records, Cohere's lists of records. */
function outputIn(output: Value | undefined): Value {
  if (output === undefined) return null;
  const [only = null] = isList(output) && output.length === 1 ? output : [output];
  return isRecord(only) ? (entry(only, 'output') ?? only) : output;
}

test.each(Object.entries(allWriters))(
  '%s: numbers of calls and results are exact, whether they stand in JSON or in a text that holds JSON',
  (importer, write) => {
    const { input, output } = callWith(`"n":${written}`, importer, write);
    expect(input).toEqual({ n: meant });
    expect(output).toEqual({ n: meant, found: true });
  },
);

test.each(Object.entries(allWriters))(
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

/** Whose results are nothing but text, whatever a function returned. */
const textOnly = new Set([
  'pi',
  'openhands',
  'inspect',
  'bedrock-converse',
  'llamaindex',
  'goose',
  'adk-context',
  'datadog',
  'otel-spans',
  'swe-agent',
  'sharegpt, LLaMA-Factory',
  'chatgpt-export',
  'openai-chat, Ollama',
]);

const returned: readonly unknown[] = [42, false, { n: 1 }, [1, 2], [{ n: 1 }, { n: 2 }], ['a', 'b']];

test.each(Object.entries(allWriters).filter(([importer]) => !textOnly.has(importer)))(
  '%s: a result that is no text is told as the value it is, and no note says otherwise',
  (importer, write) => {
    for (const value of returned) {
      const { opened, session } = openedBy(
        write([{ user: 'go' }, { asks: [look] }, { result: value, to: look }, { says: 'Done.' }]),
        importer,
      );
      expect(opened.importer.id).toBe(importerIn(importer));
      expect(outputIn(session.history.invocations[0]?.output)).toEqual(value);
      expect(session.notes.map(({ code }) => code)).not.toContain('import/content-part');
    }
  },
);

test.each(Object.entries(allWriters))('%s: a result of a megabyte is whole', (importer, write) => {
  const long = 'x'.repeat(1_000_000);
  const { session } = openedBy(write([{ user: 'go' }, { asks: [look] }, { result: long, to: look }]), importer);
  expect(outputIn(session.history.invocations[0]?.output)).toBe(long);
});

test.each(Object.entries(allWriters))('%s: an empty list that came back is not an empty text', (importer, write) => {
  const nothing = [{ user: 'go' }, { asks: [look] }, { result: [], to: look }, { says: 'Done.' }];
  const { opened, session } = openedBy(write(nothing), importer);
  expect(opened.importer.id).toBe(importerIn(importer));
  const [call] = session.history.invocations;
  // Of formats that have nothing but text, the text of the list; Gemini’s and others’ stand in a record.
  expect(JSON.stringify(call?.output)).toContain('[]');
});
