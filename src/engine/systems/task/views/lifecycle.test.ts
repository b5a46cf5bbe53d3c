import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../../../model/decisions.ts';
import type { RecordValue } from '../../../model/value.ts';
import { task } from '../index.ts';
import { taskMachine } from '../running/machine.ts';
import { Driven } from '../running/testing.ts';
import { taskSamples } from '../samples.ts';
import { taskTesting } from '../testing.ts';
import { lifecycle } from './lifecycle.ts';
import { movesOf } from './moves.ts';
import { stateOf } from './state-of.ts';

/** The view of a script's session after each turn. */
function seen({ given, calls }: Pick<(typeof taskSamples)[number], 'given' | 'calls'>) {
  const run = new Driven(given);
  for (const { op, args, ...names } of calls) run.call(op, args, names);
  const opening = task.opening(given);
  if (!opening.ok) throw new Error(opening.problem.message);
  const { header, events } = opening.value;
  const session = { system: 'task', header, events: [...events, ...run.events], notes: [] } as const;
  const history = task.history(session);
  const at = (turn: number) => lifecycle({ session, history, turn, decisions: defaultDecisions });
  const path = (turn: number) => {
    const steps = at(turn).path;
    return Array.from({ length: steps.length }, (_, i) => steps.at(i)).map((step) => [
      step?.to,
      step?.turn,
      step?.reason,
    ]);
  };
  return { run, history, at, path };
}

const [sample] = taskSamples;
if (sample === undefined) throw new Error('there is a sample');

describe('the lifecycle of a task', () => {
  it('is the path through its phases, with the turn of each step, and the current state', () => {
    const { at, path } = seen(sample);
    expect(at(-1)).toMatchObject({ of: 'root', current: 'idle', place: ['task', 'phase'] });
    expect(path(4)).toEqual([
      ['idle', -1, null],
      ['processing', 0, null],
      ['waiting_for_review', 3, 'lead@example.com reviews refund'],
      ['processing', 4, null],
    ]);
    const last = at(13);
    expect([last.current, last.allowed]).toEqual(['locked', []]);
    expect(path(13).at(-1)).toEqual(['locked', 13, expect.stringContaining('does not hold')]);
  });

  it('is that of the child when the turn belongs to the child', () => {
    const { at, path, history } = seen(sample);
    const turn = history.turns.findLastIndex(({ node }) => node === 'research');
    expect(at(turn)).toMatchObject({ of: 'research', place: ['task', 'tasks', 'research', 'phase'] });
    expect(path(turn)[0]).toEqual(['idle', 5, 'delegated to research-agent']);
  });

  it('offers the operations that the state allows, and those that end a wait', () => {
    const { at } = seen({ given: sample.given, calls: sample.calls.slice(0, 6) });
    expect(at(3)).toMatchObject({ current: 'waiting_for_review', of: null });
    expect(at(3).allowed.map(({ operation, to }) => `${operation} ${to}`)).toEqual([
      'approve processing',
      'deny processing',
      'advance null',
      'fail unrecoverable_error',
      'lock locked',
      'close closed',
    ]);
    const delegating = seen({ given: sample.given, calls: sample.calls.slice(0, 9) });
    const root = delegating.history.turns.findLastIndex(({ node }) => node === 'root');
    expect(delegating.at(root).current).toBe('processing');
    expect(delegating.at(root + 1).of).toBe('research');
  });

  it('draws each transition of a task', () => {
    for (const { given, calls } of taskTesting.scripts) {
      const { at, history } = seen({ given, calls });
      for (let turn = -1; turn < history.turns.length; turn++) {
        const { path, transitions, current } = at(turn);
        expect(path.at(path.length - 1)?.to ?? 'idle').toBe(current);
        for (let i = 1; i < path.length; i++) {
          const step = path.at(i);
          expect(transitions.filter(({ from, to }) => from === step?.from && to === step.to)).toHaveLength(1);
        }
      }
    }
  });

  it('allows exactly the operations that the machine allows in that state', () => {
    const message = [{ mimeType: 'text/plain', text: 'x' }];
    const args: { readonly [op: string]: RecordValue } = {
      input: { message, params: { ticket_id: 'T-1' } },
      llm: {},
      call: { function: 'refund', args: { amount: 1 } },
      script: { script: '1' },
      invoke: { function: 'refund', outcome: 'ok' },
      output: { message },
      approve: {},
      deny: {},
      advance: { seconds: 1 },
      fail: { error: 'x' },
      lock: {},
      close: {},
    };
    for (let count = 0; count <= sample.calls.length; count++) {
      const run = new Driven(sample.given);
      for (const call of sample.calls.slice(0, count)) run.call(call.op, call.args, call);
      const allowed = movesOf(run.state, 'root').filter(({ on }) => on === undefined);
      const taken = Object.keys(args).filter((op) => {
        const decided = taskMachine.decide(run.state, { op, args: args[op] ?? {} });
        // Passing time does not change a task that is over.
        return (
          decided.kind === 'waits' ||
          (decided.kind === 'done' && decided.events.length > 0) ||
          (op === 'script' && decided.kind === 'done')
        );
      });
      expect(new Set(allowed.map(({ operation }) => operation))).toEqual(new Set(taken));
      for (const { operation, to } of allowed) {
        if (operation === 'output' || to === null) continue;
        const decided = taskMachine.decide(run.state, { op: operation, args: args[operation] ?? {} });
        const next = ('events' in decided ? decided.events : []).reduce(taskMachine.apply, run.state);
        expect(stateOf(next, 'root')).toBe(to);
      }
    }
  });
});
