import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import { toJson } from '../../model/json.ts';
import type { Session } from '../../model/session.ts';
import { Run, type RunEvent } from '../../runs/run.ts';
import type { OperationCall } from '../machine.ts';
import type { A2aEvent } from './event.ts';
import type { A2aHeader } from './header.ts';
import { growing } from './history.ts';
import { a2a } from './index.ts';
import { anyCall, hello } from './testing.ts';
import { scripted } from './views/testing.ts';

describe('columns that grow', () => {
  it('equal those of the events so far, and so does the state', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 20 }), (calls) => {
        const { header, events } = scripted(calls);
        const soFar: A2aEvent[] = [];
        const open: Session<A2aHeader, A2aEvent> = { system: 'a2a', header, events: soFar, notes: [] };
        const columns = growing(header);
        for (const event of events) {
          soFar.push(event);
          columns.add(event);
          const recording = { ...open, events: [...soFar] };
          const made = a2a.history(recording);
          expect(columns.history).toEqual(made);
          const last = made.turns.length - 1;
          expect(toJson(a2a.stateAt(open, columns.history, last, defaultDecisions))).toBe(
            toJson(a2a.stateAt(recording, made, last, defaultDecisions)),
          );
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('a run of 10 000 calls', () => {
  /** The state is read after each of the last hundred calls. */
  const performed = (steps: number, call: (step: number) => OperationCall): number => {
    const started = Run.start(a2a, hello);
    if (!started.ok) throw new Error(started.problem.message);
    let run = started.value;
    const events: A2aEvent[] = [];
    const session: Session<A2aHeader, A2aEvent> = { system: 'a2a', header: { title: 'x' }, events, notes: [] };
    const columns = growing(session.header);
    const add = (added: readonly RunEvent[]) => {
      for (const event of added as readonly A2aEvent[]) {
        // The a2a machine only makes events of its own type.
        events.push(event);
        columns.add(event);
      }
    };
    const looked = () => a2a.stateAt(session, columns.history, columns.history.turns.length - 1, defaultDecisions);
    add(run.opening.events as readonly RunEvent[]); // as above
    for (let step = 0; step < steps; step++) {
      run = run.perform(call(step));
      add(run.steps.at(-1)?.events ?? []);
      if (step >= steps - 100) looked();
    }
    expect([...run.steps].filter(({ outcome }) => 'throws' in outcome)).toEqual([]);
    return run.steps.length;
  };

  it.each([
    ['progress', (step: number) => ({ op: 'send_status', args: { message: String(step) } })],
    ['chunks', () => ({ op: 'emit_text_artifact', args: { text: 'x', append: true } })],
    [
      'tasks',
      (step: number) => ({
        op: 'new_task',
        args: { context_id: 'ctx-1', message: { message_id: `n-${step}`, parts: [{ text: 'x' }] } },
      }),
    ],
    [
      'questions and answers',
      (step: number) =>
        step % 2 === 0
          ? { op: 'request_input', on: step === 0 ? 'ctx' : `ctx${step / 2 + 1}`, args: { question: '?' } }
          : { op: 'follow_up', args: { message: { message_id: `f-${step}`, parts: [{ text: 'x' }] } } },
    ],
  ])('goes on with %s', (_what, call) => {
    expect(performed(10_000, call)).toBe(10_000);
  });
});
