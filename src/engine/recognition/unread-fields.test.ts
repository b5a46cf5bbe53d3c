import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { firstSession } from '../testing.ts';

const fixture = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../importers/${file}`, import.meta.url), 'utf8'));

const lossesOf = (value: unknown) =>
  firstSession(JSON.stringify(value)).session.notes.filter(({ severity }) => severity === 'lost');

describe.each([
  ['a task', fixture('task-snapshot/fixtures/composed-support-agent.json')],
  ['a voice agent', fixture('voice-context/fixtures/composed-page-values.json')],
  ['langchain_adk', fixture('adk-context/fixtures/composed-context.json')],
  ['Noetic', fixture('noetic-items/fixtures/composed-checkpoint.json')],
])('the context of %s in a field of a record', (_, context) => {
  test('loses nothing where the record has no other field', () => {
    const alone = lossesOf(context);
    expect(lossesOf({ context })).toEqual(alone);
    expect(lossesOf({ data: { context } })).toEqual(alone);
    expect(lossesOf([{ context }])).toEqual(alone);
  });

  test('loses the other fields of the record', () => {
    const level = 'INFO';
    for (const record of [{ data: { context }, level }, [{ data: { context, level } }], { context, level }])
      expect(lossesOf(record).map(({ code }) => code)).toContainEqual(
        expect.stringMatching(/^(?:log\/field|import\/unknown-field)$/),
      );
  });
});

const a2aTask = {
  id: 't',
  contextId: 'c',
  status: { state: 'TASK_STATE_WORKING' },
  history: [{ messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] }],
  artifacts: [],
  metadata: {},
};
const a2aTaskOfPython = { kind: 'task', id: 't', context_id: 'c', status: { state: 'working' }, history: [] };

test.each([
  ['an A2A task', a2aTask],
  ['an A2A task in Python’s spelling', a2aTaskOfPython],
  ['a stored task of a2akit', fixture('a2a-context/fixtures/composed-stored-tasks.json')],
  ['a context of a2akit', fixture('a2a-context/fixtures/composed-state-at-a-turn.json')],
  ['a checkpoint of Noetic', fixture('noetic-items/fixtures/composed-checkpoint.json')],
  ['an answer of Noetic', fixture('noetic-items/fixtures/composed-harness-response.json')],
])('a field that %s does not have is reported as lost', (_, whole) => {
  const record = Object(Array.isArray(whole) ? whole[0] : whole) as object; // a recording of these fixtures
  const unknown = (value: unknown) => lossesOf(value).filter(({ code }) => code === 'import/unknown-field');
  expect(unknown(record)).toEqual([]);
  expect(unknown({ ...record, my_extra: { deep: 'keep me' }, empty: null })).toEqual([
    expect.objectContaining({
      message: 'The format has no field “my_extra”: it is left out.',
      place: expect.stringMatching(/my_extra$/) as unknown,
    }),
  ]);
  expect(unknown({ ...record, my_extra: 1, other: 2 })).toEqual([
    expect.objectContaining({ message: expect.stringContaining('does not have 2 fields') as unknown }),
  ]);
});
