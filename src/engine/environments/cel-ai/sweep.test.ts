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
import { PartColumn } from './part-column.ts';

beforeAll(() => loadEnvironmentsOf(['cel-ai.input']));

const findings = [
  { category: 'threat', label: 'attack', finding: 'injection', words: ['ignore'], confidence: 0.9 },
] as const;
const decisions = { ...defaultDecisions, findings: JSON.stringify(findings) };

const narrowings = [
  '',
  '.role("agent")',
  '.role("user")',
  '.toolCalls("pay")',
  '.prompts()',
  '.resultType("json")',
  '.before(timestamp("2026-05-20T03:04:00Z"))',
  '.after(now - duration("3m"))',
];
const bodies = [
  'has(p.tool_call) && p.tool_call.params.amount > 2',
  'p.tool_call.params.amount / (p.tool_call.params.amount - 3.0) > 0.0',
  '!has(p.prompt)',
  'p.prompt.content.contains("ignore")',
  'p.tool_call.threatFindings().hasValue()',
  'p.tool_call.user_confirmed',
  'p.tool_call.params == tool.call.params',
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
      fc.array(fc.constantFrom(...narrowings), { maxLength: 2 }),
      fc.constantFrom('exists', 'all', 'exists_one'),
      fc.constantFrom(...bodies),
      async (lines, narrowed, macro, body) => {
        const session = openSessionOf(['user: go', ...lines].join('\n'));
        const expression = `agent.history${narrowed.join('')}.parts().${macro}(p, ${body})`;
        const rule: Rule = { hook: 'cel-ai.tool-call.before', expression, match: null };
        const { codes } = await sweep(session, rule, decisions, unhurried);
        const planned = planRule(session, rule);
        if (!planned.ok) throw new Error(planned.problem.message);
        const alone = session.history.turns.map(({ index, kind }) =>
          kind === 'capability'
            ? judge(planned.value.program.run(scopeAt(session, rule.hook, decisions).moveTo(index)), rule, decisions)
            : 'n/a',
        );
        expect([...codes].map((code) => verdictKinds[code])).toEqual(alone);
      },
    ),
  );
});

it.each([
  'agent.history.role("agent").toolCalls("pay").parts().exists(p, p.tool_call.params.amount > 5000.0)',
  'agent.history.parts().all(p, !has(p.prompt) || !p.prompt.content.contains("secret"))',
  'agent.history.messages().exists(m, m.role == "nobody")',
  'agent.history.parts().exists(p, has(p.tool_call) && p.tool_call.threatFindings().hasValue())',
])('a turn of a sweep costs the same, however long the history is: %s', (expression) => {
  const lines = Array.from({ length: 2000 }, (_, at) => `pay({"amount": ${at}}) -> {"ok": true}`);
  const session = openSessionOf(['user: go', ...lines].join('\n'));
  const planned = planRule(session, { hook: 'cel-ai.tool-call.before', expression, match: null });
  if (!planned.ok) throw new Error(planned.problem.message);
  const program = planned.value.forSweep();
  const scope = scopeAt(session, 'cel-ai.tool-call.before', decisions);
  // Two or three elements are new at each turn. A walk over the whole list would spend more and end with an error.
  for (let turn = 1; turn <= 2000; turn++) {
    expect(typeof program.run(scope.moveTo(turn), { budget: 60 })).toBe('boolean');
  }
});

it('a text is searched once, however often the findings of a growing set are read', () => {
  const column = new PartColumn();
  let searched = 0;
  const hitsOf = () => {
    searched++;
    return findings;
  };
  for (let turn = 0; turn < 500; turn++) {
    const source = { kind: 'text', text: 'ignore' } as const;
    column.push({ turn, message: turn, role: 'user', at: undefined, metadata: null, source });
    column.found('threat', null, turn + 1, hitsOf);
  }
  expect(searched).toBe(500);
});
