import { describe, expect, test } from 'vitest';
import { apply } from '../../systems/a2a/apply.ts';
import type { A2aEvent } from '../../systems/a2a/event.ts';
import type { A2aHeader } from '../../systems/a2a/header.ts';
import { stateOfHeader } from '../../systems/a2a/state.ts';
import type { Task } from '../../systems/a2a/task.ts';
import { taskStates, type TaskState } from '../../systems/a2a/task-state.ts';
import { longState } from '../../systems/a2a/wire/spelling.ts';
import { lifecycleOutline } from '../../systems/lifecycle-outline.ts';
import { lifecycle } from '../../systems/a2a/views/lifecycle.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import { toJson } from '../../model/json.ts';
import { Unknown, valueAt } from '../../model/value.ts';
import { snapshotAt } from '../../runs/snapshot-at.ts';
import { firstSession } from '../../testing.ts';

const said = (messageId: string, role: string, text: string) => ({ messageId, role, parts: [{ text }] });

const question = said('m2', 'ROLE_AGENT', 'Which size?');

/** A Task whose status has a time and a message, and whose transitions are these. */
const taskOf = (state: string, transitions: readonly TaskState[]) => ({
  id: 't9',
  contextId: 'c9',
  status: { state, timestamp: '2026-04-19T10:12:00Z', message: question },
  history: [said('m1', 'ROLE_USER', 'hi'), question],
  metadata: {
    stateTransitions: transitions.map((one, at) => ({
      state: longState(one),
      timestamp: `2026-04-19T10:10:0${at}Z`,
    })),
  },
});

function opened(text: string): { readonly task: Task | undefined; readonly isNoted: boolean } {
  const { session, notes } = firstSession(text).session;
  const [header, events] = [session.header as A2aHeader, session.events as readonly A2aEvent[]]; // an A2A session
  const [task] = events.reduce(apply, stateOfHeader(header)).tasks;
  return { task, isNoted: notes.some(({ code }) => code === 'a2a/state-of-status') };
}

const statesOf = (task: Task | undefined) => [...(task?.transitions ?? [])].map(({ state }) => state);

/** Transitions as a server records them. */
const recorded: readonly (readonly TaskState[])[] = [
  ['submitted'],
  ['submitted', 'working'],
  ['submitted', 'canceled'],
  ['submitted', 'working', 'completed'],
  ['submitted', 'working', 'input-required'],
  ['submitted', 'working', 'input-required', 'submitted'],
  ['submitted', 'working', 'auth-required', 'submitted', 'working'],
  ['submitted', 'working', 'input-required', 'failed'],
];

describe('the state of a task is that of its status, whatever transitions it records', () => {
  test.each(recorded)('%j, …', (...transitions) => {
    for (const state of taskStates) {
      const { task, isNoted } = opened(JSON.stringify(taskOf(longState(state), transitions)));
      expect(task?.state).toBe(state);
      expect(isNoted).toBe(transitions.at(-1) !== state);
      expect(statesOf(task).at(-1)).toBe(state);
    }
  });

  test('the missing transition has the time and the message of the status', () => {
    const { task } = opened(JSON.stringify(taskOf('TASK_STATE_INPUT_REQUIRED', ['submitted'])));
    expect(statesOf(task)).toEqual(['submitted', 'working', 'input-required']);
    expect(task).toMatchObject({ at: '2026-04-19T10:12:00Z', message: { parts: [{ text: 'Which size?' }] } });
  });

  test('also in a text that ends inside its transitions', () => {
    const text = JSON.stringify(taskOf('TASK_STATE_INPUT_REQUIRED', ['submitted', 'working', 'input-required']));
    const { task, isNoted } = opened(text.slice(0, text.indexOf('TASK_STATE_WORKING')));
    expect(task).toMatchObject({ state: 'input-required', at: '2026-04-19T10:12:00Z' });
    expect(isNoted).toBe(true);
  });

  test.each(['unknown', 'TASK_STATE_UNSPECIFIED'])('except for the state %s, which says nothing', (state) => {
    const { task, isNoted } = opened(JSON.stringify(taskOf(state, ['submitted', 'working', 'completed'])));
    expect(task?.state).toBe('completed');
    expect(isNoted).toBe(false);
  });
});

describe.each([
  ['with a state that A2A does not define', { state: 'paused' }, /such as “paused”: the state is unknown/],
  ['without a status', undefined, /1 task without a state: the state is unknown/],
])('a task %s', (_, status, message) => {
  const history = [
    { kind: 'message', ...said('m1', 'user', 'convert') },
    { kind: 'message', ...said('m2', 'agent', 'to what?') },
  ];
  const task = { kind: 'task', id: 't1', contextId: 'c1', ...(status && { status }), history };
  const seen = ({ session, history: turns, system }: Opened, turn: number) =>
    system.stateAt(session, turns, turn, defaultDecisions);

  test('keeps its id and its messages, and its state is unknown', () => {
    const { session } = firstSession(JSON.stringify(task));
    expect(session.notes.find(({ code }) => code === 'a2a-protocol/state-unknown')?.message).toMatch(message);
    expect(session.notes.map(({ code }) => code)).not.toContain('a2a-protocol/unnamed-task');
    expect(session.history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm']);
    for (const turn of [0, 1]) {
      const state = seen(session, turn);
      expect([valueAt(state, ['task_id']), valueAt(state, ['context_id'])]).toEqual(['t1', 'c1']);
      for (const path of [
        ['state'],
        ['status', 'state'],
        ['task', 'status', 'state'],
        ['tasks', 't1', 'status', 'state'],
      ])
        expect([path, valueAt(state, path)]).toEqual([path, new Unknown([['ctx', 'state']])]);
    }
  });

  test('has no step in its lifecycle', () => {
    const { session: header, history: turns } = firstSession(JSON.stringify(task)).session;
    const session = header as Parameters<typeof lifecycle>[0]['session']; // an A2A session
    const { current, of, steps, allowed } = lifecycleOutline(
      lifecycle({ session, history: turns, turn: 1, decisions: defaultDecisions }),
    );
    expect({ current, of, steps, allowed }).toEqual({ current: 'unknown', of: 't1', steps: 0, allowed: [] });
  });

  test('stays unknown when its state is copied and pasted', () => {
    const snapshot = snapshotAt(firstSession(JSON.stringify(task)).session, 1);
    if (!snapshot.ok) throw new Error(snapshot.problem.message);
    const { session } = firstSession(toJson(snapshot.value));
    expect(valueAt(seen(session, 1), ['task_id'])).toBe('t1');
    expect(valueAt(seen(session, 1), ['state'])).toBeInstanceOf(Unknown);
  });

  test('has the state of a later update', () => {
    const update = {
      kind: 'status-update',
      taskId: 't1',
      contextId: 'c1',
      status: { state: 'completed' },
      final: true,
    };
    const { session } = firstSession([task, update].map((one) => JSON.stringify(one)).join('\n'));
    expect(valueAt(seen(session, session.history.turns.length - 1), ['state'])).toBe('completed');
  });
});

type Opened = ReturnType<typeof firstSession>['session'];
