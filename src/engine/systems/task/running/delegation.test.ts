import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../../../model/decisions.ts';
import { materialise } from '../../../model/materialise.ts';
import type { RecordValue, Value } from '../../../model/value.ts';
import { task } from '../index.ts';
import { taskMachine } from './machine.ts';
import { Driven, say } from './testing.ts';

const given: RecordValue = {
  manifest: { name: 'support', namespace: 'eu', capabilities: { 'research-agent': '*', refund: '*' } },
  user: { id: 'u-1' },
  model: 'm-1',
  agents: {
    'research-agent': {
      prompt: 'You research for {context.user.id}.',
      model: 'm-2',
      limits: { max_turns: 1 },
      capabilities: { search: { before: [{ assert: 'review("ann")' }] } },
      guardrails: { before: [{ assert: '!input.message[0].text.contains("secret")' }] },
      exposes: { searches: 'context.capabilities.search.count_successful' },
    },
  },
};

function delegated(more: RecordValue = {}, message = 'find it'): Driven {
  const run = new Driven({ ...given, ...more });
  run.call('input', say('please'));
  run.call('llm', { prompt: 10, completion: 2 });
  run.call('call', { function: 'research_agent', args: { message } }, { as: 'researcher' });
  return run;
}

const child = { on: 'researcher' };
const record = (run: Driven): Value => {
  const { context } = run.snapshot() as unknown as { context: { capabilities: { research_agent: Value } } }; // as it exports
  return context.capabilities.research_agent;
};

/** The session of its events, after the last turn. */
function session(run: Driven, more: RecordValue = {}) {
  const opening = task.opening({ started_at: '2026-05-20T03:00:00Z', ...given, ...more });
  if (!opening.ok) throw new Error(opening.problem.message);
  const { header, events } = opening.value;
  const checked = task.check({ system: 'task', header, events: [...events, ...run.events], notes: [] });
  if (!checked.ok) throw new Error(checked.problem.message);
  const history = task.history(checked.value);
  const state = task.stateAt(checked.value, history, history.turns.length - 1, defaultDecisions);
  return { history, notes: checked.value.notes, state: materialise(state) };
}

describe('a delegation', () => {
  it('is restored from a pasted snapshot, also in the rows, and can be continued', () => {
    const run = delegated();
    run.call('llm', {}, child);
    const importedFrom = task.opening({ snapshot: run.snapshot() });
    if (!importedFrom.ok) throw new Error(importedFrom.problem.message);
    const { header, events } = importedFrom.value;
    const history = task.history({ system: 'task', header, events, notes: [] });
    expect(history.turns.map(({ node }) => node)).toEqual(['root', 'root', 'researcher', 'researcher']);
    const again = taskMachine.fromSnapshot(run.snapshot());
    if (!again.ok) throw new Error(again.problem.message);
    const answered = taskMachine.decide(again.value, { op: 'output', on: 'researcher', args: say('here') });
    expect('events' in answered && answered.events.map(({ type }) => type)).toEqual([
      'output-sent',
      'capability-invoked',
      'wait-settled',
    ]);
  });

  it('is a task of its own, whose answer is the result of the call', () => {
    const run = delegated();
    expect(run.call('status')).toMatchObject({ awaiting: [{ task_id: 'researcher' }], children: ['researcher'] });
    expect(run.call('llm', { prompt: 5, completion: 1 }, child)).toMatchObject({
      prompt: 'You research for u-1.',
      functions: ['search'],
    });
    run.call('call', { function: 'search', args: { q: 'x' }, result: 'found' }, child);
    run.call('approve', {}, child);
    run.call('output', say('here'), child);
    expect(run.settled('call-1')).toMatchObject({ outcome: 'ok', output: { searches: 1 } });
    expect(record(run)).toMatchObject({
      count_successful: 1,
      inputs: [{ message: 'find it' }],
      outputs: [{ ...say('here'), searches: 1 }],
      task_ids: ['researcher'],
    });
    expect(run.call('status', {}, child)).toEqual({ phase: 'idle', terminal_reason: null });
  });

  it('has a context of its own, separate from the other one', () => {
    const run = delegated();
    run.call('llm', { prompt: 5, completion: 1 }, child);
    const seen = (expr: string, names = {}) => {
      const value = run.call('eval', { scope: 'prompt', expr }, names) as { value: Value }; // an evaluation is one
      return value.value;
    };
    expect(seen('[context.agent.name, context.agent.namespace, context.user.id, context.llm.model]', child)).toEqual([
      'research-agent',
      'eu',
      'u-1',
      'm-2',
    ]);
    expect(seen('[context.llm.tokens.total, context._history.turn_count]', child)).toEqual([6, 2]);
    expect(seen('context.input[0].message[0].text', child)).toBe('find it');
    expect(seen('[context.llm.tokens.total, context._history.turn_count]')).toEqual([12, 2]);
    expect(seen('context.llm.model')).toBe('m-1');
  });

  it('suspends its task until it has answered, except for other calls of the same model turn', () => {
    const run = delegated();
    for (const op of ['llm', 'input', 'output']) {
      expect(run.call(op, op === 'llm' ? {} : say('x'))).toEqual({ throws: 'task_suspended' });
    }
    expect(run.call('call', { function: 'refund', result: 1 })).toMatchObject({ outcome: 'ok' });
    expect(run.call('call', { function: 'research_agent', args: { message: 'and' } })).toEqual({ waits: 'call-2' });
    run.call('output', say('second'), { on: 'task3' });
    expect(run.settled('call-2')).toMatchObject({ outcome: 'ok' });
    expect(run.settled('call-1')).toBeUndefined();
  });

  it.each([
    [
      'exceeds a limit',
      (run: Driven) => [run.call('llm', {}, child), run.call('llm', {}, child)],
      [0, 1, 0],
      'limit_exceeded: max_turns',
    ],
    ['fails', (run: Driven) => run.call('fail', { error: 'x' }, child), [0, 1, 0], 'unrecoverable_error'],
    ['is closed', (run: Driven) => run.call('close', {}, child), [0, 1, 0], 'closed'],
    ['is locked', (run: Driven) => run.call('lock', {}, child), [0, 0, 1], 'locked'],
  ] as const)('is an error or a restriction when the child %s', (_how, end, counts, words) => {
    const run = delegated();
    end(run);
    const { count_successful, count_errored, count_restricted } = record(run) as RecordValue; // a record is one
    expect([count_successful, count_errored, count_restricted]).toEqual(counts);
    expect((run.settled('call-1') as RecordValue)['error']).toContain(words);
    expect(run.call('llm')).not.toEqual({ throws: 'task_suspended' });
  });

  it('is restricted at once when a guardrail of the agent refuses the message', () => {
    const run = new Driven(given);
    expect(run.call('call', { function: 'research_agent', args: { message: 'a secret' } })).toMatchObject({
      outcome: 'blocked_after',
    });
    expect(record(run)).toMatchObject({ count_restricted: 1, outputs: [null] });
  });

  it('needs a message', () => {
    const run = new Driven(given);
    expect(run.call('call', { function: 'research_agent', args: {} })).toMatchObject({ outcome: 'error' });
    expect(run.types).not.toContain('task-created');
  });

  it('ends with the task that made it', () => {
    const run = delegated();
    run.call('close');
    expect(run.call('status', {}, child)).toMatchObject({ terminal_reason: 'closed' });
    expect(run.settled('call-1')).toEqual({ rejects: 'task_terminal' });
    expect(run.call('output', say('late'), child)).toEqual({ throws: 'task_terminal' });
    expect(session(run).notes).toEqual([]);
  });

  it('may delegate further', () => {
    const agents = { a: { capabilities: { b: '*' } }, b: {} };
    const run = new Driven({ manifest: { capabilities: { a: '*' } }, agents });
    run.call('call', { function: 'a', args: { message: '1' } }, { as: 'a1' });
    run.call('call', { function: 'b', args: { message: '2' } }, { on: 'a1', as: 'b1' });
    run.call('output', say('from b'), { on: 'b1' });
    expect(run.settled('call-2')).toMatchObject({ outcome: 'ok' });
    run.call('output', say('from a'), { on: 'a1' });
    expect(run.settled('call-1')).toMatchObject({ outcome: 'ok', output: say('from a') });
    expect(task.history({ system: 'task', header: { title: 't' }, events: run.events, notes: [] }).nodes).toMatchObject(
      [{ id: 'root' }, { id: 'a1', parent: 'root', title: 'a' }, { id: 'b1', parent: 'a1', title: 'b' }],
    );
  });

  it('has its own node in the rows of the session, while each context counts its own turns', () => {
    const run = delegated();
    run.call('llm', { prompt: 5, completion: 1 }, child);
    run.call('output', say('here'), child);
    run.call('llm', { prompt: 1, completion: 1 });
    const { history, state } = session(run);
    const opening = task.opening({ started_at: '2026-05-20T03:00:00Z', ...given });
    if (!opening.ok) throw new Error(opening.problem.message);
    const columns = task.growing(opening.value.header);
    for (const event of [...opening.value.events, ...run.events]) columns.add(event);
    expect(columns.history).toEqual(history);
    expect(history.turns.map(({ kind, node }) => `${kind} ${node}`)).toEqual([
      'input root',
      'llm root',
      'input researcher',
      'llm researcher',
      'capability root',
      'llm root',
    ]);
    expect(state).toEqual({ ...(run.snapshot() as RecordValue) }); // a snapshot is a record
    expect(state).toMatchObject({
      context: { _history: { turns: ['input', 'llm', 'capability', 'llm'] }, llm: { tokens: { total: 14 } } },
      tasks: {
        researcher: { context: { _history: { turns: ['input', 'llm'] }, llm: { tokens: { total: 6 } } } },
      },
    });
  });
});
