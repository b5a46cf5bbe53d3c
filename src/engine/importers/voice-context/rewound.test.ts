import { expect, test } from 'vitest';
import { isRecord, type RecordValue } from '../../model/value.ts';
import { run } from '../../systems/testing.ts';
import { toDict } from '../../systems/voice/dict.ts';
import type { CallEvent } from '../../systems/voice/event.ts';
import { voiceMachine } from '../../systems/voice/machine.ts';
import { voiceTesting } from '../../systems/voice/testing.ts';
import { rewindExport } from './rewound.ts';

/** Speech, successful tool results and other calls do not change a context, so its history has no entries for them. */
const isInHistory = (event: CallEvent): boolean =>
  !['user-spoke', 'agent-spoke', 'model-called', 'request-sent', 'call-made', 'in-call'].includes(event.type) &&
  !(event.type === 'tool-ended' && event.outcome === 'ok');

/** In a path, a key that contains a dot looks like two keys. */
const hasDottedKey = (event: CallEvent): boolean => event.type === 'agent-state-set' && event.key.includes('.');

const typeOf = ({ type }: CallEvent) => (type === 'agent-state-set' ? 'value-set' : type);

function exportOf(script: (typeof voiceTesting.scripts)[number]) {
  const { states, events } = run(voiceMachine, script);
  const last = states.at(-1);
  const dict = last === undefined ? null : toDict(last);
  if (!isRecord(dict)) throw new Error('an export is an object');
  return { dict, events };
}

test.each(voiceTesting.scripts)('the events of a call are rebuilt from its export: $title', (script) => {
  const { dict, events } = exportOf(script);
  const recorded = events.filter(isInHistory);
  expect(rewindExport(dict)?.events.map(typeOf)).toEqual(
    recorded.some(hasDottedKey) ? undefined : recorded.map(typeOf),
  );
});

const [meals] = voiceTesting.scripts;
if (meals === undefined) throw new Error('there is a script');

test('the initial state has no values that were written later', () => {
  const past = rewindExport(exportOf(meals).dict);
  expect(past?.context).toMatchObject({
    current_agent: 'meal-agent',
    agent_history: ['meal-agent'],
    workflow: { logged_meals: [], pending_meals: ['Breakfast', 'Lunch'] },
    flags: {},
    params: {},
  });
  expect(past?.startedAt).toBe('2026-05-20T03:00:00Z');
});

test.each<readonly [string, (dict: RecordValue) => RecordValue]>([
  ['a value that the history did not write', (dict) => ({ ...dict, workflow: { other: 1 } })],
  ['an entry of an unknown kind', (dict) => ({ ...dict, history: [...listOf(dict), { kind: 'sang' }] })],
  ['a missing entry', (dict) => ({ ...dict, history: listOf(dict).toSpliced(3, 1) })],
  ['no history', ({ history: _history, ...dict }) => dict],
])('a history that does not lead to the export is not used: %s', (_, change) => {
  expect(rewindExport(change(exportOf(meals).dict))).toBeUndefined();
});

const listOf = ({ history }: RecordValue) => (Array.isArray(history) ? (history as readonly RecordValue[]) : []); // the machine writes a list of records
