import { describe, expect, it } from 'vitest';
import { toJson } from '../../model/json.ts';
import { writeSessionFile } from '../../model/session-file.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { apply } from './apply.ts';
import { decide } from './decide.ts';
import { a2aMachine } from './index.ts';
import { openingOf, startedWith } from './opening.ts';
import { operationSpecs, transientParameters } from './operations/specs.ts';
import type { A2aState } from './state.ts';
import { hello } from './testing.ts';

type Call = readonly [op: string, args?: RecordValue, on?: string];

function started(given: RecordValue = hello): A2aState {
  const start = startedWith(given);
  if (!start.ok) throw new Error(start.problem.message);
  return start.value;
}

function called(state: A2aState, [op, args = {}, on]: Call): A2aState {
  const decided = decide(state, { op, args, ...(on !== undefined && { on }) });
  if (decided.kind !== 'done') throw new Error(`${op}: ${JSON.stringify(decided)}`);
  return decided.events.reduce(apply, state);
}

const after = (...calls: readonly Call[]): A2aState => calls.reduce(called, started());

function returned(state: A2aState, [op, args = {}, on]: Call): Value {
  const decided = decide(state, { op, args, ...(on !== undefined && { on }) });
  return decided.kind === 'done' ? decided.returns : decided.kind;
}

const task = (state: A2aState) => state.tasks.at(0);
const parts = (state: A2aState) => [...(task(state)?.artifacts.at(0)?.parts ?? [])];
const chunk = (text: string): Call => ['emit_text_artifact', { text, append: true }];
const message = (id: string, text: string): RecordValue => ({ message: { message_id: id, parts: [{ text }] } });

describe('a start', () => {
  it('is refused with the reason when it is not valid', () => {
    expect(startedWith({ message: 'hi' })).toMatchObject({ ok: false, problem: { code: 'a2a/start' } });
    expect(startedWith({ stored_contexts: { c: Infinity } })).toMatchObject({
      problem: { message: expect.stringMatching(/^The stored value for c is not JSON: .*\.$/) },
    });
  });
});

describe('the events of a stream', () => {
  it('names the task and its context, in either spelling', () => {
    const state = called(after(chunk('a')), ['send_status', { message: 'busy' }]);
    const { id, context } = task(state) ?? {};
    const ids = { taskId: id, contextId: context };
    expect(context).toBeTruthy();
    expect(returned(state, ['export_stream', { version: '0.3' }])).toMatchObject([
      { kind: 'status-update', ...ids, final: false },
      { kind: 'artifact-update', ...ids, append: true },
      { kind: 'status-update', ...ids },
    ]);
    expect(returned(state, ['export_stream', { version: '1.0' }])).toMatchObject([
      { taskStatusUpdate: ids },
      { taskArtifactUpdate: ids },
      { taskStatusUpdate: ids },
    ]);
  });
});

describe('a part that an event does not concern', () => {
  it('is the same object afterwards', () => {
    const before = after(chunk('a'), ['update_context', { context: { a: 1 } }]);
    const streaming = called(before, chunk('b'));
    expect(streaming.tasks).toBe(before.tasks);
    expect(streaming.contexts).toBe(before.contexts);
    const saved = called(before, ['update_context', { context: { a: 2 } }]);
    expect(saved.tasks).toBe(before.tasks);
    expect(saved.turns).toBe(before.turns);
    expect(saved.stream).toBe(before.stream);
    const spoken = called(before, ['send_status', { message: 'x' }]);
    expect(task(spoken)?.history).toBe(task(before)?.history);
    expect(task(spoken)?.transitions).toBe(task(before)?.transitions);
    const other = called(before, ['new_task', { ...message('m-2', 'x'), context_id: 'ctx-1' }]);
    expect(task(other)).toBe(task(before));
  });

  it('is the whole state when nothing changes', () => {
    const over = after(['complete']);
    expect(apply(over, { type: 'turn-ended', task: 'task-1', state: 'failed' })).toBe(over);
    expect(apply(over, { type: 'task-closed', task: 'task-1', state: 'canceled' })).toBe(over);
    expect(apply(over, { type: 'turn-started', task: 'task-1' })).toBe(over);
    expect(apply(over, { type: 'message-received', task: 'task-1' })).toBe(over);
    expect(apply(over, { type: 'cancel-requested', task: 'task-1' })).toBe(over);
    expect(apply(over, { type: 'artifacts-written', task: 'task-1' })).toBe(over);
    expect(apply(over, { type: 'status-sent', task: 'unknown' })).toBe(over);
    expect(apply(over, { type: 'task-submitted', task: 'task-1', context: null })).toBe(over);
    expect(apply(over, { type: 'clock-advanced', seconds: 0 })).toBe(over);
  });
});

describe('the buffer of chunks', () => {
  it('reaches storage with the tenth chunk', () => {
    const nine = Array.from({ length: 9 }, (_, i) => chunk(String(i)));
    const state = after(...nine);
    expect(parts(state)).toEqual([]);
    expect(parts(called(state, chunk('9')))).toHaveLength(10);
    expect(parts(called(called(state, chunk('9')), chunk('10')))).toHaveLength(10);
  });

  it('reaches storage with the first chunk after half a second', () => {
    const state = after(chunk('a'), ['advance', { seconds: 0.5 }]);
    expect(parts(state)).toEqual([]);
    expect(parts(called(state, chunk('b')))).toHaveLength(2);
  });

  it('reaches storage at the end of the turn when the client does not wait', () => {
    const many = Array.from({ length: 25 }, (_, i) => chunk(String(i)));
    const state = many.reduce(called, started({ ...hello, return_immediately: true }));
    expect(parts(state)).toEqual([]);
    expect(parts(called(state, ['fail', { reason: 'x' }]))).toHaveLength(25);
  });

  it('is written after a lost race without changing the state', () => {
    const lost = after(chunk('a'), ['force_cancel']);
    expect(parts(lost)).toEqual([]);
    const over = called(lost, ['handler_end']);
    expect(parts(over)).toEqual([{ text: 'a' }]);
    expect(task(over)).toMatchObject({ state: 'canceled', version: (task(lost)?.version ?? 0) + 1 });
    expect([...(task(over)?.transitions ?? [])].map(({ state }) => state)).toEqual([
      'submitted',
      'working',
      'canceled',
    ]);
  });

  it('is written when the handler raises, and when it returns after a cancellation', () => {
    expect(parts(after(chunk('a'), ['handler_raise', { message: 'boom' }]))).toHaveLength(1);
    expect(parts(after(chunk('a'), ['cancel'], ['handler_return']))).toHaveLength(1);
  });
});

describe('a cancellation', () => {
  it('takes effect after exactly sixty seconds', () => {
    const state = after(['cancel'], ['advance', { seconds: 59 }]);
    expect(task(state)?.state).toBe('working');
    const forced = called(state, ['advance', { seconds: 10 }]);
    expect(task(forced)).toMatchObject({ state: 'canceled', at: '2026-01-01T00:01:00Z' });
    expect(returned(forced, ['get', { field: 'turn_ended' }])).toBe(false);
  });

  it('takes effect although the worker requested input meanwhile, but not after it answered', () => {
    expect(task(after(['cancel'], ['request_input', { question: 'q' }], ['advance', { seconds: 60 }]))?.state).toBe(
      'canceled',
    );
    expect(task(after(['cancel'], ['complete'], ['advance', { seconds: 60 }]))?.state).toBe('completed');
  });

  it('before pick-up leaves the task without another turn', () => {
    const state = after(['request_input', { question: 'q' }], ['cancel'], ['follow_up', message('m-2', 'x')]);
    expect(task(state)?.state).toBe('canceled');
    expect(state.turns.length).toBe(1);
  });
});

describe('the request context', () => {
  const given = { ...hello, request_context: { token: 's3cret' } };

  it('exists for the turn of its request only', () => {
    const first = started(given);
    expect(returned(first, ['get', { field: 'request_context' }])).toEqual({ token: 's3cret' });
    const second = called(called(first, ['request_auth']), ['follow_up', message('m-2', 'x')]);
    expect(returned(second, ['get', { field: 'request_context' }, 'ctx2'])).toEqual({});
  });

  it('comes in parameters that are listed as transient', () => {
    const names = operationSpecs.filter(({ parameters }) =>
      parameters.some(({ name }) => transientParameters.includes(name)),
    );
    expect(names.map(({ name }) => name)).toEqual(['new_task', 'follow_up', 'send']);
  });

  it('is in no event, file, snapshot or export', () => {
    const opening = openingOf(given);
    if (!opening.ok) throw new Error(opening.problem.message);
    let state = opening.value.events.reduce(apply, opening.value.empty);
    const { events } = opening.value;
    state = called(state, ['request_auth']);
    const decided = decide(state, {
      op: 'follow_up',
      args: { ...message('m-2', 'x'), request_context: { token: 's3cret' } },
    });
    const all = decided.kind === 'done' ? [...events, ...decided.events] : [];
    const file = writeSessionFile({ system: 'a2a', header: { title: 'x' }, events: all, notes: [] });
    expect(all).toHaveLength(4);
    expect(file).not.toContain('s3cret');
    expect(JSON.stringify(structuredClone(all))).not.toContain('s3cret');
    expect(toJson(a2aMachine.toSnapshot(state))).not.toContain('s3cret');
    expect(returned(state, ['export_contains', { text: 's3cret' }])).toBe(false);
    expect(returned(state, ['export_contains', { text: 'hello' }])).toBe(true);
  });
});

describe('the store of a conversation', () => {
  it('is shared by all its tasks and by no other’s, and keeps a copy', () => {
    const value = { likes: ['tea'] };
    let state = after(['update_context', { context: value }], ['complete']);
    state = called(state, ['new_task', { ...message('m-2', 'x'), context_id: 'ctx-1' }]);
    state = called(state, ['new_task', { ...message('m-3', 'x'), context_id: 'ctx-2' }]);
    const loaded = returned(state, ['load_context', {}, 'ctx2']);
    expect(loaded).toEqual(value);
    expect(loaded).not.toBe(value);
    expect(returned(state, ['load_context', {}, 'ctx2'])).toBe(loaded);
    expect(returned(state, ['load_context', {}, 'ctx3'])).toBeNull();
  });

  it('does not exist without a conversation', () => {
    const single = started({ ...hello, context_id: null });
    const state = called(single, ['update_context', { context: 1 }]);
    expect(state).toBe(single);
    expect(returned(state, ['load_context'])).toBeNull();
  });

  it('reports the place of a value that is not JSON', () => {
    const decided = decide(started(), { op: 'update_context', args: { context: { a: [0, Number.NaN] } } });
    expect(decided).toMatchObject({ kind: 'refused', error: { kind: 'value_error', place: 'a[1]' } });
    let deep: Value = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(decide(started(), { op: 'update_context', args: { context: deep } }).kind).toBe('refused');
  });
});

describe('a message that is sent twice', () => {
  it('makes one task, and one turn', () => {
    const state = started();
    expect(returned(state, ['new_task', { ...hello }])).toMatchObject({ enqueued: false, task_id: 'task-1' });
    const waiting = after(['request_input', { question: 'q' }], ['follow_up', message('m-2', 'x')]);
    const again = called(waiting, ['request_input', { question: 'q' }, 'ctx2']);
    expect(returned(again, ['follow_up', message('m-2', 'x')])).toEqual({ enqueued: false });
  });

  it('is accepted from an agent at any time and changes no state', () => {
    const message = { message_id: 'a-1', role: 'agent', parts: [{ text: 'note' }] };
    const state = called(started(), ['send', { message, task_id: 'task-1' }]);
    expect(task(state)).toMatchObject({ state: 'working', version: 3 });
  });
});

describe('a task of 100 000 chunks', () => {
  it('copies none of them when the next one is added', () => {
    // A copy of the parts for each chunk would be billions of steps: the test would not end.
    let state = started();
    for (let i = 0; i < 100_000; i++) state = called(state, chunk('x'));
    expect(parts(state)).toHaveLength(100_000);
  });
});
