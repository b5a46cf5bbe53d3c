import { describe, expect, it } from 'vitest';
import { testsOf } from './policy-test.ts';
import { readPolicy } from './read-policy.ts';
import { ruleOf } from './rule-of.ts';
import { policyOf } from './testing.ts';

const manifest = `kind: commonagents.info/v1beta1/agent
namespace: shop
name: refund-agent
prompt: |
  You are {context.agent.name}.
  Tokens: {context.llm.tokens.total}
guardrails:
  before:
    - assert: size(input.message[0].text) < 5000
      error_message: "too long"
  after:
    - assert: output.message[0].text != ""
      on_fail: continue
capabilities:
  refund:
    bindings:
      user: context.user.id
    before_first:
      - invoke: audit:log
        bindings: { what: '"refund"' }
    before:
      - assert: input.amount <= 1000
        condition: context.user.email != null
        on_fail: lock_task
  github:
    include: [read, write]
    before:
      - match: write
        assert: "false"
    after:
      - transform: "output.put('note', 1)"
  search: "*"
`;

const problemsOf = (text: string) => {
  const { problems } = policyOf(text);
  return problems.map(({ code, range }) => `${code} at ${JSON.stringify(text.slice(range.start, range.end))}`);
};

describe('a policy', () => {
  it('has every guardrail, step, binding and expression of the prompt as a rule, at its hook and place', () => {
    const { rules, problems, agent } = policyOf(manifest);
    expect(problems).toEqual([]);
    expect(agent).toEqual({ name: 'refund-agent', namespace: 'shop' });
    expect(rules.map(({ id, kind, hook, expression }) => `${id} | ${kind} | ${hook} | ${expression}`)).toEqual([
      'prompt {0} | prompt | prompt | context.agent.name',
      'prompt {1} | prompt | prompt | context.llm.tokens.total',
      'guardrails.before[0] | assert | guardrail.before | size(input.message[0].text) < 5000',
      'guardrails.after[0] | assert | guardrail.after | output.message[0].text != ""',
      'capabilities.refund.bindings.user | binding | binding | context.user.id',
      'capabilities.refund.before_first[0] | invoke | middleware.before | audit:log',
      'capabilities.refund.before[0] | assert | middleware.before | input.amount <= 1000',
      'capabilities.github.before[0] | assert | middleware.before | false',
      "capabilities.github.after[0] | transform | middleware.after | output.put('note', 1)",
    ]);
    for (const { range, expression } of rules)
      expect(manifest.slice(range.start, range.end).replaceAll("\\'", "'")).toContain(expression.slice(0, 8));
  });

  it('reads the first document of several, and says so at the second', () => {
    const at = (text: string) =>
      policyOf(text).problems.flatMap(({ code, severity, range }) =>
        code === 'policy/several-documents' ? [`${severity} at ${range.start}`] : [],
      );
    const rules = 'guardrails:\n  before:\n    - assert: "true"\n';
    expect(at(`${rules}---\nname: x\n`)).toEqual([`warning at ${rules.length}`]);
    const gateway = 'kind: Gateway\nspec: {}\n';
    expect(at(`# one\n---\n${gateway}---\nkind: AgentgatewayPolicy\n`)).toEqual([`error at ${10 + gateway.length}`]);
    for (const one of [`%YAML 1.2\n---\n${rules}`, `---\n${rules}---\n`, `${rules}...\n`]) expect(at(one)).toEqual([]);
  });

  it('applies to the session’s functions of a capability', () => {
    const policy = policyOf(manifest);
    const functions = ['refund', 'refund_all', 'github_read', 'github_write', 'githubber'].map((key) => ({ key }));
    const of = (id: string) => {
      const rule = policy.rules.find((one) => one.id === id);
      if (rule === undefined) throw new Error(`no rule ${id}`);
      return ruleOf(policy, rule, functions);
    };
    expect(of('capabilities.github.before[0]')).toMatchObject({ match: 'github_write' });
    expect(of('capabilities.github.after[0]')).toMatchObject({ functions: ['github_read', 'github_write'] });
    expect(of('capabilities.refund.before[0]')).toMatchObject({
      functions: ['refund', 'refund_all'],
      condition: 'context.user.email != null',
    });
    expect(of('capabilities.github.after[0]')).toMatchObject({ yields: 'value' });
    expect(of('guardrails.before[0]')).toEqual({
      expression: 'size(input.message[0].text) < 5000',
      hook: 'guardrail.before',
      match: null,
      ofPolicy: true,
    });
  });

  it('reports what the specification refuses, each at its place', () => {
    expect(
      problemsOf(`kind: commonagents.info/v9/agent
mount: cloud
limits: { max_turns: -1, max_age: soon, max_fun: 1 }
guardrails:
  before:
    - assert: "true"
      on_fail: block
    - assert: a
      transform: b
    - { condition: a }
  during: []
capabilities:
  a: {}
  b:
    befor: []
    before:
      - assert: 1 +
      - assert: "true"
        error_message: "it was {output.x}"
model_capabilities: [c, c, a]
`),
    ).toEqual([
      'policy/unknown-kind at "commonagents.info/v9/agent"',
      'policy/mount at "cloud"',
      'policy/limit at "-1"',
      'policy/limit at "soon"',
      'policy/limit at "max_fun"',
      expect.stringContaining('policy/step at "assert: \\"true\\"\\n      on_fail: block'),
      expect.stringContaining('policy/step at "assert: a\\n      transform: b'),
      'policy/step at "{ condition: a }"',
      'policy/guardrails at "during"',
      'policy/capability at "{}"',
      'policy/unknown-field at "befor"',
      expect.stringMatching(/^cel\/|^parse|syntax/) as string,
      'policy/no-output at "output.x"',
      'policy/model-capabilities at "c"',
      'policy/model-capabilities at "a"',
    ]);
  });

  it('reports for each field its expected type, and its name in later versions', () => {
    expect(
      problemsOf(`kind: 7
prompt: [a]
limits: { max_turns: 1.5, max_llm_turns: 3 }
parameters: { properties: { message: { type: string }, city: text } }
exposes: []
capabilities:
  slack-post: "*"
  slack_post: "*"
  tool:
    include: [read]
    bindings: [a]
    before:
      - assert: "true"
        match: write
        deny_message: no
        error_message: "{1 +} and {input.a}"
  _meta: "*"
model_capabilities: [7]
guardrails: 3
`),
    ).toEqual([
      'policy/unknown-kind at "7"',
      'policy/prompt at "[a]"',
      'policy/limit at "1.5"',
      'policy/limit at "max_llm_turns"',
      'policy/parameters at "message"',
      'policy/parameters at "text"',
      'policy/exposes at "[]"',
      'policy/collision at "slack_post"',
      'policy/bindings at "[a]"',
      'policy/match at "write"',
      'policy/unknown-field at "deny_message"',
      expect.stringMatching(/^cel\/|^parse|syntax/) as string,
      'policy/collision at "_meta"',
      'policy/model-capabilities at "7"',
      'policy/guardrails at "3"',
    ]);
  });

  it('reads the parts of an unfinished text', () => {
    const { rules, problems } = policyOf('guardrails:\n  before:\n    - assert: size(input.message) < 5\n    - asse');
    expect(rules.map(({ id }) => id)).toEqual(['guardrails.before[0]']);
    expect(problems.map(({ code }) => code)).toEqual(['policy/step']);
  });

  it('is refused in a sentence where it is no manifest at all', () => {
    const messageLists = ['', 'hello', '- a\n- b', '{'].map((text) => {
      const read = readPolicy(text);
      return read.ok ? read.value.problems.map(({ message }) => message) : [read.problem.message];
    });
    for (const messages of messageLists) expect(messages[0]).toMatch(/^[A-Z].*\.$/);
  });
});

it.each([
  ['policy/capabilities', 'capabilities: 3\n'],
  ['policy/include', 'capabilities:\n  refund:\n    include: 3\n'],
  ['policy/no-rules', 'kind: commonagents.info/v1beta1/agent\nname: a\n'],
  ['policy/no-text', 'capabilities:\n  refund:\n    bindings:\n      user: [1]\n'],
  ['policy/steps', 'guardrails:\n  before: 3\n'],
])('%s is the code of its manifest', (code, text) => {
  expect(policyOf(text).problems.map((problem) => problem.code)).toContain(code);
});

it('policy/test is the code of a test that is not one', () => {
  const { problems } = testsOf(policyOf('prompt: hi\ntests:\n  - 3\n  - expect: fire\n'));
  expect(problems.map(({ code }) => code)).toEqual(['policy/test', 'policy/test']);
});
