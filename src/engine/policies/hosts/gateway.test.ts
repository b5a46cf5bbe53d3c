import { beforeAll, expect, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { loadEnvironmentsOf } from '../../environments/registry.ts';
import { errorCountedAs } from '../../model/decisions.ts';
import { checkSession } from '../check-session.ts';
import { ruleOf } from '../rule-of.ts';
import { ruleProblems } from '../rule-problems.ts';
import { policyOf } from '../testing.ts';
import { outcomes, twoCalls } from './testing.ts';
import { withStep } from '../write-step.ts';

beforeAll(() => loadEnvironmentsOf(['agentgateway.tool-call.before']));

/** agentgateway/agentgateway, commit 75b4e6c, Apache-2.0: crates/agentgateway/src/types/local_tests/mcp_config.yaml, shortened. */
const config = `
binds:
- port: 3000
  listeners:
  - routes:
    - policies:
        cors:
          allowOrigins: ["*"]
        mcpAuthorization:
          rules:
          # Allow anyone to call 'echo'
          - 'mcp.tool.name == "echo"'
          # Only the test-user can call 'add'
          - 'jwt.sub == "test-user" && mcp.tool.name == "add"'
`;

test('rules of a gateway’s configuration that allow are enough by one; what else is there is named', async () => {
  const policy = policyOf(config);
  expect(policy.rules.map(({ title, kind, hook }) => [title, kind, hook])).toEqual([
    ['allow 1', 'allow', 'agentgateway.tool-call.before'],
    ['allow 2', 'allow', 'agentgateway.tool-call.before'],
  ]);
  expect(policy.problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    'warning: Not judged here: cors. Of a gateway’s policies, mcpAuthorization is judged.',
  ]);
  expect(await ruleProblems(policy, null, unhurried)).toEqual([]);
  expect(await outcomes(config)).toEqual(['pass', 'unknown']);
  expect(await outcomes(config, { given: '{"jwt": {"sub": "test-user"}}' })).toEqual(['pass', 'pass']);
  expect(await outcomes(config, { given: '{"jwt": {"sub": "other"}}' })).toEqual(['pass', 'block']);
});

/** The same project, examples/mcp-authorization/config.yaml, shortened. */
const example = `# yaml-language-server: $schema=https://agentgateway.dev/schema/config
mcp:
  port: 3000
  policies:
    backendAuth:
      passthrough: {}
    jwtAuth:
      issuer: agentgateway.dev
    mcpAuthorization:
      rules:
      # Allow anyone to call 'echo'
      - 'mcp.tool.name == "echo"'
      # Only the test-user can call 'get-sum'
      - 'jwt.sub == "test-user" && mcp.tool.name == "get-sum"'
      # Any authenticated user with the claim
      - 'mcp.tool.name == "add" && jwt.nested.key == "value"'
  targets:
  - name: mcp2
    mcp:
      host: http://localhost:3001/mcp
`;

test('the example of a gateway that authenticates: a missing claim is no permission', async () => {
  expect(policyOf(example).problems.map(({ message }) => message)).toEqual([
    'Not judged here: backendAuth, jwtAuth. Of a gateway’s policies, mcpAuthorization is judged.',
  ]);
  expect(await outcomes(example)).toEqual(['pass', 'unknown']);
  expect(await outcomes(example, { given: '{"jwt": {"nested": {"key": "value"}}}' })).toEqual(['pass', 'pass']);
  expect(await outcomes(example, { given: '{"jwt": {"nested": {}}}' })).toEqual(['pass', 'block']);
});

const rules = (...lines: readonly string[]) =>
  `mcp:\n  policies:\n    mcpAuthorization:\n      rules:\n${lines.map((line) => `      - ${line}\n`).join('')}`;

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['nothing but deny rules allows the rest', [`deny: mcp.tool.name == "add"`], ['pass', 'block']],
  ['a deny rule comes before one that allows', [`deny: mcp.tool.name == "add"`, `'true'`], ['pass', 'block']],
  ['every requirement must be true', [`require: mcp.tool.name == "echo"`, `require: 'true'`], ['pass', 'block']],
  ['a requirement does not allow by itself', [`require: 'true'`, `allow: mcp.tool.name == "echo"`], ['pass', 'block']],
  ['a deny rule that fails denies nothing', [`deny: mcp.tool.name + 1 == 2`], ['pass', 'pass']],
  ['a requirement that fails is not met', [`require: mcp.tool.name + 1 == 2`], ['block', 'block']],
  ['an unknown deny rule leaves it open', [`deny: jwt.sub == "x"`], ['unknown', 'unknown']],
  ['what is unknown changes no denial', [`deny: jwt.sub == "x"`, `require: 'false'`], ['block', 'block']],
  ['what is unknown changes no permission', [`jwt.sub == "x"`, `'true'`], ['pass', 'pass']],
])('%s', async (_name, lines, expected) => {
  expect(await outcomes(rules(...lines))).toEqual(expected);
});

test('faults of a gateway’s configuration are found at their places', () => {
  const problemsOf = (text: string) => policyOf(text).problems.map(({ severity, code }) => [severity, code]);
  expect(problemsOf(rules(`forbid: 'true'`))).toEqual([['error', 'policy/gateway']]);
  expect(problemsOf('mcp:\n  policies:\n    mcpAuthorization: {}\n')).toEqual([['error', 'policy/gateway']]);
  expect(problemsOf(`${rules(`'true'`)}    more: 1\n`)).toEqual([['warning', 'policy/not-judged']]);
  expect(problemsOf(`a:\n  mcpAuthorization: {rules: ['true']}\nb:\n  mcpAuthorization: {rules: ['true']}\n`)).toEqual([
    ['warning', 'policy/several-places'],
  ]);
});

/** The same project, controller/pkg/agentgateway/plugins/testdata/backendpolicy/mcp-authz-require.yaml. */
const kubernetes = `
apiVersion: agentgateway.dev/v1alpha1
kind: AgentgatewayPolicy
spec:
  traffic:
    authorization:
      action: Require
      policy:
        matchExpressions: ['request.path == "/mcp"']
  backend:
    mcp:
      authorization:
        action: Require
        policy:
          matchExpressions:
            - 'mcp.tool.name == "echo"'
            - 'jwt.sub == "test-user" && mcp.tool.name == "add"'
`;

test('the form for Kubernetes has one action for all expressions', async () => {
  expect(policyOf(kubernetes).problems.map(({ message }) => message)).toEqual([
    'Not judged here: traffic. Of this policy, spec.backend.mcp.authorization is judged.',
  ]);
  expect(await outcomes(kubernetes)).toEqual(['block', 'block']);
  expect(await outcomes(kubernetes.replaceAll('Require', 'Allow'))).toEqual(['pass', 'unknown']);
  expect(policyOf(kubernetes.replaceAll('Require', 'Audit')).problems.map(({ code }) => code)).toContain(
    'policy/gateway',
  );
});

/** …/mcp-authz-invalid-cel.yaml and mcp-authz-require-invalid-cel.yaml: the gateway's controller reports them as well. */
test.each(['Allow', 'Require'])('an expression under %s that is no CEL is a fault at its place', (action) => {
  const text = kubernetes
    .replaceAll('action: Require', `action: ${action}`)
    .replace(`'mcp.tool.name == "echo"'`, 'foolen_{{mcp.tool.name}}');
  const faults = policyOf(text).problems.filter(({ severity }) => severity === 'error');
  expect(faults.map(({ code, range }) => [code, text.slice(range.start, range.end)])).toEqual([['cel/parse', '{{']]);
});

test('a rule of the page becomes a step of a manifest only', () => {
  const rule = { expression: 'true', hook: 'agentgateway.tool-call.before', match: null } as const;
  expect(withStep(policyOf(config), rule)).toMatchObject({ ok: false, problem: { code: 'policy/no-place' } });
});

test('a rule has the verdict that it decides, and one that fails counts as false', async () => {
  const policy = policyOf(`mcp:
  policies:
    mcpAuthorization:
      rules:
      - mcp.tool.name == "echo"
      - deny: mcp.tool.name == "add"
      - deny: mcp.tool.name + 1 == 2
      - require: mcp.tool.name == "echo"
`);
  const { rules } = await checkSession(twoCalls, policy, unhurried);
  expect(rules.map(({ counts }) => counts)).toMatchObject([
    { eligible: 2, pass: 1, value: 1 },
    { eligible: 2, fire: 1, pass: 1 },
    { eligible: 2, error: 2 },
    { eligible: 2, pass: 1, fire: 1 },
  ]);
  const counted = policy.rules.map((rule) => errorCountedAs(ruleOf(policy, rule, []), { assertError: 'closed' }));
  expect(counted).toEqual(['counted as false', 'counted as false', 'counted as false', 'counted as failed']);
});
