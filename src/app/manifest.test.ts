import { expect, test } from 'vitest';
import { isManifest } from './opening.ts';

test('a manifest is recognised by its keys, its kind or its name', () => {
  expect(isManifest('# refunds\nguardrails:\n  before: []\n', 'pasted text')).toBe(true);
  expect(isManifest('kind: commonagents.info/v1beta1/agent\nname: x\n', 'pasted text')).toBe(true);
  expect(isManifest('{"kind": "commonagents.info/v1beta1/agent"}', 'pasted text')).toBe(true);
  expect(isManifest('name: x\n', 'agent.yml')).toBe(true);
});

test('a policy of another host is recognised by its keys or its name', () => {
  expect(isManifest('mcp:\n  policies:\n    mcpAuthorization:\n      rules: []\n', 'pasted text')).toBe(true);
  expect(isManifest('kind: AgentgatewayPolicy\nspec: {}\n', 'pasted text')).toBe(true);
  expect(isManifest('{"mcp": {"mcpAuthorization": {"rules": []}}}', 'pasted text')).toBe(true);
  expect(isManifest('name: x\n', 'guard.celpolicy')).toBe(true);
  expect(isManifest('default: deny\nrules:\n  - condition: "true"\n    effect: allow\n', 'pasted text')).toBe(true);
  expect(isManifest('name: x\nrule:\n  match:\n  - output: "true"\n', 'pasted text')).toBe(true);
  expect(isManifest('rules:\n  - condition: the weather\n', 'pasted text')).toBe(false);
  expect(isManifest('[{"role": "user", "content": "mcpAuthorization:"}]', 'pasted text')).toBe(false);
});

test('a recording that mentions policies is no manifest', () => {
  expect(isManifest('{"capabilities": {"refund": {}}}', 'task.json')).toBe(false);
  expect(isManifest("{'context': {'capabilities': {}}}", 'pasted text')).toBe(false);
  expect(isManifest('[{"role": "user", "content": "\\nguardrails:"}]', 'pasted text')).toBe(false);
  expect(isManifest('the capabilities: none', 'pasted text')).toBe(false);
  expect(isManifest('# a chat\n---\nmessages:\n  - role: user\n    content: Hi\n', 'chat.yaml')).toBe(false);
  expect(isManifest('---\nhttp_interactions:\n- request:\n    method: post\n', 'cassette.yml')).toBe(false);
  expect(isManifest('id: 7\nmessages: []\n', 'chat.yaml')).toBe(false);
  expect(isManifest('capabilities:\n- name: refund\n', 'agent.yaml')).toBe(true);
  expect(isManifest('name: x\nparts:\n- messages: []\n', 'agent.yaml')).toBe(true);
  expect(isManifest('- role: user\n  content: |\n    guardrails:\n', 'chat.yml')).toBe(false);
  expect(isManifest(`${'\n'.repeat(20_000)}name: x`, 'agent.yml')).toBe(true);
});
