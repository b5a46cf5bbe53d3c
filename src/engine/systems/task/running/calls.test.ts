import { describe, expect, it } from 'vitest';
import type { RecordValue, Value } from '../../../model/value.ts';
import { Driven, say } from './testing.ts';

const tools: RecordValue = {
  'github-file': {
    actions: [
      { name: 'read-chunk', parameters: { properties: { owner: { type: 'string' }, path: { type: 'string' } } } },
      { name: 'delete', parameters: { properties: { path: { type: 'string' } } } },
    ],
  },
  memory: {
    actions: [
      { name: 'write', execute: { cel: { expression: 'mount.write("_memory/" + input.key, input.value)' } } },
      { name: 'read', execute: { cel: { expression: 'mount.read("_memory/" + input.key)' } } },
    ],
  },
};

function started(capabilities: RecordValue, more: RecordValue = {}, given: RecordValue = {}): Driven {
  return new Driven({ manifest: { capabilities, ...more }, tools, ...given });
}

const invoked = (run: Driven): readonly Value[] =>
  run.events.filter(({ type }) => type === 'capability-invoked') as readonly unknown[] as readonly Value[]; // plain data

const call = (run: Driven, name: string, args: RecordValue = {}, more: RecordValue = {}): Value =>
  run.call('call', { function: name, args, ...more });

describe('bindings', () => {
  const bound = { bindings: { owner: 'context.user.id' } };

  it('override the model’s arguments, and both are recorded', () => {
    const run = started({ 'github-file': bound }, {}, { user: { id: 'u-1' } });
    call(run, 'github_file_read_chunk', { owner: 'somebody else', path: 'a' });
    expect(invoked(run)).toMatchObject([
      { args: { owner: 'u-1', path: 'a' }, passed: { owner: 'somebody else', path: 'a' } },
    ]);
  });

  it('belong to the actions that have the parameter, and leave no trace where they change nothing', () => {
    const run = started({ 'github-file': bound }, {}, { user: { id: 'u-1' } });
    call(run, 'github_file_delete', { path: 'a' });
    expect(invoked(run)[0]).not.toHaveProperty('passed');
  });

  it('hide the parameter from the model', () => {
    const run = started({ 'github-file': bound, refund: { bindings: { user: 'context.user.id' } } });
    expect(run.call('offered')).toEqual([
      { function: 'github_file_read_chunk', delegates: false, parameters: ['path'], bound: ['owner'] },
      { function: 'github_file_delete', delegates: false, parameters: ['path'], bound: [] },
      { function: 'refund', delegates: false, parameters: null, bound: ['user'] },
    ]);
  });

  it('fail the call before any step runs when they cannot be evaluated', () => {
    const run = started({ refund: { bindings: { id: 'context.nope' }, before: [{ assert: 'false' }] } });
    expect(call(run, 'refund', { id: 7 })).toEqual({
      outcome: 'error',
      error: 'The binding of id of refund could not be evaluated: no such key: nope.',
    });
    expect(invoked(run)).toMatchObject([{ outcome: 'error', args: { id: 7 } }]);
  });

  it('are not undone by a transform', () => {
    const run = started({ refund: { bindings: { id: '1' }, before: [{ transform: '{"id": 2, "note": "x"}' }] } });
    call(run, 'refund', { id: 3 });
    expect(invoked(run)).toMatchObject([{ args: { id: 1, note: 'x' }, passed: { id: 3 } }]);
  });
});

describe('steps around a call', () => {
  it('run before the first call of a capability, then before each, then after each', () => {
    const steps = (name: string) => [{ invoke: name }];
    const run = started({ refund: { before_first: steps('first'), before: steps('each'), after: steps('last') } });
    call(run, 'refund');
    call(run, 'refund');
    expect(run.snapshot()).toMatchObject({
      context: {
        _history: { turns: ['capability', 'capability'] },
        capabilities: { _meta: { invocations: ['first', 'each', 'last', 'refund', 'each', 'last', 'refund'] } },
      },
    });
  });

  it('treat the first call of any action of a tool as the first call of the tool', () => {
    const run = started({ 'github-file': { before_first: [{ assert: 'false' }] } });
    expect(call(run, 'github_file_delete')).toMatchObject({ outcome: 'blocked_before' });
    expect(call(run, 'github_file_read_chunk')).toMatchObject({ outcome: 'ok' });
  });

  it('match an action by its own name, and are skipped without a trace where their condition is falsy', () => {
    const run = started({
      'github-file': { before: [{ assert: 'false', match: 'delete', condition: 'input.path == "/"' }] },
    });
    expect(call(run, 'github_file_read_chunk', { path: '/' })).toMatchObject({ outcome: 'ok' });
    expect(call(run, 'github_file_delete', { path: 'a' })).toMatchObject({ outcome: 'ok' });
    expect(call(run, 'github_file_delete', { path: '/' })).toMatchObject({ outcome: 'blocked_before' });
  });

  it('see the recorded call in steps after it, but not before it', () => {
    const counts = 'context.capabilities.refund.count_successful';
    const run = started({ refund: { before: [{ assert: `${counts} == 0` }], after: [{ assert: `${counts} == 1` }] } });
    expect(call(run, 'refund')).toMatchObject({ outcome: 'ok' });
    expect(call(run, 'refund')).toMatchObject({ outcome: 'blocked_before' });
  });

  it('change what the model receives, never the record', () => {
    const run = started({ refund: { after: [{ transform: '{"id": output.id}' }] } });
    expect(call(run, 'refund', {}, { result: { id: 7, secret: 's' } })).toEqual({ outcome: 'ok', output: { id: 7 } });
    expect(invoked(run)).toMatchObject([{ output: { id: 7, secret: 's' } }]);
  });

  it('lock the task after the call is recorded as restricted', () => {
    const run = started({ refund: { before: [{ assert: 'false', on_fail: 'lock_task' }] } });
    call(run, 'refund');
    expect(run.types).toEqual(['capability-invoked', 'locked']);
    expect(call(run, 'refund')).toEqual({ throws: 'task_terminal' });
  });

  it('stop where an invocation of their own exceeds a limit', () => {
    const run = started(
      { refund: { before: [{ invoke: 'audit' }, { invoke: 'audit' }] } },
      { limits: { max_tool_calls: 1 } },
    );
    expect(call(run, 'refund')).toMatchObject({ outcome: 'not_run' });
    expect(run.types).toEqual(['result-recorded', 'limit-exceeded']);
  });

  it('record a failing capability of their own as failed, and stop there', () => {
    const audit = { actions: [{ name: 'run', execute: { cel: { expression: '1 / 0' } } }] };
    const run = started({ refund: { before: [{ invoke: 'audit' }] }, audit: '*' }, {}, { tools: { audit } });
    expect(call(run, 'refund')).toEqual({ outcome: 'blocked_before', error: 'audit failed: divide by zero.' });
    expect(run.snapshot()).toMatchObject({
      context: { capabilities: { audit: { count_errored: 1 }, refund: { count_restricted: 1 } } },
    });
  });

  it('do not run after a failed call, which has no result', () => {
    const run = started({ refund: { after: [{ assert: 'false' }] } });
    expect(call(run, 'refund', {}, { error: 'HTTP 503' })).toEqual({ outcome: 'error', error: 'HTTP 503' });
  });
});

describe('a tool written in CEL', () => {
  it('reads and writes the mount, and nothing outside it', () => {
    const run = started({ memory: '*' }, { mount: 'task' });
    expect(call(run, 'memory_write', { key: 'a', value: 'v' })).toEqual({ outcome: 'ok', output: 'v' });
    expect(call(run, 'memory_read', { key: 'a' })).toEqual({ outcome: 'ok', output: 'v' });
    expect(call(run, 'memory_read', { key: '../../etc/passwd' })).toMatchObject({ outcome: 'error' });
  });

  it('has no mount functions where the mount is none', () => {
    expect(call(started({ memory: '*' }, { mount: 'none' }), 'memory_read', { key: 'a' })).toMatchObject({
      outcome: 'error',
    });
  });

  it('has none either in a child task whose agent names no mount', () => {
    const run = started({ helper: '*' }, { mount: 'task' }, { agents: { helper: { capabilities: { memory: '*' } } } });
    run.call('call', { function: 'helper', args: { message: 'read it' } }, { as: 'h' });
    const read = { function: 'memory_read', args: { key: 'a' } };
    expect(run.call('call', read, { on: 'h' })).toMatchObject({ error: expect.stringContaining('does not exist') });
  });

  it('shares an agent’s or a workspace’s mount with child tasks that have it, and a task’s with none', () => {
    for (const [mount, output] of [
      ['workspace', 'v'],
      ['task', undefined],
    ] as const) {
      const manifest = { mount, capabilities: { memory: '*' } };
      const run = started({ memory: '*', helper: '*' }, { mount }, { agents: { helper: manifest } });
      call(run, 'memory_write', { key: 'a', value: 'v' });
      run.call('call', { function: 'helper', args: { message: 'read it' } }, { as: 'h' });
      const read = run.call('call', { function: 'memory_read', args: { key: 'a' } }, { on: 'h' }) as RecordValue; // a call returns one
      expect(read['output']).toBe(output);
      // The child writes into the shared mount, or only into its own.
      run.call('call', { function: 'memory_write', args: { key: 'a', value: 'w' } }, { on: 'h' });
      expect(call(run, 'memory_read', { key: 'a' })).toMatchObject({ output: output === undefined ? 'v' : 'w' });
    }
  });
});

describe('a script of the model', () => {
  it('makes real invocations, with steps and bindings, and sees only capabilities and files', () => {
    const run = started({ refund: { before: [{ assert: 'input.amount < 100', error_message: 'too much' }] } });
    expect(run.call('script', { script: 'refund({"amount": 5}) == null && file("a.pdf").path == "a.pdf"' })).toEqual({
      outcome: 'ok',
      output: true,
    });
    expect(run.call('script', { script: 'refund({"amount": 500})' })).toEqual({
      outcome: 'error',
      error: 'The script failed: too much.',
    });
    expect(run.snapshot()).toMatchObject({
      context: { capabilities: { refund: { count_successful: 1, count_restricted: 1 } } },
    });
    for (const script of ['context.user.id', 'mount.read("a")', 'review("ann")', 'other({})']) {
      expect(run.call('script', { script })).toMatchObject({ throws: expect.any(String) });
    }
  });

  it('waits when one of its calls waits, and repeats none of the others', () => {
    const run = started(
      { audit: '*', refund: { before: [{ assert: 'review("ann")' }] } },
      {},
      {
        script_results: { audit: 1, refund: 2 },
      },
    );
    const script = '[audit({"n": 1}), refund({"n": 2}), audit({"n": 3})]';
    expect(run.call('script', { script })).toEqual({ waits: 'call-1' });
    expect(invoked(run)).toHaveLength(1);
    expect(run.call('approve')).toEqual({ outcome: 'ok', output: [1, 2, 1] });
    expect(run.settled('call-1')).toEqual({ outcome: 'ok', output: [1, 2, 1] });
    expect(invoked(run).map((event) => (event as RecordValue)['args'])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('can delegate, one after the other', () => {
    const run = started({ helper: '*' }, {}, { agents: { helper: {} } });
    run.call('script', { script: '[helper({"message": "a"}), helper({"message": "b"})].map(x, x.message[0].text)' });
    run.call('output', say('A'), { on: 'task2' });
    expect(run.settled('call-1')).toBeUndefined();
    run.call('output', say('B'), { on: 'task3' });
    expect(run.settled('call-1')).toEqual({ outcome: 'ok', output: ['A', 'B'] });
  });

  it('gives up after a thousand calls', () => {
    const run = started({ audit: '*' });
    const list = `[${Array.from({ length: 40 }, (_, i) => i).join(',')}]`;
    expect(run.call('script', { script: `${list}.map(x, ${list}.map(y, audit({})))` })).toMatchObject({
      outcome: 'error',
    });
    expect(invoked(run)).toHaveLength(1000);
  });
});

describe('a conversation', () => {
  it('fills the model’s prompt with values, and reports which expressions failed', () => {
    const prompt = 'Help {context.user.email}; it is {now}; {size(context.input)} so far.';
    const run = started({ refund: '*' }, { prompt }, { user: { id: 'u', email: 'ann@example.com' } });
    run.call('input', say('hi'));
    const given = {
      prompt: 'Help ann@example.com; it is {now}; 1 so far.',
      problems: [expect.stringContaining('{now}')],
      functions: ['refund'],
    };
    expect(run.call('llm', { prompt: 1 })).toEqual(given);
    expect(run.events.at(-1)).toMatchObject({ type: 'model-called', given });
  });

  it('takes the agent’s parameters: required ones with the first input, defaults with each', () => {
    const parameters = { properties: { ticket: { type: 'string' }, urgent: { type: 'boolean', default: false } } };
    const run = started({}, { parameters });
    expect(run.call('input', say('hi'))).toEqual({ throws: 'missing_parameter' });
    expect(run.call('input', { ...say('hi'), params: { ticket: 7 } })).toEqual({ throws: 'wrong_parameter' });
    run.call('input', { ...say('hi'), params: { ticket: 'T-1' } });
    run.call('input', say('and?'));
    expect(run.snapshot()).toMatchObject({ context: { input: [{ ticket: 'T-1', urgent: false }, { urgent: false }] } });
  });

  it('computes the exposed values beside the answer', () => {
    const exposes = { asked: 'size(context.input)', said: 'output.message[0].text', failing: 'context.nope' };
    const run = started({}, { exposes });
    run.call('input', say('hi'));
    run.call('output', say('done'));
    expect(run.snapshot()).toMatchObject({ context: { output: [{ asked: 1, said: 'done' }] } });
    expect(run.events.at(-1)).toMatchObject({ problems: [expect.stringContaining('failing')] });
  });

  it('is locked by a guardrail: an input stays recorded, an answer is withheld from the user', () => {
    const guardrails = {
      before: [{ assert: 'input.message[0].text != "bad"', error_message: 'not {input.message[0].text}' }],
      after: [{ assert: 'size(context.output) == 1 && output.message[0].text != "bad"' }],
    };
    const run = started({}, { guardrails });
    run.call('input', say('good'));
    run.call('output', say('bad'));
    expect(run.types).toEqual(['input-received', 'locked']);
    expect(run.events.at(-1)).toMatchObject({ withheld: say('bad') });
    const other = started({}, { guardrails });
    other.call('input', say('bad'));
    expect(other.events).toMatchObject([{ type: 'input-received' }, { type: 'locked', reason: 'not bad' }]);
    const fine = started({}, { guardrails });
    fine.call('output', say('good'));
    expect(fine.types).toEqual(['output-sent']);
  });

  it('skips a failing guardrail with on_fail: continue, and shows the model the result of a transform', () => {
    const guardrails = { before: [{ assert: 'false', on_fail: 'continue' }, { transform: '{"message": []}' }] };
    const run = started({}, { guardrails });
    run.call('input', say('hi'));
    expect(run.events).toMatchObject([{ ...say('hi'), shown: { message: [] } }]);
  });
});

describe('limits', () => {
  it.each([
    [
      'max_turns',
      { max_turns: 1 },
      [
        ['llm', {}],
        ['llm', {}],
      ],
    ],
    ['max_prompt_tokens', { max_prompt_tokens: 9 }, [['llm', { prompt: 10 }]]],
    ['max_completion_tokens', { max_completion_tokens: 9 }, [['llm', { completion: 10 }]]],
    [
      'max_tool_calls',
      { max_tool_calls: 1 },
      [
        ['call', { function: 'refund' }],
        ['call', { function: 'refund' }],
      ],
    ],
    [
      'max_age',
      { max_age: '30m' },
      [
        ['advance', { seconds: 1801 }],
        ['call', { function: 'refund' }],
      ],
    ],
  ] as const)('%s of the manifest ends the task', (limit, limits, calls) => {
    const run = started({ refund: '*' }, { limits });
    for (const [op, args] of calls) run.call(op, args);
    expect(run.call('status')).toEqual({ phase: 'terminal', terminal_reason: 'limit_exceeded', limit });
    expect(call(run, 'refund')).toEqual({ throws: 'task_terminal' });
  });

  it('count running calls', () => {
    const run = started({ helper: '*' }, { limits: { max_tool_calls: 1 } }, { agents: { helper: {} } });
    call(run, 'helper', { message: 'a' });
    call(run, 'helper', { message: 'b' });
    expect(run.call('status')).toMatchObject({ limit: 'max_tool_calls' });
  });
});

describe('a manifest', () => {
  it.each([
    [{ capabilities: { refund: {} } }, 'refund” is empty'],
    [{ capabilities: { refund: { before: [{ assert: 'true', transform: 'x' }] } } }, 'before[0]'],
    [{ guardrails: { before: [{ assert: 'true', on_fail: 'block' }] } }, 'guardrails.before[0]'],
    [{ mount: 'everything' }, 'manifest.mount'],
    [{ limits: { max_turns: 'many' } }, 'manifest.limits'],
    [{ prompt: 7 }, 'manifest.prompt'],
    ['text', 'manifest'],
  ] as const)('that is wrong cannot start a task, and the sentence says where', (manifest, where) => {
    expect(() => new Driven({ manifest })).toThrow(where);
  });

  it('declares everything that the model may call', () => {
    const run = started({ 'github-file': { include: ['delete'] }, __proto__: null });
    expect(call(run, 'github_file_read_chunk')).toEqual({ throws: 'unknown_capability' });
    expect(call(run, 'constructor')).toEqual({ throws: 'unknown_capability' });
    expect(call(run, 'github_file_delete')).toMatchObject({ outcome: 'ok' });
  });
});
