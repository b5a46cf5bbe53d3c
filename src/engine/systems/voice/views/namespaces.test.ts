import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecord, type RecordValue } from '../../../model/value.ts';
import type { CallsMade } from '../../moment.ts';
import type { CallEvent } from '../event.ts';
import { startOf } from '../header.ts';
import { historyOf } from '../history.ts';
import { apply } from '../apply.ts';
import { call, voiceTesting } from '../testing.ts';
import { parsePath } from '../path.ts';
import type { CallSession } from '../trail.ts';
import { writerOf } from '../writer-of.ts';
import { namespacesAt, type Namespaces, type NamespacesShown, type PlaceEntry } from './namespaces.ts';
import { cutAfter, momentOf, ranOf, recordingOf } from './testing.ts';

const fewRows: NamespacesShown = { keys: 50, refused: 10, opened: [] };
const shownAt = (session: CallSession, turn?: number, shown = fewRows, calls?: CallsMade) =>
  namespacesAt(momentOf(session, turn, calls), shown);

const placesOf = ({ spaces }: Namespaces): readonly PlaceEntry[] =>
  spaces.flatMap(({ places }) => places.flatMap((place) => place.places ?? [place]));

const placeAt = (shown: Namespaces, path: string): PlaceEntry => {
  const found = placesOf(shown).find((place) => place.path.join('.') === path);
  if (found === undefined) throw new Error(`${path} is shown`);
  return found;
};

/** The last writer of a key, and the turn. */
const lastOf = (shown: Namespaces, path: string) => {
  const [last] = placeAt(shown, path).trail;
  return last && [last.how, last.by, last.turn, last.value?.text ?? null];
};

const context: RecordValue = {
  current_agent: 'meal-agent',
  user: { name: 'Asha' },
  workflow: { meals: ['idli'], left: 2 },
  agents: { 'meal-agent': { asked: 1 } },
};

const booked: readonly CallEvent[] = [
  { type: 'user-spoke', text: 'rice' },
  { type: 'tool-called', tool: 'log', params: { meal: 'Lunch', at: 1 } },
  { type: 'value-appended', path: 'workflow.meals', value: 'rice' },
  { type: 'value-set', path: 'workflow.left', value: 1 },
  { type: 'flag-changed', flag: 'done', value: true },
  { type: 'tool-ended', outcome: 'ok' },
  { type: 'agent-state-set', agent: 'meal-agent', key: 'asked', value: 2 },
  { type: 'handoff-triggered', target: 'closer' },
  { type: 'user-spoke', text: 'bye' },
  { type: 'agent-switched', agent: 'closer' },
  { type: 'tool-called', tool: 'close', params: { at: 2 } },
  { type: 'value-deleted', path: 'workflow.left' },
];

describe('the namespaces of a call', () => {
  const session = recordingOf(booked, { context });

  it('show the writer of each key, and the turn', () => {
    const after = shownAt(session, 1);
    expect(lastOf(after, 'user.name')).toEqual(['start', 'the start', -1, '"Asha"']);
    expect(lastOf(after, 'workflow.meals')).toEqual(['append', 'action of log', 1, '"rice"']);
    expect(lastOf(after, 'workflow.left')).toEqual(['set', 'action of log', 1, '1']);
    expect(lastOf(after, 'flags.done')).toEqual(['set', 'action of log', 1, 'true']);
    expect(lastOf(after, 'agents.meal-agent.asked')).toEqual(['set', 'agent meal-agent', 1, '2']);
    expect(lastOf(after, 'params.meal')).toEqual(['tool', 'call of log', 1, '"Lunch"']);
    expect(after.spaces.find(({ id }) => id === 'history')?.places[0]?.value?.text).toContain('"handoff"');
  });

  it('mark the keys that the turn wrote or deleted', () => {
    const here = (turn: number) =>
      placesOf(shownAt(session, turn))
        .filter((place) => place.here && place.path[0] !== 'history')
        .map(({ path, value }) => `${path.join('.')}=${value?.text ?? 'gone'}`);
    expect(here(0)).toEqual([]);
    expect(here(1)).toEqual([
      'workflow.meals=["idli", "rice"]',
      'workflow.left=1',
      'flags.done=true',
      'agents.meal-agent.asked=2',
      'params.meal="Lunch"',
      'params.at=1',
    ]);
    expect(here(3)).toEqual(['workflow.left=gone', 'params.at=2', 'params.meal=gone']);
  });

  it('show the writes of an opened place, newest first, as many as requested', () => {
    const opened = (writes: number) =>
      placeAt(shownAt(session, 3, { ...fewRows, opened: [{ path: ['workflow', 'left'], writes }] }), 'workflow.left');
    expect(opened(9).trail.map(({ how, turn, place, value }) => [how, turn, place, value?.text])).toEqual([
      ['delete', 3, 'workflow.left', undefined],
      ['set', 1, 'workflow.left', '1'],
      ['start', -1, 'workflow.left', '2'],
    ]);
    expect(opened(2)).toMatchObject({ writes: 3, trail: [{ how: 'delete' }, { how: 'set' }] });
  });

  it('show the agent in control, since when, and the target of a requested handoff', () => {
    expect(shownAt(session, 0).control).toEqual({ agent: 'meal-agent', isRecorded: true, since: null, pending: null });
    expect(shownAt(session, 1).control).toEqual({
      agent: 'meal-agent',
      isRecorded: true,
      since: null,
      pending: { agent: 'closer', turn: 1 },
    });
    expect(shownAt(session, 3).control).toEqual({ agent: 'closer', isRecorded: true, since: 2, pending: null });
  });

  it('show a write around a key by its effect on the key', () => {
    const whole = recordingOf(
      [
        { type: 'user-spoke' },
        { type: 'value-set', path: 'workflow', value: { left: 7, fresh: 1 } },
        { type: 'value-set', path: 'agents', value: { a: { x: 1 }, b: { y: 2 } } },
      ],
      { context },
    );
    const after = shownAt(whole);
    expect(lastOf(after, 'workflow.left')).toEqual(['set', 'outside of tools', 0, '7']);
    expect(lastOf(after, 'workflow.meals')).toEqual(['set', 'outside of tools', 0, null]);
    expect(lastOf(after, 'agents.b.y')).toEqual(['set', 'outside of tools', 0, '2']);
    expect(lastOf(after, 'agents.meal-agent.asked')).toEqual(['set', 'outside of tools', 0, null]);
  });

  it('show as many keys of a wide namespace as requested', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i]));
    const [, workflow] = shownAt(recordingOf([{ type: 'user-spoke' }], { context: { workflow: many } })).spaces;
    expect(workflow).toMatchObject({ id: 'workflow', size: 5000, places: { length: 50 } });
  });

  it('treat __proto__ and dotted flags as ordinary keys', () => {
    const odd = recordingOf([
      { type: 'user-spoke' },
      { type: 'value-set', path: 'workflow.__proto__', value: 1 },
      { type: 'flag-changed', flag: 'a.b', value: true },
    ]);
    expect(
      placesOf(shownAt(odd))
        .map(({ path }) => path)
        .slice(0, 2),
    ).toEqual([
      ['workflow', '__proto__'],
      ['flags', 'a.b'],
    ]);
  });
});

describe('refused writes', () => {
  it('are shown with their reason: recorded ones, actions of tools, and calls of a run that made no event', () => {
    const { session, calls } = ranOf(
      [
        call('user_says', { text: 'hi' }),
        call('set', { path: 'user.name', value: 'X' }),
        call('call_tool', {
          tool: 'log',
          params: {},
          actions: [{ type: 'context.set', path: 'workflow.meals.x', value: 1 }],
        }),
        call('set', { path: 'meals', value: 1 }),
        call('get', { path: 'nowhere' }),
      ],
      context,
    );
    const shownAtTurn = (turn: number) =>
      shownAt(session, turn, fewRows, calls).refused.rows.map(({ path, reason, by, turn: at }) => [
        path,
        reason,
        by,
        at,
      ]);
    const immutable = 'User data is immutable during the call: user.name.';
    expect(shownAtTurn(0)).toEqual([['user.name', immutable, 'outside of tools', 0]]);
    expect(shownAtTurn(1)).toEqual([
      ['meals', 'There is no namespace “meals”: did you mean workflow.meals?', 'outside of tools', 1],
      [
        'workflow.meals.x',
        'The path leads through a plain value, or uses a key on a list: workflow.meals.x.',
        'action of log',
        1,
      ],
      ['user.name', immutable, 'outside of tools', 0],
    ]);
    const recorded = recordingOf([...booked, { type: 'value-set', path: 'user.name', value: 'X' }], { context });
    expect(shownAt(recorded).refused).toMatchObject({ total: 1, rows: [{ reason: immutable, by: 'action of close' }] });
    expect(shownAt(recorded, 2).refused.total).toBe(0);
  });
});

const anyEvent: fc.Arbitrary<CallEvent> = fc.oneof(
  fc.constantFrom<CallEvent>(
    ...booked,
    { type: 'value-set', path: 'user.name', value: 1 },
    { type: 'value-set', path: 'workflow', value: { left: 3 } },
    { type: 'value-set', path: 'agents.closer', value: { n: [1] } },
    { type: 'value-set', path: 'agents.closer.n[0]', value: 2 },
    { type: 'operation-failed', kind: 'not_a_list', message: 'no list', path: 'workflow.left[+]' },
    { type: 'value-set', path: 'params.extra', value: 1 },
    { type: 'value-deleted', path: 'params' },
  ),
);

describe('the namespaces of an export without some parts', () => {
  const partial = recordingOf([], {
    context: { flags: { on: true } },
    unrecorded: ['params', 'history', 'current_agent'],
  });

  it('say which are not recorded, and show no history entry that is not there', () => {
    const shown = shownAt(partial);
    expect(shown.control).toMatchObject({ agent: null, isRecorded: false });
    expect(shown.spaces.filter(({ isRecorded }) => !isRecorded).map(({ id, size }) => [id, size])).toEqual([
      ['params', 0],
      ['history', 0],
    ]);
  });

  it('have the params and the agent of later events', () => {
    const events: readonly CallEvent[] = [
      { type: 'tool-called', tool: 'log', params: { meal: 'Lunch' } },
      { type: 'agent-switched', agent: 'closer' },
    ];
    const shown = shownAt({ ...partial, events });
    expect(shown.control).toMatchObject({ agent: 'closer', isRecorded: true });
    expect(shown.spaces.filter(({ isRecorded }) => !isRecorded).map(({ id }) => id)).toEqual(['history']);
  });
});

describe('at any turn, the namespaces', () => {
  const opened = [{ path: ['workflow', 'left'], writes: 5 }];
  const shown: NamespacesShown = { ...fewRows, opened };

  it('equal those of the session cut after the turn, and of a session that grew to it', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 20 }), fc.array(fc.nat(12), { maxLength: 3 }), (events, asked) => {
        const whole = recordingOf(events, { context });
        const { turns } = historyOf(whole);
        for (const turn of asked.map((at) => Math.min(at, turns.length - 1))) {
          const cut = shownAt(cutAfter(whole, turn), turn, shown);
          expect(shownAt(whole, turn, shown)).toEqual(cut);
        }
        const growing: CallEvent[] = [];
        const grown = recordingOf(growing, { context });
        for (const event of events) {
          growing.push(event);
          shownAt(grown, undefined, shown);
        }
        expect(shownAt(grown, undefined, shown)).toEqual(shownAt(whole, undefined, shown));
      }),
    );
  });

  it('name the same writer as the machine', () => {
    for (const { given, calls } of voiceTesting.scripts) {
      const { context: from = {} } = given;
      if (!isRecord(from)) throw new Error('a script starts with a context');
      const { session } = ranOf(calls, from);
      const state = session.events.reduce(apply, startOf(session.header).state);
      for (const place of placesOf(shownAt(session))) {
        const path = parsePath(place.path.join('.'));
        if (!path.ok || place.path[0] === 'history' || place.value === null) continue;
        if (place.path.some((step) => String(step).includes('.'))) continue;
        const noted = writerOf(state, path.value);
        const [last] = place.trail;
        const kind = noted?.['kind'];
        const how = { set: 'set', flag: 'set', append: 'append', delete: 'delete', tool: 'tool', start: 'start' };
        expect([place.path, last?.how]).toEqual([place.path, how[kind as keyof typeof how]]);
      }
    }
  });
});

describe('a call of 100 000 turns', () => {
  it('is read at any turn in the same time', () => {
    const events = Array.from({ length: 50_000 }, (_, i): CallEvent[] => [
      { type: 'tool-called', tool: 'log', params: { i } },
      { type: 'value-appended', path: 'workflow.list', value: i },
      { type: 'user-spoke' },
    ]).flat();
    const session = recordingOf(events, { context: { workflow: { list: [] } } });
    const moment = momentOf(session);
    namespacesAt(moment, shownAll);
    for (const turn of [99_999, 3, 50_000, 50_001, 77_777, 12_345, 99_998, 0])
      expect(namespacesAt({ ...moment, turn }, shownAll).spaces).toHaveLength(6);
  });

  const shownAll: NamespacesShown = {
    keys: 100,
    refused: 20,
    opened: [
      { path: ['workflow', 'list'], writes: 30 },
      { path: ['params', 'i'], writes: 30 },
    ],
  };
});
