import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../../../model/decisions.ts';
import type { Session } from '../../../model/session.ts';
import type { RecordValue } from '../../../model/value.ts';
import type { Lifecycle, LifecycleStep } from '../../lifecycle.ts';
import { lifecycleOutline, lifecycleSteps } from '../../lifecycle-outline.ts';
import { decide } from '../decide.ts';
import { apply } from '../apply.ts';
import { lifecycleMethods, type A2aEvent } from '../event.ts';
import type { A2aHeader } from '../header.ts';
import { growing, historyOf } from '../history.ts';
import { stateAfter } from '../state-at.ts';
import { anyCall } from '../testing.ts';
import { lifecycle } from './lifecycle.ts';
import { eventsUpTo } from './position.ts';
import { sampled, scripted } from './testing.ts';

type A2aSession = Session<A2aHeader, A2aEvent>;

const at = (session: A2aSession, turn: number): Lifecycle =>
  lifecycle({ session, history: historyOf(session), turn, decisions: defaultDecisions });

const wayOf = ({ path }: Lifecycle): readonly LifecycleStep[] => lifecycleSteps(path, 0, path.length);

const anySession = fc.array(anyCall, { maxLength: 25 }).map(scripted);

describe('the lifecycle of a task', () => {
  const translation = sampled('a2a-translate');

  it('is the path to the current state, with the turn and the text of each step', () => {
    expect(wayOf(at(translation, 4)).map(({ to, by, turn, reason }) => [to, by, turn, reason])).toEqual([
      ['submitted', 'task-submitted', 0, 'Translate: good morning, everyone'],
      ['working', 'turn-started', 0, null],
      ['input-required', 'request_input', 1, 'Which language should I translate to?'],
      ['submitted', 'message-received', 2, 'German, please'],
      ['working', 'turn-started', 2, null],
      ['completed', 'complete', 4, null],
    ]);
  });

  it('is that of the task with the latest event', () => {
    expect([0, 4, 5].map((turn) => at(translation, turn).of)).toEqual(['task-1', 'task-1', 'task-2']);
    expect(at(translation, 5).current).toBe('working');
  });

  it('has no task before the first turn', () => {
    const { of, path, allowed } = at(translation, -1);
    expect([of, path.length, allowed.map(({ operation }) => operation)]).toEqual([null, 0, ['new_task']]);
  });

  it('allows an answer to a waiting task, and nothing for a task that is over', () => {
    expect(at(translation, 1).allowed.map(({ operation, to }) => `${operation} ${to}`)).toEqual([
      'follow_up working',
      'send submitted',
      'cancel null',
      'force_cancel canceled',
    ]);
    expect(at(translation, 3).allowed[0]).toMatchObject({ operation: 'complete', on: 'ctx2', to: 'completed' });
    expect(at(translation, 4).allowed).toEqual([]);
  });

  it('counts how often each transition was taken, and lists the steps', () => {
    const { edges, states, steps, latest } = lifecycleOutline(at(translation, 4));
    const taken = edges.filter((edge) => edge.taken > 0).map((edge) => `${edge.from} ${edge.to} ${edge.steps.join()}`);
    expect(taken).toEqual([
      'submitted working 2,5',
      'working input-required 3',
      'working completed 6',
      'input-required submitted 4',
      'null submitted 1',
    ]);
    expect([steps, latest?.to, states.find(({ id }) => id === 'working')?.visits]).toEqual([6, 'completed', 2]);
  });

  it('lists only the first and the last steps of a thousand rounds', () => {
    const path = Array.from({ length: 2000 }, (_, i): LifecycleStep => {
      const [from, to] = i % 2 === 0 ? ['working', 'input-required'] : ['input-required', 'working'];
      return { from, to, by: 'x', turn: i, reason: 'r'.repeat(1000) };
    });
    const { edges, latest } = lifecycleOutline({ ...at(translation, -1), path });
    expect(edges.find(({ from, to }) => from === 'input-required' && to === 'working')).toEqual({
      from: 'input-required',
      to: 'working',
      by: [],
      isKnown: false,
      taken: 1000,
      steps: [2, 4, 6, 2000],
    });
    expect(latest?.reason).toHaveLength(601);
    expect(lifecycleSteps(path, 1990, 2010).map(({ turn }) => turn)).toHaveLength(10);
  });
});

describe('of any session', () => {
  it('the path equals the task’s own record of transitions', () => {
    fc.assert(
      fc.property(anySession, fc.nat(), (session, seed) => {
        const history = historyOf(session);
        const turn = (seed % (history.turns.length + 1)) - 1;
        const shown = at(session, turn);
        const state = stateAfter(session, eventsUpTo(history, session.events, turn));
        const task = state.tasks.get(shown.of ?? '');
        expect(wayOf(shown).map(({ to }) => to)).toEqual([...(task?.transitions ?? [])].map((one) => one.state));
        expect(shown.current).toBe(task?.state ?? 'submitted');
      }),
    );
  });

  it('a turn shows nothing of later events', () => {
    fc.assert(
      fc.property(anySession, fc.nat(), (session, seed) => {
        const history = historyOf(session);
        const turn = (seed % (history.turns.length + 1)) - 1;
        const events = session.events.slice(0, eventsUpTo(history, session.events, turn));
        const cut: A2aSession = { ...session, events };
        const [whole, begun] = [at(session, turn), at(cut, historyOf(cut).turns.length - 1)];
        expect(lifecycleOutline(whole)).toEqual(lifecycleOutline(begun));
        expect(wayOf(whole)).toEqual(wayOf(begun));
      }),
    );
  });

  it('a growing run is shown like its recording', () => {
    fc.assert(
      fc.property(anySession, ({ header, events }) => {
        const soFar: A2aEvent[] = [];
        const open: A2aSession = { system: 'a2a', header, events: soFar, notes: [] };
        const columns = growing(header);
        for (const event of events) {
          soFar.push(event);
          columns.add(event);
          const turn = columns.history.turns.length - 1;
          const shown = lifecycle({ session: open, history: columns.history, turn, decisions: defaultDecisions });
          expect(lifecycleOutline(shown)).toEqual(lifecycleOutline(at({ ...open, events: [...soFar] }, turn)));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('each allowed move leads to its state, and no other operation moves the task', () => {
    fc.assert(
      fc.property(anySession, (session) => {
        const shown = at(session, historyOf(session).turns.length - 1);
        const state = stateAfter(session, session.events.length);
        const task = state.tasks.get(shown.of ?? '');
        if (task === undefined) return;
        const led = (op: string): string | null => {
          const decided = decide(state, { op, on: task.turn ?? task.id, args: sampleOf(op) });
          if (decided.kind !== 'done' || decided.events.length === 0) return 'nowhere';
          return decided.events.reduce(apply, state).tasks.get(task.id)?.state ?? 'gone';
        };
        for (const { operation, to } of shown.allowed)
          expect([operation, led(operation)]).toEqual([operation, to ?? task.state]);
        const others = [...lifecycleMethods, 'pick_up', 'follow_up', 'send', 'cancel', 'force_cancel', 'handler_raise'];
        const names = new Set(shown.allowed.map(({ operation }) => operation));
        for (const other of others.filter((name) => !names.has(name))) {
          expect([other, led(other)]).toEqual([other, led(other) === 'nowhere' ? 'nowhere' : task.state]);
        }
      }),
    );
  });
});

/** Arguments that an operation accepts. */
function sampleOf(op: string): RecordValue {
  switch (op) {
    case 'follow_up':
    case 'send':
      return { message: { message_id: 'fresh', parts: [{ text: 'x' }] } };
    case 'fail':
      return { reason: 'x' };
    case 'request_input':
      return { question: 'x' };
    case 'handler_raise':
      return { message: 'x' };
    case 'complete_json':
    case 'emit_data_artifact':
      return { data: 1 };
    case 'emit_artifact':
      return { artifact_id: 'a', text: 'x' };
    case 'reply_directly':
    case 'emit_text_artifact':
      return { text: 'x' };
    default:
      return {};
  }
}
