import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { describe, expect, test } from 'vitest';
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

describe('a task context in YAML has `capabilities` as a policy has, and is no policy', () => {
  const folder = join(import.meta.dirname, '../engine/importers/task-snapshot/fixtures');
  const contexts = readdirSync(folder).filter((name) => name.endsWith('.json'));
  // As `yaml.safe_dump` writes it, with its keys sorted or not; and with lists indented.
  const forms = [{}, { indentSeq: false }, { sortMapEntries: true, indentSeq: false }];

  test.each(contexts)('%s', (name) => {
    for (const form of forms) {
      const text = stringify(JSON.parse(readFileSync(join(folder, name), 'utf8')), form);
      for (const length of [text.length, 0.6 * text.length]) {
        const part = text.slice(0, length);
        expect(isManifest(part, 'pasted text')).toBe(false);
        expect(isManifest(part, 'task.yaml')).toBe(false);
        expect(isManifest(text.slice(text.length - length), 'pasted text')).toBe(false);
      }
    }
  });

  test('only a part of it', () => {
    expect(isManifest('agent:\n  name: x\nuser:\n  id: u\ninput: []\ncapabilities: {}\n', 'pasted text')).toBe(false);
    expect(isManifest('capabilities:\n  _meta:\n    count: 0\n', 'pasted text')).toBe(false);
  });

  test('under a key of its own', () => {
    expect(isManifest('context:\n  agent:\n    name: x\n', 'task.yaml')).toBe(false);
  });
});

describe('a policy is one, also with a mistake in it', () => {
  const pasted = join(import.meta.dirname, '../../e2e/pasted');
  const policies = readdirSync(pasted).filter((name) => name.endsWith('-policy.yaml'));

  test.each(policies)('%s', (name) => {
    const text = readFileSync(join(pasted, name), 'utf8');
    expect(isManifest(text, 'pasted text')).toBe(true);
    expect(isManifest(text.slice(text.indexOf('capabilities:')), 'pasted text')).toBe(true);
  });

  const documented = ['policies.md', 'gate.md']
    .map((name) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/```yaml\n([^`]+)```/g)].map(([, block = '']) => block))
    // The tests alone are a part of a policy.
    .filter((block) => !block.startsWith('tests:'));

  test.each(documented)('of the documents: %j', (text) => {
    expect(isManifest(text, 'pasted text')).toBe(true);
  });

  test.each([
    'agent: desk\ninput:\n  amount: 3\ncapabilities:\n  refund:\n    before:\n      - asert: input.amount < 3\n',
    'capabilities:\n  _meta: "*"\n  refund: "*"\n',
    'llm: gemini\ncapabilities: [refund]\n',
  ])('%j', (text) => {
    expect(isManifest(text, 'pasted text')).toBe(true);
  });
});
