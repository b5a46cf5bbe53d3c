import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { materialise } from '../../model/materialise.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import { isMap, valueAt } from '../../model/value.ts';
import type { CallOutcome, TaskEvent } from './event.ts';
import type { LimitName } from './limits.ts';
import type { Limits, TaskHeader } from './header.ts';
import { historyOf } from './history.ts';
import { apply, clockOf, initialState, type TaskState } from './machine.ts';
import { operations, statusOf, type Decided } from './operations.ts';
import { stateAt } from './index.ts';

const message = [{ mimeType: 'text/plain', text: 'hi' }];
const started = { title: 'a task', started_at: '2026-05-20T03:00:00Z' };

/** Runs operations in order; a refusal fails the test. */
function run(header: Partial<TaskHeader>, ...steps: readonly ((state: TaskState) => Decided)[]): TaskState {
  return steps.reduce(
    (state, step) => {
      const decided = step(state);
      if (!decided.ok) throw new Error(decided.problem.message);
      return decided.value.reduce(apply, state);
    },
    initialState({ ...started, ...header }),
  );
}

const { input, llm, invoke, output, fail, lock, close, advance, record } = operations;
const hello = (state: TaskState) => input(state, { message });
const think = (state: TaskState) => llm(state, { prompt: 100, completion: 20 });
const call = (outcome: CallOutcome) => (state: TaskState) => invoke(state, { function: 'slack_post', outcome });
const answer = (state: TaskState) => output(state, { message });
const wait = (seconds: number) => (state: TaskState) => advance(state, { seconds });

describe('a task', () => {
  it('is idle, processes an input, and is idle again after the answer', () => {
    expect(run({}).phase.kind).toBe('idle');
    expect(run({}, hello, think).phase.kind).toBe('processing');
    expect(run({}, hello, think, answer).phase.kind).toBe('idle');
    expect(run({}, hello, think, answer, hello).phase.kind).toBe('processing');
  });

  it('continues after every operational error', () => {
    const state = run({}, hello, think, call('error'), call('blocked_before'), call('blocked_after'));
    expect(statusOf(state)).toEqual({ phase: 'processing', terminal_reason: null });
    expect([...state.invocations].map(({ outcome }) => outcome)).toEqual(['errored', 'restricted', 'restricted']);
  });

  it.each([
    ['an unrecoverable error', (state: TaskState) => fail(state, { error: 'unreachable' }), 'unrecoverable_error'],
    ['a lock', (state: TaskState) => lock(state, {}), 'locked'],
    ['the runtime closing it', close, 'closed'],
  ])('ends with %s and takes nothing further', (_what, end, reason) => {
    const over = run({}, hello, think, end);
    expect(statusOf(over)).toEqual({ phase: 'terminal', terminal_reason: reason });
    for (const step of [hello, think, call('ok'), answer, close, end]) {
      expect(step(over)).toMatchObject({ ok: false, problem: { code: 'task/task-terminal' } });
    }
    expect(wait(10)(over)).toEqual({ ok: true, value: [] });
  });

  it('refuses an input without a message', () => {
    expect(input(run({}), {})).toMatchObject({ ok: false, problem: { code: 'task/missing-message' } });
  });

  it('records an invocation by a middleware step, but not as a turn', () => {
    const state = run({}, hello, (s) => record(s, { function: 'audit_log', outcome: 'ok', output: 1 }));
    expect([state.turns.length, state.invocations.length]).toEqual([1, 1]);
  });

  it('has its own clock, which events and waiting move, never backwards', () => {
    expect(clockOf(run({}, wait(90)))).toBe('2026-05-20T03:01:30Z');
    const late = run({}, (s) => input(s, { message, at: '2026-05-20T05:00:00+01:00' }));
    expect(clockOf(late)).toBe('2026-05-20T04:00:00Z');
    expect(clockOf(apply(late, { type: 'input-received', at: '2026-05-20T03:30:00Z', message }))).toBe(
      '2026-05-20T04:00:00Z',
    );
    expect(clockOf(initialState({ title: 'no creation' }))).toBeUndefined();
  });
});

describe('a limit', () => {
  const over = (limits: Limits, ...steps: readonly ((state: TaskState) => Decided)[]) =>
    statusOf(run({ limits }, ...steps));
  const exceeded = (limit: LimitName) => ({ phase: 'terminal', terminal_reason: 'limit_exceeded', limit });

  it('of n is not exceeded by n', () => {
    const limits = {
      max_turns: 2,
      max_prompt_tokens: 200,
      max_completion_tokens: 40,
      max_tool_calls: 2,
      max_age: '2h',
    };
    const steps = [hello, think, call('ok'), think, call('ok'), wait(7200), answer];
    expect(over(limits, ...steps)).toEqual({ phase: 'idle', terminal_reason: null });
  });

  it('of model turns ends the task before the call that would exceed it', () => {
    const state = run({ limits: { max_turns: 1 } }, hello, think, call('ok'), think);
    expect(statusOf(state)).toEqual(exceeded('max_turns'));
    expect([...state.turns]).toEqual(['input', 'llm', 'capability']);
  });

  it('of capability uses counts those that were blocked or failed, and ends the task before the next', () => {
    const state = run({ limits: { max_tool_calls: 2 } }, hello, call('error'), call('blocked_before'), call('ok'));
    expect(statusOf(state)).toEqual(exceeded('max_tool_calls'));
    expect(state.invocations.length).toBe(2);
  });

  it('of tokens ends the task right after the call that exceeded it, and the call stays recorded', () => {
    const state = run({ limits: { max_prompt_tokens: 150 } }, hello, think, think);
    expect(statusOf(state)).toEqual(exceeded('max_prompt_tokens'));
    expect([state.modelTurns, state.tokens.prompt]).toEqual([2, 200]);
    expect(over({ max_completion_tokens: 39 }, hello, think, think)).toEqual(exceeded('max_completion_tokens'));
  });

  it('of tokens is not exceeded by an unknown sum', () => {
    const silent = (state: TaskState) => llm(state, { completion: 5 });
    expect(over({ max_prompt_tokens: 1 }, hello, silent, silent).phase).toBe('processing');
  });

  it('of age ends the task at the next action after it, not by waiting', () => {
    expect(over({ max_age: '30m' }, hello, wait(1801)).phase).toBe('processing');
    for (const step of [hello, think, call('ok'), answer]) {
      expect(over({ max_age: '30m' }, hello, wait(1801), step)).toEqual(exceeded('max_age'));
    }
    const late = (state: TaskState) => input(state, { message, at: '2026-05-20T04:30:01Z' });
    expect(over({ max_age: '1h30m' }, late)).toEqual(exceeded('max_age'));
  });
});

const anyEvent: fc.Arbitrary<TaskEvent> = fc.oneof(
  fc.record({ type: fc.constant('input-received' as const), message: fc.constant(message) }),
  fc.record({
    type: fc.constant('model-called' as const),
    tokens: fc.record({ prompt: fc.nat(9), completion: fc.nat(9) }, { requiredKeys: [] }),
  }),
  fc.record({
    type: fc.constantFrom('capability-invoked' as const, 'result-recorded' as const),
    function: fc.constantFrom('a', 'b'),
    outcome: fc.constantFrom('ok' as const, 'error' as const, 'blocked_before' as const, 'blocked_after' as const),
  }),
  fc.record({ type: fc.constant('output-sent' as const), message: fc.constant(message) }),
  fc.record({ type: fc.constant('clock-advanced' as const), seconds: fc.nat(2) }),
  fc.record({ type: fc.constant('tokens-totalled' as const), prompt: fc.nat(3), completion: fc.nat(3) }),
  fc.record({ type: fc.constantFrom('closed' as const, 'locked' as const) }),
);

describe('apply', () => {
  it('returns the same state object when nothing changes', () => {
    const state = run({}, hello, think);
    expect(apply(state, { type: 'clock-advanced', seconds: 0 })).toBe(state);
    expect(apply(state, { type: 'tokens-totalled', prompt: 100, completion: 20, total: 120 })).toBe(state);
    expect(apply(state, { type: 'values-stated', values: [] })).toBe(state);
    const over = run({}, close);
    expect(apply(over, { type: 'input-received', message })).toBe(over);
  });

  it('shares every branch that an event does not touch', () => {
    const before = run({}, hello, think, call('ok'));
    const after = apply(before, { type: 'output-sent', message });
    expect(after.turns).toBe(before.turns);
    expect(after.invocations).toBe(before.invocations);
    expect(after.inputs).toBe(before.inputs);
    expect(after.tokens).toBe(before.tokens);
    expect(after.header).toBe(before.header);
  });

  it('leaves every earlier state unchanged, frozen or not, and also a state of another branch', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 20 }), anyEvent, (events, other) => {
        const states = [frozen(initialState(started))];
        for (const event of events) states.push(frozen(apply(states.at(-1) ?? initialState(started), event)));
        const before = states.map(content);
        for (const state of states) apply(state, other);
        expect(states.map(content)).toEqual(before);
      }),
    );
  });

  it('agrees with the columns: at the end, both count the same', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        const session = { system: 'task', header: started, events, notes: [] } as const;
        const state = events.reduce(apply, initialState(started));
        const history = historyOf(session);
        const context = materialise(stateAt(session, history, history.turns.length - 1, defaultDecisions));
        if (!isMap(context)) throw new Error('a map was expected');
        expect(valueAt(context, ['context', '_history', 'turns'])).toEqual([...state.turns]);
        expect(valueAt(context, ['context', 'input'])).toEqual([...state.inputs]);
        expect(valueAt(context, ['context', 'output'])).toEqual([...state.outputs]);
        expect(valueAt(context, ['context', 'capabilities', '_meta', 'count'])).toBe(state.invocations.length);
        expect(valueAt(context, ['context', 'llm', 'tokens', 'prompt'])).toBe(state.tokens.prompt);
        expect(valueAt(context, ['phase'])).toBe(state.phase.kind);
      }),
    );
  });

  it('copies nothing in proportion to what has happened', () => {
    // A copy of the columns for each event would be billions of steps: the test would not end.
    let state = initialState(started);
    for (let i = 0; i < 300_000; i++)
      state = apply(state, { type: 'capability-invoked', function: 'a', outcome: 'ok' });
    expect(state.invocations.length).toBe(300_000);
  });
});

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

const content = (state: TaskState) => ({
  ...state,
  turns: [...state.turns],
  inputs: [...state.inputs],
  outputs: [...state.outputs],
  invocations: [...state.invocations],
});
