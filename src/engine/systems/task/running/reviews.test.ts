import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordValue, Value } from '../../../model/value.ts';
import { Driven, say } from './testing.ts';

const policy = (refund: RecordValue, more: RecordValue = {}): RecordValue => ({
  manifest: { name: 'support', mount: 'task', capabilities: { refund }, ...more },
});
const asking = (assert: string, more: RecordValue = {}) => policy({ before: [{ assert, ...more }] });

function started(given: RecordValue): Driven {
  const run = new Driven(given);
  run.call('input', say('please'));
  run.call('llm', { prompt: 10, completion: 2 });
  return run;
}

const refund = (run: Driven, amount = 40): Value =>
  run.call('call', { function: 'refund', args: { amount }, result: 'done' });
const counts = (run: Driven): Value => {
  const { context } = run.snapshot() as unknown as { context: { capabilities: { refund: RecordValue } } }; // as it exports
  const { count_successful, count_errored, count_restricted } = context.capabilities.refund;
  return [count_successful ?? null, count_errored ?? null, count_restricted ?? null];
};
const awaiting = (run: Driven): Value => (run.call('status') as RecordValue)['awaiting'] ?? null; // status is a record

describe('a review', () => {
  it('makes the call wait, and shows the reviewer and the call', () => {
    const asked = started({ ...asking('review(context.user.id)'), user: { id: 'ann' } });
    expect(refund(asked)).toEqual({ waits: 'call-1' });
    expect(awaiting(asked)).toEqual([{ token: 'call-1', review: 'ann', function: 'refund', input: { amount: 40 } }]);
    expect(counts(asked)).toEqual([0, 0, 0]);
    expect(asked.call('status')).toMatchObject({ phase: 'processing' });
  });

  it('lets the call go on when it is approved', () => {
    const run = started(asking('review("ann")'));
    refund(run);
    expect(run.call('approve', { user: 'ann' })).toEqual({ outcome: 'ok', output: 'done' });
    expect(run.settled('call-1')).toEqual({ outcome: 'ok', output: 'done' });
    expect([counts(run), awaiting(run)]).toEqual([[1, 0, 0], null]);
  });

  it('restricts the call when it is denied, with the error message of the step', () => {
    const run = started(asking('review("ann")', { error_message: 'no {input.amount} without ann' }));
    refund(run);
    expect(run.call('deny', { reason: 'too much' })).toEqual({
      outcome: 'blocked_before',
      error: 'no 40 without ann',
    });
    expect(counts(run)).toEqual([0, 0, 1]);
    expect(run.events.find(({ type }) => type === 'review-decided')).toMatchObject({
      approved: false,
      reason: 'too much',
    });
  });

  it('locks the task or is ignored when it is denied, as on_fail says', () => {
    const locked = started(asking('review("ann")', { on_fail: 'lock_task' }));
    refund(locked);
    locked.call('deny');
    expect(locked.call('status')).toMatchObject({ phase: 'terminal', terminal_reason: 'locked' });
    expect(counts(locked)).toEqual([0, 0, 1]);
    const passed = started(asking('review("ann")', { on_fail: 'continue' }));
    refund(passed);
    expect(passed.call('deny')).toEqual({ outcome: 'ok', output: 'done' });
  });

  it('requests no review when the rest of the expression decides the result', () => {
    for (const expression of ['false && review("ann")', 'review("ann") && false']) {
      const run = started(asking(expression));
      expect(refund(run)).toMatchObject({ outcome: 'blocked_before' });
      expect(run.types).not.toContain('call-held');
    }
    expect(refund(started(asking('true || review("ann")')))).toMatchObject({ outcome: 'ok' });
    expect(refund(started(asking('review("ann") || input.amount < 100')))).toMatchObject({ outcome: 'ok' });
  });

  it('asks several users in order, and skips those whose decision no longer matters', () => {
    const run = started(asking('review("ann") && review("bob")'));
    refund(run);
    expect(run.call('approve')).toMatchObject({ awaiting: { review: 'bob', token: 'call-1' } });
    expect(run.settled('call-1')).toBeUndefined();
    expect(run.call('approve', { user: 'bob' })).toMatchObject({ outcome: 'ok' });
    const spared = started(asking('review("ann") && review("bob")'));
    refund(spared);
    expect(spared.call('deny')).toMatchObject({ outcome: 'blocked_before' });
    const other = started(asking('review("ann") || review("bob")'));
    refund(other);
    other.call('deny');
    expect(other.call('approve', { user: 'bob' })).toMatchObject({ outcome: 'ok' });
  });

  it('is requested again by the next step and by the next call', () => {
    const run = started(policy({ before: [{ assert: 'review("ann")' }, { assert: 'review("ann")' }] }));
    refund(run);
    expect(run.call('approve')).toMatchObject({ awaiting: { review: 'ann' } });
    run.call('approve');
    expect(refund(run)).toEqual({ waits: 'call-2' });
  });

  it('works in steps after the call, where the capability has run and is not run again', () => {
    const run = started(
      policy({ after: [{ transform: '{"seen": output}' }, { assert: 'review("ann") && output.seen == "done"' }] }),
    );
    expect(refund(run)).toEqual({ waits: 'call-1' });
    expect(run.call('approve')).toEqual({ outcome: 'ok', output: { seen: 'done' } });
    const denied = started(policy({ after: [{ assert: 'review("ann")' }] }));
    refund(denied);
    expect(denied.call('deny')).toMatchObject({ outcome: 'blocked_after' });
    expect(denied.snapshot()).toMatchObject({
      context: { capabilities: { refund: { outputs: ['done'], restricted: [true] } } },
    });
  });

  it('works in the expression of a tool, whose writes happen once', () => {
    const expression = 'mount.write("log", "x") == "x" && review("ann") ? {"sent": true} : {"sent": false}';
    const tools = { refund: { actions: [{ name: 'refund', execute: { cel: { expression } } }] } };
    const run = started({ ...policy({ include: ['refund'] }), tools });
    expect(run.call('call', { function: 'refund' })).toEqual({ waits: 'call-1' });
    expect(run.types).not.toContain('file-written');
    expect(run.call('deny')).toEqual({ outcome: 'ok', output: { sent: false } });
    expect(run.types.filter((type) => type === 'file-written')).toHaveLength(1);
  });

  it('works in steps that are tried out by hand', () => {
    const run = new Driven({});
    const steps = [{ assert: 'true' }, { assert: 'review("ann")' }];
    expect(run.call('run_steps', { layer: 'middleware', list: 'before', steps })).toEqual({ waits: 'call-1' });
    expect(run.call('deny')).toMatchObject({ blocked: true, steps_run: 2 });
  });

  it('does not exist in guardrails', () => {
    const run = new Driven({ manifest: { guardrails: { before: [{ assert: 'review("ann")' }] } } });
    run.call('input', say('hi'));
    expect(run.call('status')).toMatchObject({ terminal_reason: 'locked' });
  });

  it('suspends the task: nothing else happens to it before the decision, but its end', () => {
    const run = started(asking('review("ann")'));
    refund(run);
    const before = run.snapshot();
    for (const [op, args] of [
      ['input', say('hello?')],
      ['llm', {}],
      ['output', say('done')],
      ['call', { function: 'refund' }],
      ['invoke', { function: 'refund', outcome: 'ok' }],
      ['script', { script: 'refund({})' }],
    ] as const) {
      expect(run.call(op, args)).toEqual({ throws: 'task_suspended' });
    }
    expect(run.call('approve', { user: 'bob' })).toEqual({ throws: 'not_the_reviewer' });
    expect(run.snapshot()).toEqual(before);
    run.call('close');
    expect(run.settled('call-1')).toEqual({ rejects: 'task_terminal' });
    expect(run.call('approve')).toEqual({ throws: 'no_review' });
  });

  it('may come too late: a task that is too old ends instead', () => {
    const run = started({ ...asking('review("ann")'), limits: { max_age: '1h' } });
    refund(run);
    run.call('advance', { seconds: 3601 });
    run.call('approve');
    expect(run.call('status')).toMatchObject({ terminal_reason: 'limit_exceeded', limit: 'max_age' });
    expect(run.settled('call-1')).toEqual({ rejects: 'task_terminal' });
    expect(counts(run)).toEqual([0, 0, 0]);
  });

  it('gives the value of the expression with the decisions filled in', () => {
    const expressions = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('review("a")', 'review("b")', 'review("c")', 'true', 'false'),
        fc
          .tuple(tie('node'), fc.constantFrom('&&', '||'), tie('node'))
          .map(([a, op, b]) => `(${String(a)} ${op} ${String(b)})`),
        fc
          .tuple(tie('node'), tie('node'), tie('node'))
          .map(([a, b, c]) => `(${String(a)} ? ${String(b)} : ${String(c)})`),
        tie('node').map((a) => `!${String(a)}`),
      ),
    })).node;
    fc.assert(
      fc.property(expressions, fc.record({ a: fc.boolean(), b: fc.boolean(), c: fc.boolean() }), (expression, says) => {
        const run = started(asking(expression));
        const asked: string[] = [];
        let reply = refund(run) as RecordValue; // a call returns a record
        for (let review = (awaiting(run) as RecordValue[] | null)?.[0]; review !== undefined;) {
          const user = String(review['review']) as keyof typeof says; // the only users in the expressions
          asked.push(user);
          reply = run.call(says[user] ? 'approve' : 'deny') as RecordValue;
          review = (awaiting(run) as RecordValue[] | null)?.[0];
        }
        const plain = expression.replaceAll(/review\("(\w)"\)/g, (_, user: keyof typeof says) => String(says[user]));
        const expected = new Driven({}).call('eval', { scope: 'middleware.before', expr: plain }) as { value: Value };
        expect(reply['outcome']).toBe(expected.value === true ? 'ok' : 'blocked_before');
        expect(new Set(asked).size).toBe(asked.length);
      }),
    );
  });
});
