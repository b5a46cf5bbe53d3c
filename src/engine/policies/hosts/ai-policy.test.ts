import { beforeAll, describe, expect, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { loadEngines } from '../../engines/registry.ts';
import { loadEnvironmentsOf } from '../../environments/registry.ts';
import { openSessionOf } from '../../rules/testing.ts';
import { why } from '../../rules/why.ts';
import { checkSession } from '../check-session.ts';
import { decisionsUnder } from '../declared.ts';
import { replay } from '../replay.ts';
import { rewritten } from '../rewrite.ts';
import { ruleOf } from '../rule-of.ts';
import { ruleProblems } from '../rule-problems.ts';
import { policyOf } from '../testing.ts';
import { outcomes, twoCalls } from './testing.ts';

beforeAll(() => loadEnvironmentsOf(['cel-ai.tool-call.before']));

/** google/cel-java, Apache-2.0: tools/src/test/resources/tool_walled_garden.celpolicy, with other tools. */
const walledGarden = `
name: "tool.restrictions"
default: allow
variables:
  - allowed_tools: >
      ['echo', 'google_search']
rules:
  - description: "Only specific tools are allowed."
    condition: |
      !(tool.name in variables.allowed_tools)
    effect: deny
    message: "Tool access restricted."
`;

test('of an AI policy, the first rule that is true decides, and variables stand for their expressions', async () => {
  const policy = policyOf(walledGarden);
  expect(policy.problems).toEqual([]);
  expect(policy.rules.map(({ title, kind, expression }) => [title, kind, expression])).toEqual([
    ['Only specific tools are allowed.', 'deny', '!(tool.name in variables.allowed_tools)'],
  ]);
  expect(await ruleProblems(policy, null, unhurried)).toEqual([]);
  expect(await outcomes(walledGarden)).toEqual(['pass', 'block']);
  const { rules: counted, replay: replayed } = await checkSession(twoCalls, policy, unhurried);
  expect(counted[0]?.counts).toMatchObject({ eligible: 2, pass: 1, fire: 1 });
  expect(replayed.counts).toMatchObject({ pass: 1, block: 1 });
});

/** The same project, tools/src/test/resources/policy/require_user_confirmation_for_tool.celpolicy. */
const confirmation = `
name: "require_user_confirmation_for_mcp_tool"
default: deny
variables:
  - high_confidence_pii: >
      tool.call.sensitivityFindings('pii').orValue([]).exists(f, f.confidence >= 0.8)
rules:
  - description: "Confirm tool calls if high-confidence PII is detected"
    condition: >
      variables.high_confidence_pii &&
      !tool.call.user_confirmed
    effect: confirm
    message: "User confirmation is required."
  - description: "Allow if no high-confidence PII is detected OR if confirmed"
    condition: >
      !variables.high_confidence_pii ||
      tool.call.user_confirmed
    effect: allow
`;

test('a findings table makes an AI policy known, and a confirmation leaves the outcome open', async () => {
  const table = (word: string) => ({
    findings: JSON.stringify([{ category: 'sensitivity', label: 'pii', finding: 'x', words: [word], confidence: 0.9 }]),
  });
  expect(await outcomes(confirmation)).toEqual(['unknown', 'unknown']);
  expect(await outcomes(confirmation, table('nobody'))).toEqual(['pass', 'pass']);
  expect(await outcomes(confirmation, table('echo'))).toEqual(['unknown', 'pass']);
  expect(policyOf(confirmation).problems.map(({ code }) => code)).toEqual(['policy/not-judged']);
});

const garden = (rule: string, otherwise = 'allow') => `default: ${otherwise}\nrules:\n${rule}`;

test.each<readonly [string, string, readonly string[]]>([
  [
    'an earlier rule is enough',
    garden(`- {condition: 'tool.name == "echo"', effect: allow}\n- {condition: 'true', effect: deny}\n`),
    ['pass', 'block'],
  ],
  ['no rule is true: the default', garden(`- {condition: 'false', effect: allow}\n`, 'deny'), ['block', 'block']],
  ['a condition that fails denies', garden(`- {condition: 'tool.name + 1 == 2', effect: allow}\n`), ['block', 'block']],
  [
    'an unknown condition changes nothing where all else is the same',
    garden(`- {condition: 'tool.call.user_confirmed', effect: deny}\n`, 'deny'),
    ['block', 'block'],
  ],
  ['a replay does not go on', garden(`- {condition: 'true', effect: replay}\n`), ['block', 'block']],
])('of an AI policy: %s', async (_name, text, expected) => {
  expect(await outcomes(text)).toEqual(expected);
});

test('an edit of a rule keeps the variables that its author wrote, and all other lines', () => {
  const edited = rewritten(policyOf(walledGarden), 'rules[0].condition', 'tool.name == variables.allowed_tools[0]');
  expect(edited).toMatchObject({ ok: true });
  if (!edited.ok) return;
  expect(edited.value.text).toBe(
    walledGarden.replace('!(tool.name in variables.allowed_tools)', 'tool.name == variables.allowed_tools[0]'),
  );
});

test('a variable is one part of the reasons, at its place in the text', () => {
  const policy = policyOf(walledGarden);
  const [rule] = policy.rules;
  if (rule === undefined) throw new Error('no rule');
  const judged = ruleOf(policy, rule, twoCalls.history.functions);
  expect(judged.expression).toBe('!(tool.name in variables.allowed_tools)');
  const reasons = why(twoCalls, judged, 2, decisionsUnder(policy, twoCalls));
  expect(reasons.ok && reasons.value.parts.map(({ text, value }) => [text, value?.text])).toEqual([
    ['!(tool.name in variables.allowed_tools)', 'true'],
    ['tool.name in variables.allowed_tools', 'false'],
    ['tool.name', '"add"'],
    ['tool', expect.anything()],
    ['variables.allowed_tools', '["echo", "google_search"]'],
  ]);
});

test('a macro that binds the name of a host’s variable does not change what the policy’s variables mean', async () => {
  const text = `default: allow
variables:
  - is_add: tool.name == "add"
rules:
  - condition: '["echo", "add"].exists(tool, tool == "echo" && variables.is_add)'
    effect: deny
`;
  expect(await ruleProblems(policyOf(text), twoCalls, unhurried)).toEqual([]);
  expect(await outcomes(text)).toEqual(['pass', 'block']);
  // The same, step by step, in another engine.
  await loadEngines(['@bufbuild/cel']);
  const policy = policyOf(text);
  const decisions = { ...decisionsUnder(policy, twoCalls), engine: '@bufbuild/cel' };
  const { counts } = (await replay(twoCalls, policy, decisions, unhurried)).replay;
  expect(counts).toMatchObject({ pass: 1, block: 1 });
});

test('faults of an AI policy are found at their places, in its variables too', async () => {
  const text = `default: maybe
variables:
  - used: tool.nam == "x"
  - used: 'true'
  - broken: '1 +'
rules:
  - condition: variables.usd
    effect: deny
  - condition: 'true'
    effect: forbid
  - condition: 'true'
  - condition: 'true'
    effect: allow
    until: tomorrow
`;
  const policy = policyOf(text);
  const checked = await ruleProblems(policy, null, unhurried);
  const at = ({ range: { start, end }, message }: (typeof checked)[number]) => [text.slice(start, end), message];
  expect([...policy.problems, ...checked].map(at)).toEqual([
    ['maybe', 'default is one of allow, deny, confirm, replay.'],
    ['used', 'The variable used has a meaning already.'],
    ['', 'A value is expected here, not the end of the expression.'],
    ['forbid', 'effect is one of allow, deny, confirm, replay.'],
    ["condition: 'true'\n", 'A match needs output, rule or effect.'],
    ['until', expect.stringMatching(/^A match has condition, .*, and no until\.$/)],
    ['nam', 'There is no key `nam` in `tool`; did you mean `name`?'],
    ['usd', 'There is no key `usd` in `variables`; did you mean `used`?'],
  ]);
});

test('a rule of an AI policy has the verdict that it decides', async () => {
  const text = `rule:
  match:
  - {condition: tool.name == "echo", output: "{'effect': 'confirm'}"}
  - {condition: 'true', output: tool.name == "echo"}
`;
  const flat = garden(`- {condition: tool.name == "add", effect: confirm}
- {condition: tool.name == "add", effect: replay}
- {condition: tool.name == "echo", effect: allow}
- {condition: '1', effect: deny}
- {condition: tool.call.user_confirmed, effect: deny}
`);
  const countsOf = async (policy: string) =>
    (await checkSession(twoCalls, policyOf(policy), unhurried)).rules.map(({ counts }) => counts);
  expect(await countsOf(text)).toMatchObject([{ value: 2 }, { fire: 2 }, { value: 2 }, { pass: 1, fire: 1 }]);
  expect(await countsOf(flat)).toMatchObject([
    { fire: 1, pass: 1 },
    { fire: 1, pass: 1 },
    { pass: 1, value: 1 },
    { error: 2 },
    { unknown: 2 },
  ]);
});

test('without a default, a policy that decides nothing allows, and says so', async () => {
  const text = 'rules:\n- {condition: tool.name == "add", effect: deny}\n';
  expect(await outcomes(text)).toEqual(['pass', 'block']);
  expect(policyOf(text).problems.map(({ code }) => code)).toEqual(['policy/no-default']);
});

test('a rule with a message and no effect denies, as in the project’s own compiler', async () => {
  expect(await outcomes(garden(`- {condition: tool.name == "add", message: No.}\n`))).toEqual(['pass', 'block']);
});

test('a condition that fails leaves the whole policy without a result', async () => {
  const text = garden(`- {condition: tool.name + 1 == 2, effect: allow}\n- {condition: 'true', effect: deny}\n`);
  const policy = policyOf(text);
  const open = { ...decisionsUnder(policy, twoCalls, {}), assertError: 'open' } as const;
  expect((await replay(twoCalls, policy, open, unhurried)).replay.counts).toMatchObject({ pass: 2, block: 0 });
});

test('a policy about results runs after the call, and the record keeps what ran', async () => {
  const text = garden(`- {condition: 'tool.call.result.content.contains("sum")', effect: deny}\n`);
  expect(policyOf(text).rules[0]?.hook).toBe('cel-ai.tool-call.after');
  expect(await outcomes(text)).toEqual(['pass', 'block']);
  const pending = openSessionOf('user: please\nadd({"a": 1}) ..');
  expect(await outcomes(text, {}, pending)).toEqual([]);
});

describe('the general form', () => {
  const nested = (matches: string) => `name: nested\nrule:\n  match:\n${matches}`;

  test('of matches, the first that is true decides; an output is true, an effect, or a map with one', async () => {
    const text = nested(`
  - condition: tool.name == "echo"
    output: 'true'
  - condition: tool.name == "add"
    output: "{'effect': 'deny', 'message': 'No ' + tool.name}"
`);
    const policy = policyOf(text);
    expect(policy.problems).toEqual([]);
    expect(policy.rules.map(({ id, kind }) => [id, kind])).toEqual([
      ['rule.match[0].condition', 'match'],
      ['rule.match[0].output', 'output'],
      ['rule.match[1].condition', 'match'],
      ['rule.match[1].output', 'output'],
    ]);
    expect(await outcomes(text)).toEqual(['pass', 'block']);
    const { turnAt } = await replay(twoCalls, policy, decisionsUnder(policy, twoCalls), unhurried);
    expect(turnAt(2).error).toBe('No add');
    expect(turnAt(1).steps.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['rule.match[0].condition', 'passed'],
      ['rule.match[0].output', 'passed'],
      ['rule.match[1].condition', 'not-reached'],
      ['rule.match[1].output', 'not-reached'],
    ]);
  });

  test('an output that is no decision leaves it open', async () => {
    expect(await outcomes(nested(`  - output: '"whatever"'\n`))).toEqual(['unknown', 'unknown']);
  });

  const inner = (condition: string) => `
  - ${condition}rule:
      id: inner
      variables:
      - name: isAdd
        expression: tool.name == "add"
      match:
      - condition: variables.isAdd
        output: 'false'
  - output: '"confirm"'
`;

  test('rules under a condition decide alone, even if none of them is true', async () => {
    expect(await outcomes(nested(inner(`condition: 'true'\n    `)))).toEqual(['pass', 'block']);
    expect(await outcomes(nested(inner(`condition: 'false'\n    `)))).toEqual(['unknown', 'unknown']);
  });

  test('where rules without a condition decide nothing, the next match does', async () => {
    expect(await outcomes(nested(inner('')))).toEqual(['unknown', 'block']);
  });

  test('inner rules may use the variables around them, and outer ones not those within', async () => {
    const text = `rule:
  variables:
  - isAdd: tool.name == "add"
  match:
  - rule:
      variables:
      - isSure: variables.isAdd && size(tool.name) == 3
      match:
      - {condition: variables.isSure, output: 'false'}
  - {condition: variables.isSure, output: 'true'}
`;
    expect(await outcomes(text)).toEqual(['block', 'block']); // the last condition fails, and so closes
    expect((await ruleProblems(policyOf(text), null, unhurried)).map(({ message }) => message)).toEqual([
      'There is no key `isSure` in `variables`; its keys are `isAdd`.',
    ]);
  });

  test('of an aggregate, the strictest match that is true decides', async () => {
    const text = `rule:
  aggregate:
  - {condition: 'true', output: '"allow"'}
  - {condition: tool.name == "add", output: '"deny"'}
  - {condition: tool.name == "add", output: '"confirm"'}
`;
    expect(await outcomes(text)).toEqual(['pass', 'block']);
    expect(policyOf(text).problems.map(({ code }) => code)).toEqual(['policy/not-judged']);
  });

  test('faults: match and aggregate, output and rule, a match without a result', () => {
    const codes = (text: string) => policyOf(text).problems.map(({ severity, message }) => `${severity}: ${message}`);
    expect(policyOf('rule: {match: 1}').problems).toMatchObject([{ code: 'policy/ai-policy' }]);
    expect(codes(`rule: {match: [{output: 'true'}], aggregate: []}`)).toEqual([
      'error: A rule has either match or aggregate.',
    ]);
    expect(codes(nested(`  - {output: 'true', rule: {match: [{output: 'true'}]}}\n`))).toEqual([
      'error: Only one of output and rule may be set.',
    ]);
    expect(codes(nested(`  - {condition: 'true'}\n`))).toEqual(['error: A match needs output, rule or effect.']);
    expect(codes(`rule: {match: []}\nverification: {}\n`)).toEqual([
      'warning: Not judged here: what is to be proved of the policy.',
    ]);
  });
});

/**
 * The examples of google/cel-java (tools/src/test/resources and its folder policy, Apache-2.0, restated and shortened), on what
 * a recording holds. Its own tests make contexts, messages and calls of their own.
 */
describe('examples of the project', () => {
  const table = (category: string, finding: string, word: string, confidence: number) => ({
    findings: JSON.stringify([{ category, label: 'any', finding, words: [word], confidence }]),
  });

  test('time_bound_approval: an approval counts for 30 seconds', async () => {
    const text = `name: "policy.safety.time_bound_approval"
default: allow
variables:
  - approval_cutoff: now - duration('30s')
  - valid_approvals: >
      agent.history.after(variables.approval_cutoff).role('agent').messages()
        .filter(m, has(m.metadata.step) && m.metadata.step == 'approval_granted')
  - has_valid_approval: variables.valid_approvals.size() > 0
rules:
  - description: "Sensitive writes"
    condition: >
      tool.name == 'add' &&
      !variables.has_valid_approval
    effect: deny
    message: "Authorization expired."
`;
    const policy = policyOf(text);
    expect([...policy.problems, ...(await ruleProblems(policy, twoCalls, unhurried))]).toEqual([]);
    expect(await outcomes(text)).toEqual(['pass', 'block']);
  });

  test('trust_cascading: the trust of a context is unknown unless it is given', async () => {
    const text = `default: allow
variables:
  - is_compromised: agent.context.trust.findings.hasAll([ai.finding("compromised_session", 0.9)])
  - is_unverified: agent.context.trust.findings.hasAll([ai.finding("unverified_source", 0.8)])
rules:
  - condition: variables.is_compromised
    effect: deny
    message: "Critical."
  - condition: variables.is_unverified
    effect: replay
    output_expr: "{'reason': 'Data source is unverified.', 'action': 'verify_provenance'}"
  - condition: agent.context.trust.level == 'untrusted'
    effect: replay
    output_expr: "{'reason': 'Context trust is insufficient.'}"
`;
    expect(await ruleProblems(policyOf(text), twoCalls, unhurried)).toEqual([]);
    expect(await outcomes(text)).toEqual(['unknown', 'unknown']);
  });

  test('prompt_injection: at the input, by its confidence', async () => {
    const text = `default: allow
variables:
  - high: agent.input.threatFindings().hasAll([ai.finding("prompt_injection", 0.9)])
  - potential: agent.input.threatFindings().hasAll([ai.finding("prompt_injection", 0.5)])
rules:
  - {condition: variables.high, effect: deny, message: High.}
  - {condition: variables.potential, effect: confirm, message: Potential.}
`;
    expect(policyOf(text).rules.map(({ hook }) => hook)).toEqual(['cel-ai.input', 'cel-ai.input']);
    expect(await outcomes(text, table('threat', 'prompt_injection', 'please', 0.95))).toEqual(['block']);
    expect(await outcomes(text, table('threat', 'prompt_injection', 'please', 0.6))).toEqual(['unknown']);
    expect(await outcomes(text, table('threat', 'prompt_injection', 'nothing', 0.6))).toEqual(['pass']);
    expect(await outcomes(text)).toEqual(['unknown']);
  });

  test.each<readonly [string, string, readonly string[]]>([
    [
      'risky_agent_replay',
      `- {condition: 'tool.name in ["add", "sub"]', effect: replay, output_expr: "{'type': 'USER', 'turn_window': 1}"}`,
      ['pass', 'block'],
    ],
    [
      'open_world_tool_replay',
      `- {condition: tool.annotations.open_world, effect: replay, output_expr: "{'type': 'USER'}"}`,
      ['unknown', 'unknown'],
    ],
  ])('%s', async (_name, rule, expected) => {
    expect(await outcomes(garden(`${rule}\n`))).toEqual(expected);
  });

  test('two_models_contextual: a function of its own host is reported', async () => {
    const text = `default: allow
variables:
  - trusted_plan: security.computePrivilegedPlan(agent.history.messages())
rules:
  - {condition: '!(tool.name in variables.trusted_plan)', effect: deny}
`;
    const [problem] = await ruleProblems(policyOf(text), null, unhurried);
    expect(problem).toMatchObject({ severity: 'error', message: expect.stringContaining('no variable `security`') });
  });
});
