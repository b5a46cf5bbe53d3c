import { expect, test } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import { openJson } from '../../model/json-text.ts';
import type { OpenSession } from '../../opening/open-session.ts';
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

/** The text of an argument and a result, also used for JSON within JSON, and its parsed value. */
const numbersText = '[9007199254740993,1.0,-0.0,18446744073709551615,0.1,NaN]';
const numbers = [9007199254740993n, new Double(1), new Double(-0), 18446744073709551615n, 0.1, NaN];

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

/** The first call as the importer reads it, with `n: value` in its arguments and in its result. */
function callWith(value: string, importer: string, write: (typeof writers)[string]) {
  const { opened, session } = firstSession(
    textOf(write?.(moves), importer).replaceAll(/(\\*)"n\\*":1\b/g, (_, slashes: string) =>
      value.replaceAll('"', `${slashes}"`),
    ),
  );
  expect(opened.importer.id).toBe(importerIn(importer));
  return { input: session.history.invocations[0]?.input, output: seenIn(session) };
}

/** The value that rules see for the first result: a text is parsed, because the only result is JSON. */
function seenIn({ history }: OpenSession): Value {
  const [call] = history.invocations;
  const output = outputIn(call && history.results.outputOf(call, defaultDecisions));
  // If the recording has a record around the text, the text stays text; a rule can open it with `json.decode`.
  return typeof output === 'string' && output !== call?.output ? openJson(output) : output;
}

/** Gemini's responses are records, Cohere's lists of records. */
function outputIn(output: Value | undefined): Value {
  if (output === undefined) return null;
  const [only = null] = isList(output) && output.length === 1 ? output : [output];
  return isRecord(only) ? (entry(only, 'output') ?? only) : output;
}

/** Formats whose arguments are a text, or a list of names and texts. */
const textArguments = new Set(['bedrock-agents, collaborators', 'bedrock-agents, action groups']);
const recordWriters = Object.entries(allWriters).filter(([importer]) => !textArguments.has(importer));

test.each(recordWriters)(
  '%s: numbers of calls and results are exact, both in JSON and in a text that contains JSON',
  (importer, write) => {
    const { input, output } = callWith(`"n":${numbersText}`, importer, write);
    expect(input).toEqual({ n: numbers });
    expect(output).toEqual({ n: numbers, found: true });
  },
);

test.each(recordWriters)('%s: keys such as `__proto__` and `constructor` are ordinary keys', (importer, write) => {
  const { input, output } = callWith('"__proto__":{"n":1},"constructor":"c"', importer, write);
  for (const value of [input ?? null, output]) {
    expect(isRecord(value) && Object.keys(value).slice(0, 2)).toEqual(['__proto__', 'constructor']);
    expect(valueAt(value, ['__proto__', 'n'])).toBe(1);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  }
});

/** Formats whose results are always text, whatever a function returned. */
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
  'zed-thread',
  'sharegpt, LLaMA-Factory',
  'chatgpt-export',
  'openai-chat, Ollama',
  ...textArguments,
]);

const returned: readonly unknown[] = [42, false, { n: 1 }, [1, 2], [{ n: 1 }, { n: 2 }], ['a', 'b']];

test.each(Object.entries(allWriters).filter(([importer]) => !textOnly.has(importer)))(
  '%s: a result that is not text keeps its value, and no note reports a lost part',
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

test.each(Object.entries(allWriters))('%s: a result of a megabyte is complete', (importer, write) => {
  const long = 'x'.repeat(1_000_000);
  const { session } = openedBy(write([{ user: 'go' }, { asks: [look] }, { result: long, to: look }]), importer);
  expect(outputIn(session.history.invocations[0]?.output)).toBe(long);
});

test.each(Object.entries(allWriters))('%s: a returned empty list is not an empty text', (importer, write) => {
  const nothing = [{ user: 'go' }, { asks: [look] }, { result: [], to: look }, { says: 'Done.' }];
  const { opened, session } = openedBy(write(nothing), importer);
  expect(opened.importer.id).toBe(importerIn(importer));
  const [call] = session.history.invocations;
  // Formats with only text give the text of the list; Gemini and others put the list into a record.
  expect(JSON.stringify(call?.output)).toContain('[]');
});
