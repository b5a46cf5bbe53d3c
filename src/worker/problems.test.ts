import { expect, test } from 'vitest';
import { unhurried } from '../base/pace.ts';
import type { Result } from '../base/result.ts';
import { defaultDecisions as decisions } from '../engine/model/decisions.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { SessionRef } from '../engine/model/session.ts';
import { methods } from './methods.ts';
import type { Input, Method, SourceId } from './protocol.ts';

/** Requests that the engine must refuse: the page may send them after a restart, or for a recording that lacks something. */

const chat = JSON.stringify([
  { role: 'user', content: 'hi' },
  { role: 'assistant', content: 'Yes.' },
]);

const engine = methods();

async function must<T>(answer: Promise<Result<T, Problem>>): Promise<T> {
  const result = await answer;
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

async function opened(text = chat): Promise<{ readonly source: SourceId; readonly session: SessionRef }> {
  const { source } = await must(engine.open({ text, name: 'chat' }, unhurried));
  const { ref } = await must(engine.openSession({ source, entry: 0 }, unhurried));
  return { source, session: ref };
}

const started = async (): Promise<SessionRef> =>
  (await must(engine.startRun({ start: { system: 'task', given: '' } }, unhurried))).session.ref;

async function refusal<M extends Method>(method: M, input: Input<M>): Promise<string> {
  // `engine[method]` takes the input of that method; the compiler cannot see this through the mapped type.
  const call = engine[method] as unknown as (
    input: Input<M>,
    pace: typeof unhurried,
  ) => Promise<Result<unknown, Problem>>;
  const result = await call(input, unhurried);
  if (result.ok) return 'no problem';
  expect(result.problem.message).toMatch(/^[A-Z“].+[.!]$/su);
  return result.problem.code;
}

test('a recording is not a run, and a run has only its own steps', async () => {
  const { session } = await opened();
  expect(await refusal('perform', { session, call: { line: 'ctx.status()' } })).toBe('run/closed');
  const run = await started();
  expect(await refusal('stepLine', { session: run, step: 3 })).toBe('run/no-such-step');
  expect(await refusal('editCall', { session: run, step: 0, call: null })).toBe('run/no-such-step');
});

test.each(['[1]', '7', '"text"'])('a run does not start with %s', async (given) => {
  expect(await refusal('startRun', { start: { system: 'task', given } })).toBe('run/no-start');
});

test('a snapshot whose system cannot be recognised needs the choice of a system', async () => {
  const start = (snapshot: object) => ({ start: { system: null, snapshot: JSON.stringify(snapshot) } });
  expect(await refusal('startRun', start({ note: 'hello' }))).toBe('run/unrecognised-snapshot');
  const both = { call_id: 'c', tenant_id: 't', agent: { name: 'a' }, user: { id: 'u' }, input: [] };
  expect(await refusal('startRun', start(both))).toBe('run/ambiguous-snapshot');
});

test('a view of another system is refused', async () => {
  const { session } = await opened();
  expect(await refusal('artifacts', { session, turn: 0, decisions })).toBe('view/none');
});

test('a draft of a mapping that the engine no longer has is refused', async () => {
  expect(await refusal('draftChildren', { draft: 'gone', path: [] })).toBe('mapping/closed');
});

test('a test that is not on lines of its own is not removed', async () => {
  const manifest = 'guardrails:\n  input:\n    - assert: "true"\n';
  expect(await refusal('removeTest', { text: manifest, at: 0 })).toBe('policy/test-stands');
});

test('a backtest refuses a rule that the policy lost, and a recording that is open already', async () => {
  const { source } = await opened();
  const recording = { id: 'r', name: 'chat', kind: 'open', source } as const;
  expect(await refusal('readRecording', { recording })).toBe('backtest/already-open');
  const rules = [{ kind: 'policy', id: 'guardrails.input[7]' }] as const;
  const policy = 'guardrails:\n  input:\n    - assert: "true"\n';
  const input = { recording, from: 0, rules, policy, remembered: [], decisions: {} };
  expect(await refusal('backtest', input)).toBe('backtest/no-such-rule');
});
