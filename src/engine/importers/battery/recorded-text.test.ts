import { expect, test } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { firstSession } from '../../testing.ts';
import { lineFormats, writers, type Move } from './written-conversations.ts';
import { frameworkWriters } from './written-by-frameworks.ts';
import { providerWriters } from './written-by-providers.ts';
import { voiceLineFormats, voiceWriters } from './written-calls-by-voice.ts';
import { traceWriters } from './written-traces.ts';
import { wholeCallWriters } from './written-whole-calls.ts';
import { writersWithoutIds } from './written-without-ids.ts';

const [one, two] = [
  { id: 'c-1', name: 'look' },
  { id: 'c-2', name: 'look' },
];

const allWriters = {
  ...writers,
  ...wholeCallWriters,
  ...providerWriters,
  ...frameworkWriters,
  ...writersWithoutIds,
  ...traceWriters,
  ...voiceWriters,
};
const asLines = new Set([...lineFormats, ...voiceLineFormats]);

const opened = (importer: string, moves: readonly Move[]) => {
  const document = allWriters[importer]?.(moves);
  const isLines = Array.isArray(document) && asLines.has(importer);
  const text =
    typeof document === 'string'
      ? document
      : isLines
        ? document.map((line) => JSON.stringify(line)).join('\n')
        : JSON.stringify(document);
  return firstSession(text).session;
};

/** The values that rules see for two results of one capability, in the order of the calls. */
function seen(importer: string, first: string, second: string): readonly Value[] {
  const { history } = opened(importer, [
    { user: '{"asked": true}' },
    { asks: [one] },
    { result: first, to: one },
    { asks: [two] },
    { result: second, to: two },
    { says: 'Done.' },
  ]);
  return history.invocations.map((call) => history.results.outputOf(call, defaultDecisions) ?? new Unknown([]));
}

const kindOf = (value: Value) => (typeof value === 'string' ? 'text' : 'value');

test.each(Object.keys(allWriters))('%s: the type of a result does not depend on its content', (importer) => {
  const mixed = seen(importer, '{"n":1,"found":true}', 'nothing found');
  expect(new Set(mixed.map(kindOf)).size).toBe(1);
  const twice = seen(importer, JSON.stringify('{"n":1}'), JSON.stringify('{"n":2}'));
  const plain = seen(importer, 'one', 'two');
  expect(twice.map(kindOf)).toEqual(plain.map(kindOf));
});

test.each(Object.keys(allWriters))('%s: a message that is JSON stays text', (importer) => {
  const question = '{"asked": true, "n": 1.0}';
  const answer = '["done", {"n": 9007199254740993}]';
  const { history } = opened(importer, [
    { user: question },
    { asks: [one] },
    { result: 'ok', to: one },
    { says: answer },
  ]);
  const messages = history.turns.flatMap((turn) => (turn.text === undefined ? [] : [turn.text]));
  expect(messages).toContain(question);
  expect(messages).toContain(answer);
});
