import { expect, test } from 'vitest';
import { readDocument } from '../../readers/read-document.ts';
import { systemOf } from '../../systems/systems.ts';
import { doubtsAbout } from './doubts.ts';
import { guessMapping } from './guess.ts';
import { readBy } from './index.ts';
import type { Mapping } from './mapping.ts';

const log = [
  { role: 'user', text: 'where is it?' },
  { role: 'assistant', text: 'I look.', calls: [{ id: 'a', name: 'look', args: {} }] },
  { role: 'tool', call_id: 'a', output: 'there' },
];

/** The codes of the doubts when the guess for the log above is changed. */
function doubted(change: (guess: Mapping) => Partial<Mapping>, entries: readonly object[] = log): readonly string[] {
  const document = readDocument(JSON.stringify({ log: entries, other: [{ a: 1 }] }));
  expect.assert(document.ok);
  const guess = guessMapping(document.value.value);
  const read = readBy({ ...guess, ...change(guess) })(document.value);
  expect.assert(read.ok);
  const session = read.value.sessions[0]?.open();
  expect.assert(session?.ok === true);
  const system = systemOf('task');
  const checked = system.check(session.value.session);
  expect.assert(checked.ok);
  const doubts = doubtsAbout(system.history(checked.value), checked.value.notes);
  for (const { message } of doubts) expect(message).toMatch(/^[A-Z].*\.$/);
  return doubts.map(({ code }) => code);
}

test('a mapping that fits raises no doubts', () => {
  expect(doubted(() => ({}))).toEqual([]);
});

test.each<[string, (guess: Mapping) => Partial<Mapping>, readonly string[]]>([
  ['no entry is a turn', () => ({ kind: { tests: [], otherwise: 'skip' } }), ['mapping/no-turns-made']],
  ['all are inputs', () => ({ kind: { tests: [], otherwise: 'input' } }), ['mapping/one-sided']],
  ['there is no input', () => ({ kind: { tests: [], otherwise: 'llm' } }), ['mapping/no-input']],
  ['no text is named', () => ({ text: null }), ['mapping/no-text']],
  ['no content is named', ({ results }) => ({ results: { ...results, content: null } }), ['mapping/unpaired']],
  [
    'ids that pair nothing',
    ({ results, calls }) => ({ calls: { ...calls, id: ['name'] }, results: { ...results, name: null } }),
    ['mapping/unpaired'],
  ],
  [
    'calls have no name',
    ({ kind }) => ({
      kind: { tests: kind.tests.map((test) => ({ ...test, values: test.values.slice(0, 1) })), otherwise: 'call' },
    }),
    ['mapping/no-call-name'],
  ],
])('when %s, a sentence says so', (_case, change, codes) => {
  expect(doubted(change)).toEqual(expect.arrayContaining([...codes]));
});

test('when a result finds no call although others do, a sentence says so', () => {
  const astray = { role: 'tool', call_id: 'other', output: 'nowhere' };
  expect(doubted(() => ({}), [...log, astray])).toContain('mapping/astray');
});
