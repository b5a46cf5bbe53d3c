import { describe, expect, it } from 'vitest';
import { toJson } from '../../model/json.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { ranScript } from '../testing.ts';
import { type VectorStep } from '../vectors.ts';
import { readStep, type Layer } from './steps.ts';
import { taskVectors } from './vectors.ts';

const given: RecordValue = {
  agent: { name: 'support-agent', namespace: 'prod-eu' },
  user: { id: 'u-1' },
  now: '2026-05-20T03:45:00Z',
  started_at: '2026-05-20T03:00:00Z',
  capabilities: [{ kind: 'single', ref: 'slack-post' }],
  script_results: { audit_log_record_event: { id: 'e-1' }, slack_post: { ok: true } },
};

const run = (steps: readonly VectorStep[], more: RecordValue = {}) =>
  ranScript(taskVectors, { given: { ...given, ...more }, do: steps });

function ran(steps: readonly RecordValue[], args: RecordValue = {}) {
  const { results, events } = run([
    { op: 'run_steps', args: { layer: 'middleware', list: 'before', input: {}, steps, ...args } },
  ]);
  const [result] = results;
  return { outcome: result !== undefined && 'returns' in result ? result.returns : result, types: events.map(typeOf) };
}

const typeOf = (event: Value) => (event as { type: string }).type; // events have one

describe('a step', () => {
  const problem = (layer: Layer, step: RecordValue) => {
    const read = readStep(layer, step);
    return read.ok ? null : read.problem.message;
  };

  it('has exactly one action, and bindings only with invoke', () => {
    expect(problem('middleware', { assert: 'true' })).toBeNull();
    expect(problem('middleware', { invoke: 'a:b', bindings: { x: '1' } })).toBeNull();
    expect(problem('middleware', { assert: 'true', transform: 'output' })).toContain('assert and transform');
    expect(problem('middleware', { condition: 'true' })).toContain('none');
    expect(problem('middleware', { assert: 'true', bindings: {} })).toContain('bindings');
    expect(problem('middleware', { assert: 7 })).toContain('“assert”');
    expect(problem('middleware', { assert: 'true', on_fail: 'explode' })).toContain('“on_fail”');
  });

  it('cannot block in a guardrail', () => {
    expect(problem('guardrail', { assert: 'true', on_fail: 'block' })).toContain('cannot block');
    expect(problem('guardrail', { assert: 'true', on_fail: 'lock_task' })).toBeNull();
  });

  it('is refused as a whole list when one is invalid', () => {
    expect(ran([{ assert: 'true' }, {}]).outcome).toMatchObject({ throws: { kind: 'invalid_step' } });
  });
});

describe('a list of steps', () => {
  it('lets the call through without a text when all steps pass', () => {
    expect(ran([{ assert: 'true' }, { assert: 'input == {}' }]).outcome).toEqual({
      blocked: false,
      error: null,
      steps_run: 2,
    });
  });

  it('stops at the first that blocks, with its message filled in', () => {
    const steps = [{ assert: 'input.amount < 5', error_message: '{input.amount} is too much' }, { assert: 'true' }];
    expect(ran(steps, { input: { amount: 9 } }).outcome).toEqual({
      blocked: true,
      error: '9 is too much',
      steps_run: 1,
    });
  });

  it('continues after a failing step with on_fail continue', () => {
    expect(ran([{ assert: 'false', on_fail: 'continue' }, { assert: 'true' }]).outcome).toEqual({
      blocked: false,
      error: null,
      steps_run: 2,
    });
  });

  it('locks the task where a step says so, and by default in a guardrail', () => {
    expect(ran([{ assert: 'false', on_fail: 'lock_task' }]).types).toEqual(['locked']);
    expect(ran([{ assert: 'false' }], { layer: 'guardrail' }).types).toEqual(['locked']);
    expect(ran([{ assert: 'false', on_fail: 'continue' }], { layer: 'guardrail' }).types).toEqual([]);
  });

  it('skips steps for another sub-capability and those whose condition is falsy', () => {
    const steps = [
      { assert: 'false', match: 'read-chunk' },
      { assert: 'false', condition: 'input.size()' },
    ];
    expect(ran(steps, { sub_capability: 'write' }).outcome).toEqual({ blocked: false, error: null, steps_run: 0 });
    expect(ran(steps, { sub_capability: 'read-chunk' }).outcome).toMatchObject({ blocked: true, steps_run: 1 });
  });

  it('counts an error in an assertion or a condition as failed', () => {
    expect(ran([{ assert: 'input.nope > 1' }]).outcome).toMatchObject({ blocked: true, steps_run: 1 });
    expect(ran([{ assert: 'true', condition: 'input.nope' }]).outcome).toMatchObject({ blocked: true, steps_run: 0 });
  });

  it.each(['null', '0', '0.0', '""', '[]', '{}', 'false'])('treats %s as false, as Python does', (expression) => {
    expect(ran([{ assert: expression }]).outcome).toMatchObject({ blocked: true });
  });

  it('passes a transformed output to the later steps and to the model, while the record keeps the original', () => {
    const steps = [{ transform: '{"id": output.id, "note": "x"}' }, { assert: 'output.note == "x"' }];
    const args = { list: 'after', output: { id: 7, secret: 's' } };
    expect(toJson(ran(steps, args).outcome ?? null)).toBe(
      '{"blocked":false,"error":null,"steps_run":2,"output":{"id":7,"note":"x"}}',
    );
  });

  it('withholds the output of a call that an after step blocks', () => {
    expect(ran([{ assert: 'false', error_message: 'no' }], { list: 'after', output: 1 }).outcome).toEqual({
      blocked: true,
      error: 'no',
      steps_run: 1,
    });
  });

  it('fails the call when a transform or binding cannot be computed, whatever on_fail says', () => {
    const after = { list: 'after', output: {} };
    expect(ran([{ transform: 'output.nope', on_fail: 'continue' }], after).outcome).toMatchObject({ blocked: true });
    const invoke = { invoke: 'audit-log:record_event', bindings: { x: 'input.nope' }, on_fail: 'continue' };
    expect(ran([invoke])).toMatchObject({ outcome: { blocked: true }, types: [] });
  });

  it('invokes without a turn, recorded under its own function', () => {
    const step = { invoke: 'audit-log:record_event', bindings: { kind: "'call'" } };
    const { snapshot } = run([
      { op: 'run_steps', args: { layer: 'middleware', list: 'before', input: {}, steps: [step] } },
    ]);
    expect(snapshot).toMatchObject({
      context: {
        _history: { turn_count: 0 },
        capabilities: {
          _meta: { invocations: ['audit_log_record_event'], count: 1 },
          audit_log_record_event: { count_successful: 1, inputs: [{ kind: 'call' }], outputs: [{ id: 'e-1' }] },
        },
      },
    });
  });
});

describe('the surroundings of an expression', () => {
  const mount = { mount: { files: { 'a.txt': 'hello' } } };
  const value = (scope: string, expr: string, args: RecordValue = {}, more: RecordValue = mount) => {
    const [result] = run([{ op: 'eval', args: { scope, expr, ...args } }], more).results;
    if (result !== undefined && 'returns' in result) return (result.returns as { value: Value }).value; // eval says so
    return result !== undefined && 'throws' in result ? result.throws.kind : undefined;
  };

  it.each([
    ['tool-expression', 'mount.read("a.txt")', 'hello'],
    ['tool-expression', 'mount.read("../etc/passwd")', 'path_rejected'],
    ['tool-expression', 'mount.write("x/../../y", "z")', 'path_rejected'],
    ['tool-expression', 'mount.read("none.txt")', 'no_such_file'],
    ['tool-expression', 'mount.read(7)', 'type_error'],
    ['guardrail.before', 'mount.read("a.txt")', 'not_in_scope'],
    ['script', 'slack_post({"text": "x"}).ok', true],
    ['script', 'context.user.id', 'not_in_scope'],
    ['middleware.before', 'slack_post({"text": "x"})', 'not_in_scope'],
    ['prompt', 'context.agent.name', 'support-agent'],
    ['prompt', 'now', 'not_in_scope'],
    ['binding', 'review("u-1")', 'not_in_scope'],
    ['guardrail.before', 'i.message', 'not_in_scope'],
    ['middleware.before', 'timestamp(now) > timestamp("2026-05-20T03:44:59Z")', true],
    ['middleware.before', 'float(1)', 'type_error'],
    ['middleware.before', 'context.llm.tokens.total * 0.5', 'type_error'],
    ['middleware.after', 'output.put("k", 1).k', 1],
    ['middleware.before', '1 +', 'parse_error'],
    ['middleware.before', '1 / 0', 'divide_by_zero'],
  ])('at %s, %s is %s', (scope, expr, expected) => {
    expect(value(scope, expr)).toEqual(expected);
  });

  it('has no mount functions without a mount', () => {
    expect(value('tool-expression', 'mount.write("a", "b")', {}, {})).toBe('not_in_scope');
  });
});

describe('a script of operations', () => {
  it('gives one outcome per step, the events, and the context with the status of the task', () => {
    const { results, events, snapshot } = run(
      [
        { op: 'input', args: { message: [{ mimeType: 'text/plain', text: 'hi' }], params: { ticket_id: 'T-1' } } },
        { op: 'advance', args: { seconds: 5401 } },
        { op: 'llm', args: { prompt: 1, completion: 1 } },
        { op: 'input', args: {} },
        { op: 'input', args: { message: [] } },
        { op: 'dance' },
      ],
      { limits: { max_age: '1h30m' } },
    );
    expect(results.map((result) => ('throws' in result ? result.throws.kind : 'fine'))).toEqual([
      'fine',
      'fine',
      'fine',
      'missing_message',
      'task_terminal',
      'unknown_operation',
    ]);
    expect(events.map(typeOf)).toEqual(['input-received', 'clock-advanced', 'limit-exceeded']);
    expect(snapshot).toMatchObject({
      phase: 'terminal',
      terminal_reason: 'limit_exceeded',
      limit: 'max_age',
      context: { _history: { turns: ['input'] }, input: [{ ticket_id: 'T-1' }] },
    });
  });

  it('reports colliding keys among the declared capabilities', () => {
    const capabilities = [
      { kind: 'single', ref: 'slack-post' },
      { kind: 'single', ref: 'slack_post' },
    ];
    expect(run([{ op: 'check_capabilities' }], { capabilities }).results).toEqual([
      { returns: { collisions: ['slack_post'] } },
    ]);
  });
});
