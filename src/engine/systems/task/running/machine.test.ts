import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { task } from '../index.ts';
import { isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { OperationCall } from '../../machine.ts';
import type { TaskEvent } from '../event.ts';
import { taskMachine } from './machine.ts';
import { rootOf, type RunState } from './run-state.ts';

const hi = [{ mimeType: 'text/plain', text: 'hi' }];

function started(given: RecordValue = {}): RunState {
  const start = taskMachine.start(given);
  if (!start.ok) throw new Error(start.problem.message);
  return start.value;
}

/** The state after some operations, and their events; a refused operation changes nothing. */
function ran(start: RunState, calls: readonly OperationCall[]) {
  let state = start;
  const events: TaskEvent[] = [];
  for (const call of calls) {
    const decided = taskMachine.decide(state, call);
    if (decided.kind !== 'done') continue;
    events.push(...decided.events);
    state = decided.events.reduce(taskMachine.apply, state);
  }
  return { state, events };
}

const contextIn = (snapshot: Value): Value => (isRecord(snapshot) ? (snapshot['context'] ?? null) : null);

const call = (op: string, args: RecordValue = {}): OperationCall => ({ op, args });

const anyCall: fc.Arbitrary<OperationCall> = fc.oneof(
  fc.constant(call('input', { message: hi })),
  fc.record({ prompt: fc.nat(50), completion: fc.nat(50) }).map((args) => call('llm', args)),
  fc.constantFrom('ok', 'error', 'blocked_before').map((outcome) => call('invoke', { function: 'refund', outcome })),
  fc.constant(call('output', { message: hi })),
  fc.constant(call('advance', { seconds: 60 })),
  fc
    .constantFrom('x', 'y')
    .map((text) => call('eval', { scope: 'tool-expression', expr: `mount.write("f", "${text}")` })),
  fc.constant(call('lock')),
);

describe('a running task', () => {
  it('equals the replay of its events, and has the same export after it was restored', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 20 }), (calls) => {
        const start = started({ mount: { files: {} }, started_at: '2026-05-20T03:00:00Z' });
        const { state, events } = ran(start, calls);
        const replayed = events.reduce(taskMachine.apply, start);
        const snapshot = taskMachine.toSnapshot(state);
        expect(taskMachine.toSnapshot(replayed)).toEqual(snapshot);
        expect([...replayed.mounts]).toEqual([...state.mounts]);
        const again = taskMachine.fromSnapshot(snapshot);
        if (!again.ok) throw new Error(again.problem.message);
        // A context does not show whether an answer came after the latest input.
        expect(taskMachine.toSnapshot(again.value)).toMatchObject({ context: contextIn(snapshot) });
      }),
    );
  });

  it('keeps an older state unchanged, whatever happens to the newer ones', () => {
    const { state: first } = ran(started(), [call('input', { message: hi })]);
    const before = taskMachine.toSnapshot(first);
    const { state: second } = ran(first, [call('invoke', { function: 'refund', outcome: 'ok' })]);
    taskMachine.toSnapshot(second);
    expect(taskMachine.toSnapshot(first)).toEqual(before);
    expect(rootOf(ran(first, [call('close')]).state).log.length).toBe(2);
  });

  it('refuses arguments of the wrong type with a sentence, and changes nothing', () => {
    const state = started();
    const kinds = [
      call('llm', { prompt: 'many' }),
      call('llm', { prompt: -1 }),
      call('invoke', { function: 'refund', outcome: 'perhaps' }),
      call('advance'),
      call('eval', { scope: 'nowhere', expr: '1' }),
      call('input'),
      call('dance'),
    ].map((asked) => {
      const decided = taskMachine.decide(state, asked);
      return decided.kind === 'refused' ? decided.error.kind : decided.kind;
    });
    expect(kinds).toEqual([...Array<string>(5).fill('invalid_argument'), 'missing_message', 'unknown_operation']);
  });

  it('begins in a session as its machine starts: with a header, a clock, or a snapshot', () => {
    const given = { started_at: '2026-05-20T03:00:00Z', clock: '2026-05-20T04:00:00Z', limits: { max_age: '30m' } };
    const opening = task.opening(given);
    if (!opening.ok) throw new Error(opening.problem.message);
    expect(opening.value.events).toEqual([{ type: 'clock-advanced', seconds: 3600 }]);
    expect(ran(started(given), [call('llm')]).events).toMatchObject([{ type: 'limit-exceeded', limit: 'max_age' }]);
    expect(task.opening({ snapshot: taskMachine.toSnapshot(started()) }).ok).toBe(true);
    expect(task.opening({ limits: 'none' }).ok).toBe(false);
    expect(task.opening({ mount: { files: { a: 1 } } }).ok).toBe(false);
  });

  it('lets its columns grow event by event into those of the whole session', () => {
    const { events } = ran(started(), [
      call('input', { message: hi }),
      call('llm', { prompt: 1, completion: 2 }),
      call('invoke', { function: 'refund', outcome: 'ok' }),
      call('close'),
    ]);
    const header = { title: 'A run' };
    const columns = task.growing(header);
    for (const event of events) columns.add(event);
    expect(columns.history).toEqual(task.history({ system: 'task', header, events, notes: [] }));
  });
});
