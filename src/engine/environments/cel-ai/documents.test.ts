import { beforeAll, describe, expect, it, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { diagnose } from '../../cel/check/index.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import type { FindingPattern } from '../../model/findings-table.ts';
import type { HookId } from '../../model/hooks.ts';
import { ruleLanguage } from '../../rules/rule-language.ts';
import { sweep } from '../../rules/sweep.ts';
import { openSessionOf } from '../../rules/testing.ts';
import { loadEnvironmentsOf } from '../registry.ts';

/**
 * The expressions of the environment's own documents: google/cel-spec, doc/policy/ai (README.md and the examples of
 * common_env.yaml), commit 00355aa, Apache-2.0; and of the policies in google/cel-java, tools/src/test/resources/policy,
 * Apache-2.0.
 */
const examples: readonly string[] = [
  'agent.context.sensitivityFindings("pii")',
  'tool.call.sensitivityFindings("pii").orValue([]).all(finding, finding.confidence <= 0.5)',
  'tool.call.sensitivityFindings("pii").hasAll(["phone_number", "ssn"])',
  'agent.context.threatFindings().hasAll(["injection", "jailbreak", "malicious_uri"])',
  'agent.output.safetyFindings("responsible_ai").hasAll(["hate_speech", "sexually_explicit"])',
  'agent.history.role("user").after(now - duration(\'5m\')).threatFindings().hasAll(["injection", "jailbreak"])',
  'agent.history.role("agent").toolCalls("get_weather").resultType("json")',
  'ai.finding("picc_score", 0.5)',
  'agent.context.sensitivityFindings("pii").union(tool.call.sensitivityFindings("pii"))',
  'agent.input.sensitivityFindings("pii")',
  'agent.output.sensitivityFindings("pii")',
  'agent.history.sensitivityFindings("pii")',
  'agent.history.after(now - duration(\'5m\')).sensitivityFindings("pii")',
  'tool.call.sensitivityFindings("pii")',
  'tool.call.sensitivityFindings("pii").hasAll([ai.finding("phone_number", 0.5), ai.finding("ssn", 0.5)])',
  'agent.context.sensitivityFindings("pii").hasAll(tool.call.sensitivityFindings("pii"))',
  '[ai.finding("phone_number", 0.5), ai.finding("ssn", 0.5)].hasAll([ai.finding("phone_number", 0.5)])',
  '[ai.finding("phone_number", 0.5), ai.finding("ssn", 0.5)].hasAll(["phone_number"])',
  'agent.context.sensitivityFindings("pii").union([ai.finding("ssn", 0.5)])',
  'optional.of([ai.finding("ssn", 0.6)]).union([ai.finding("ssn", 0.5)]).hasAll([ai.finding("ssn", 0.6)])',
  '[ai.finding("ssn", 0.5)].union([ai.finding("phone_number", 0.75)])',
  // With the brackets that the document lacks.
  "agent.input.parts.exists(part, has(part.tool_call) && !(part.tool_call.spec().annotations.output_trust.level in ['trusted', 'trusted_1p']))",
  'tool.call.threatFindings().hasAll(["injection", "jailbreak", "malicious_uri"])',
  'agent.input.threatFindings().hasAll(["injection", "jailbreak", "malicious_uri"])',
  'agent.output.threatFindings().hasAll(["injection", "jailbreak", "malicious_uri"])',
  'agent.history.threatFindings().hasAll(["injection", "jailbreak", "malicious_uri"])',
  'agent.history.after(now - duration(\'5m\')).threatFindings().hasAll(["injection", "jailbreak", "malicious_uri"])',
  'agent.context.safetyFindings("responsible_ai").hasAll(["hate_speech", "sexually_explicit"])',
  'agent.context.safetyFindings("responsible_ai").hasAll([ai.finding("violence", 0.9)])',
  'agent.context.safetyFindings("child_safety").hasValue()',
  'tool.call.safetyFindings("responsible_ai").hasAll(["hate_speech", "sexually_explicit"])',
  'tool.call.safetyFindings("responsible_ai").hasAll([ai.finding("violence", 0.9)])',
  'tool.call.safetyFindings("child_safety").hasValue()',
  'agent.input.safetyFindings("responsible_ai").hasAll(["hate_speech", "sexually_explicit"])',
  'agent.history.safetyFindings("responsible_ai").hasAll(["hate_speech", "sexually_explicit"])',
  'agent.history.role("user").after(now - duration(\'5m\')).safetyFindings("responsible_ai").hasAll([ai.finding("violence", 0.9)])',
  'agent.history.resultType("json").role("agent")',
  'agent.history.role("agent").toolCalls("get_weather")',
  'agent.output.toolCalls("get_weather")',
  'agent.history.role("agent").resultType("json")',
  'agent.output.resultType("json")',
  'agent.history.before(timestamp("2025-01-01T00:00:00Z"))',
  'agent.output.before(timestamp("2025-01-01T00:00:00Z"))',
  'agent.history.after(timestamp("2025-01-01T00:00:00Z"))',
  'agent.output.after(timestamp("2025-01-01T00:00:00Z"))',
  'agent.history.role("user").prompts()',
  'agent.input.prompts()',
  'agent.history.parts()',
  // The policies' own conditions, with their variables written out.
  "tool.call.sensitivityFindings('pii').orValue([]).exists(f, f.confidence >= 0.8) && !tool.call.user_confirmed",
  'agent.context.trust.findings.hasAll([ai.finding("compromised_session", 0.9)])',
  "agent.context.trust.level == 'untrusted'",
  "agent.history.after(now - duration('30s')).role('model').messages().filter(m, has(m.metadata.step) && m.metadata.step == 'approval_granted').size() > 0",
];

/** Examples that do not compile in the environment that they are examples of, and what is wrong with them. */
const faulty: readonly (readonly [expression: string, wrong: RegExp])[] = [
  // `!` binds more strongly than `in`.
  [
    "agent.input.parts.exists(part, has(part.tool_call) && !part.tool_call.spec().annotations.output_trust.level in ['trusted', 'trusted_1p'])",
    /`!` applies only to the operand next to it/,
  ],
  // No list of the environment declares this function; the others are named sensitivityFindings.
  ['[ai.finding("ssn", 0.5)].union(tool.call.sensitivityLabel("pii"))', /sensitivityLabel/],
  // A type that the host would have to add.
  ['agent.input.parts[0].asType(bigquery.QueryRequest)', /bigquery/],
];

const session = openSessionOf(`
  user: the weather, please
  get_weather({"city": "Rome"}) -> {"sky": "clear"}
  agent: clear
`);

const faultsOf = (expression: string) => {
  const rule = { hook: 'cel-ai.tool-call.before', match: null, yields: 'value' } as const;
  const found = diagnose(expression, ruleLanguage(session, rule, defaultDecisions));
  return found.filter(({ severity }) => severity === 'error').map(({ message }) => message);
};

beforeAll(() => loadEnvironmentsOf(['cel-ai.input']));

test.each(examples)('%s is free of errors, and has a value or is unknown', async (expression) => {
  expect(faultsOf(expression)).toEqual([]);
  const rule = { hook: 'cel-ai.tool-call.before', match: null, yields: 'value', expression } as const;
  const { counts, problem } = await sweep(session, rule, defaultDecisions, unhurried);
  expect(problem).toBeNull();
  expect(counts.value + counts.unknown).toBe(1);
});

test.each(faulty)('%s is reported', (expression, wrong) => {
  expect(faultsOf(expression)[0]).toMatch(wrong);
});

/** Verdicts of a policy's conditions at the last eligible turn: the first that is true has its effect. */
async function effectOf(
  text: string,
  hook: HookId,
  rules: readonly (readonly [effect: string, condition: string])[],
  findings: readonly FindingPattern[] = [],
): Promise<string> {
  const opened = openSessionOf(text);
  for (const [effect, condition] of rules) {
    let is: unknown;
    const rule = { hook, match: null, yields: 'value', expression: condition } as const;
    await sweep(
      opened,
      rule,
      { ...defaultDecisions, findings: JSON.stringify(findings) },
      unhurried,
      (_turn, _verdict, value) => {
        is = value;
      },
    );
    if (is === true) return effect;
    expect([condition, is]).toEqual([condition, false]);
  }
  return 'allow';
}

describe('the outcomes of the policies in cel-java', () => {
  // Its tests replace the detector by two words; `threats().contains(…)` is `threatFindings().hasAll(…)` by now.
  const detector = [
    {
      category: 'threat',
      label: 'threats',
      finding: 'prompt_injection',
      pattern: 'INJECTION_ATTACK',
      confidence: 0.95,
    },
    { category: 'threat', label: 'threats', finding: 'prompt_injection', pattern: 'SUSPICIOUS', confidence: 0.6 },
    { category: 'sensitivity', label: 'pii', finding: 'pii', pattern: 'PII', confidence: 1 },
  ] as const;
  const injection = [
    ['deny', 'agent.input.threatFindings().hasAll([ai.finding("prompt_injection", 0.9)])'],
    ['confirm', 'agent.input.threatFindings().hasAll([ai.finding("prompt_injection", 0.5)])'],
  ] as const;

  it.each([
    ['deny', 'INJECTION_ATTACK detected'],
    ['confirm', 'This looks SUSPICIOUS but maybe safe'],
    ['allow', 'Just a normal user query'],
  ])('prompt_injection: %s for %s', async (effect, text) => {
    expect(await effectOf(`user: ${text}`, 'cel-ai.input', injection, detector)).toBe(effect);
  });

  it('require_user_confirmation_for_tool: the confirmation is unknown in a recording, and decides where there are findings', async () => {
    const pii = "tool.call.sensitivityFindings('pii').orValue([]).exists(f, f.confidence >= 0.8)";
    const allowed = `!(${pii}) || tool.call.user_confirmed`;
    const verdict = async (name: string) => {
      const opened = openSessionOf(`user: go\n${name}({}) -> {}`);
      const rule = { hook: 'cel-ai.tool-call.before', match: null, expression: allowed } as const;
      return (await sweep(opened, rule, { ...defaultDecisions, findings: JSON.stringify(detector) }, unhurried)).counts;
    };
    expect(await verdict('tool_with_PII')).toMatchObject({ unknown: 1, pass: 0 });
    expect(await verdict('tool')).toMatchObject({ unknown: 0, pass: 1 });
  });

  it('time_bound_approval: an approval counts for thirty seconds', async () => {
    // A recording has no approvals; the same narrowing finds what a user said.
    const recent = (window: string) =>
      `tool.name == 'database_write' && agent.history.after(now - duration('${window}')).role('user').messages().size() == 0`;
    const text = 'user: approved\ndatabase_write({}) -> {}';
    expect(await effectOf(text, 'cel-ai.tool-call.before', [['deny', recent('30s')]])).toBe('deny');
    expect(await effectOf(text, 'cel-ai.tool-call.before', [['deny', recent('60s')]])).toBe('allow');
  });
});
