import { expect, test } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import { toJson } from '../../model/json.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const said = (invocation: string, author: string, text: string, delta: RecordValue = {}): RecordValue => ({
  id: `${invocation}-${author}`,
  invocationId: invocation,
  author,
  content: { role: author === 'user' ? 'user' : 'model', parts: [{ text }] },
  actions: { stateDelta: delta },
});

const rewound = (invocation: string, target: string, delta: RecordValue): RecordValue => ({
  id: invocation,
  invocationId: invocation,
  author: 'user',
  actions: { rewindBeforeInvocationId: target, stateDelta: delta },
});

/** The colour was red, then blue; the second invocation is rewound, and a third follows. */
const events = [
  said('i1', 'user', 'set the colour to red'),
  said('i1', 'painter', 'It is red.', { colour: 'red' }),
  said('i2', 'user', 'set the colour to blue'),
  said('i2', 'painter', 'It is blue.', { colour: 'blue', shade: 'dark', 'user:changes': 2 }),
  rewound('i3', 'i2', { colour: 'red', shade: null }),
  said('i4', 'user', 'which colour is it?'),
  said('i4', 'painter', 'It is red.'),
];

function openedWays(recorded: Value) {
  const text = openNow(JSON.stringify(recorded));
  if (!text.ok) throw new Error(text.problem.message);
  return text.value.entries.map(({ title }, index) => {
    const session = openEntry(text.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    const { history, system, sources } = session.value;
    const state = system.stateAt(session.value.session, history, history.turns.length - 1, defaultDecisions);
    return {
      title,
      said: history.turns.map(({ label }) => label),
      places: history.turns.map(({ event }) => sources.at(event)?.[1]),
      state: toJson(state),
      notes: session.value.notes.map(({ code }) => code),
    };
  });
}

const session = (state: RecordValue) => ({ id: 's', appName: 'paint', userId: 'u', state, events });

test('rewound events are not part of the session that went on, and have a session of their own', () => {
  const [last, first] = openedWays(session({ colour: 'red', shade: null, 'user:changes': 2, size: 3 }));
  expect(last?.title).toBe('set the colour to red (branch 2 of 2)');
  expect(last?.said).toEqual(['set the colour to red', 'It is red.', 'which colour is it?', 'It is red.']);
  expect(last?.places).toEqual([0, 1, 5, 6]);
  expect(last?.notes).toContain('adk/rewind');
  expect(first?.title).toBe('set the colour to red (branch 1 of 2)');
  expect(first?.said).toEqual(['set the colour to red', 'It is red.', 'set the colour to blue', 'It is blue.']);
});

test('a rewind restores the state, except for keys of the app and of the user', () => {
  const [last, first] = openedWays(session({ colour: 'red', shade: null, 'user:changes': 2, size: 3 }));
  expect(last?.state).toContain('"colour":"red"');
  expect(last?.state).toContain('"user:changes":2');
  expect(last?.state).toContain('"size":3');
  expect(last?.state).not.toContain('dark');
  expect(first?.state).toContain('"colour":"blue"');
  expect(first?.state).toContain('"size":3');
});

test('a rewind may undo another rewind, or name an invocation that does not exist', () => {
  const twice = [...events, rewound('i5', 'i3', {}), said('i6', 'user', 'once more')];
  const [last] = openedWays(twice);
  expect(last?.said).toEqual([
    'set the colour to red',
    'It is red.',
    'set the colour to blue',
    'It is blue.',
    'once more',
  ]);
  const [nowhere] = openedWays([...events.slice(0, 2), rewound('i3', 'i9', {}), said('i4', 'user', 'go on')]);
  expect(nowhere?.said).toEqual(['set the colour to red', 'It is red.', 'go on']);
});
