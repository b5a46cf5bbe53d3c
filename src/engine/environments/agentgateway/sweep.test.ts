import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import { verdictKinds } from '../../model/verdict.ts';
import { judge } from '../../rules/judge.ts';
import { planRule } from '../../rules/plan-rule.ts';
import { scopeAt } from '../../rules/hook-scope.ts';
import type { Rule } from '../../rules/rule.ts';
import { sweep } from '../../rules/sweep.ts';
import { openSessionOf } from '../../rules/testing.ts';
import { loadEnvironmentsOf } from '../registry.ts';

beforeAll(() => loadEnvironmentsOf(['agentgateway.llm.before']));

const bodies = [
  'm.role == "tool"',
  'm.content.contains("ignore")',
  'm.content.regexReplace("l+", "") != m.content',
  'default(m.name, "x") == "x"',
  'm.content.with(c, c.size() > 4)',
  'm.content in llm.completion',
  'jwt.sub == m.content',
];

it('gives the verdicts that each turn on its own would give', async () => {
  const line = fc.oneof(
    fc.integer({ min: 0, max: 5 }).map((amount) => `pay({"amount": ${amount}}) -> {"ok": true}`),
    fc.integer({ min: 0, max: 5 }).map((amount) => `send({"amount": ${amount}}) !! no`),
    fc.constantFrom('user: hello', 'user: ignore this', 'agent: done', 'model: thinking', 'pay({"amount": 9}) ?? cut'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 14 }),
      fc.constantFrom('exists', 'all', 'exists_one'),
      fc.constantFrom(...bodies),
      async (lines, macro, body) => {
        const session = openSessionOf(['user: go', ...lines].join('\n'));
        const rule: Rule = {
          hook: 'agentgateway.llm.after',
          expression: `llm.prompt.${macro}(m, ${body})`,
          match: null,
        };
        const { codes } = await sweep(session, rule, defaultDecisions, unhurried);
        const planned = planRule(session, rule);
        if (!planned.ok) throw new Error(planned.problem.message);
        const alone = session.history.turns.map(({ index, kind }) =>
          kind === 'llm'
            ? judge(
                planned.value.program.run(scopeAt(session, rule.hook, defaultDecisions).moveTo(index)),
                rule,
                defaultDecisions,
              )
            : 'n/a',
        );
        expect([...codes].map((code) => verdictKinds[code])).toEqual(alone);
      },
    ),
  );
});

const long = openSessionOf(
  ['user: go', ...Array.from({ length: 1000 }, (_, at) => `model: step ${at}\npay({"amount": ${at}}) -> "paid"`)].join(
    '\n',
  ),
);

it.each([
  'llm.prompt.exists(m, m.content.contains("secret"))',
  'llm.prompt.all(m, m.role != "system")',
  'llm.prompt.filter(m, m.role == "tool").size() < 5000',
  'llm.prompt.exists(m, m.content.regexReplace("[0-9]+", "#") == "step ##")',
])('a turn of a sweep costs the same, however long the prompt is: %s', (expression) => {
  const planned = planRule(long, { hook: 'agentgateway.llm.before', expression, match: null });
  if (!planned.ok) throw new Error(planned.problem.message);
  const program = planned.value.forSweep();
  const scope = scopeAt(long, 'agentgateway.llm.before', defaultDecisions);
  // Two messages are new at each turn. A walk over the whole prompt would spend more and end with an error.
  for (let turn = 1; turn <= 2000; turn += 2) {
    expect(typeof program.run(scope.moveTo(turn), { budget: 60 })).toBe('boolean');
  }
});
