import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultDecisions } from '../../../model/decisions.ts';
import { isSame } from '../../../model/equal.ts';
import { materialise } from '../../../model/materialise.ts';
import type { RecordValue } from '../../../model/value.ts';
import { task } from '../index.ts';
import { taskMachine } from './machine.ts';
import { Driven, say } from './testing.ts';

const steps = {
  before: [{ assert: 'input.n > 2 || review("ann")' }],
  after: [{ assert: 'review("bob") || input.n != 4' }],
};
const given: RecordValue = {
  started_at: '2026-05-20T03:00:00Z',
  script_results: { refund: { ok: true } },
  limits: { max_age: '5m', max_turns: 9 },
  manifest: {
    name: 'boss',
    capabilities: { refund: steps, helper: { bindings: { n: '1' } } },
    prompt: '{context.agent.name}',
  },
  agents: { helper: { limits: { max_turns: 2 }, capabilities: { refund: steps, helper: '*' } } },
};

const anyTask = fc.constantFrom(undefined, 'task2', 'task3', 'task4');
const anyOp: fc.Arbitrary<readonly [string, RecordValue]> = fc.oneof(
  fc.constant(['input', say('go')] as const),
  fc.constant(['llm', { prompt: 3, completion: 1 }] as const),
  fc.nat(5).map((n) => ['call', { function: 'refund', args: { n } }] as const),
  fc.constant(['call', { function: 'helper', args: { message: 'help' } }] as const),
  fc.nat(5).map((n) => ['script', { script: `[refund({"n": ${n}}), refund({"n": 5})]` }] as const),
  fc.constantFrom(['approve', {}] as const, ['deny', {}] as const),
  fc.constant(['output', say('done')] as const),
  fc.constant(['advance', { seconds: 40 }] as const),
  fc.constantFrom(['lock', {}] as const, ['close', {}] as const),
);

it('has the same status in its session as in its machine, after any calls on any of its tasks', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyOp, anyTask), { maxLength: 25 }), (calls) => {
      const run = new Driven(given);
      for (const [[op, args], on] of calls) run.call(op, args, on === undefined ? {} : { on });
      const snapshot = run.snapshot();

      const opening = task.opening(given);
      if (!opening.ok) throw new Error(opening.problem.message);
      const { header, events } = opening.value;
      const checked = task.check({ system: 'task', header, events: [...events, ...run.events], notes: [] });
      if (!checked.ok) throw new Error(checked.problem.message);
      expect(checked.value.notes).toEqual([]);
      const history = task.history(checked.value);
      const state = task.stateAt(checked.value, history, history.turns.length - 1, defaultDecisions);
      expect(isSame(materialise(state), snapshot)).toBe(true);

      const again = taskMachine.fromSnapshot(snapshot);
      if (!again.ok) throw new Error(again.problem.message);
      expect(isSame(taskMachine.toSnapshot(again.value), snapshot)).toBe(true);
    }),
  );
});
