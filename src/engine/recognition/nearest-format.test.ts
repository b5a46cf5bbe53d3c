import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openText } from '../opening/open-text.ts';

/** A fixture without one field, at every depth, in JSON or JSON Lines; why it is refused, up to the usual sentence. */
async function refusalOf(fixture: string, without: string): Promise<string> {
  const text = readFileSync(`src/engine/importers/${fixture}`, 'utf8');
  const mutilated = (json: string) =>
    JSON.stringify(JSON.parse(json, (_, value: unknown) => withoutField(value, without)));
  return sentenceFor(fixture.endsWith('.jsonl') ? text.trim().split('\n').map(mutilated).join('\n') : mutilated(text));
}

function withoutField(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== field));
}

async function sentenceFor(text: string): Promise<string> {
  const found = await openText(text);
  expect(found.ok).toBe(false);
  const message = found.ok ? '' : found.problem.message;
  expect(message).toContain('Format not recognised');
  return message.slice(0, message.indexOf('Format not recognised')).trim();
}

describe('a recording that lacks a field of its format', () => {
  test.each([
    [
      'openai-chat/fixtures/invariant-sample-data.cut.jsonl',
      'role',
      'OpenAI Chat Completions, but the messages in “messages” have no “role”',
    ],
    [
      'openai-chat/fixtures/invariant-non-json-arguments.jsonl',
      'role',
      'OpenAI Chat Completions, but the messages have no “role”',
    ],
    ['claude-code/fixtures/forked.jsonl', 'message', 'Claude Code transcript, but the messages have no “message”'],
    ['codex/fixtures/escalation.jsonl', 'payload', 'Codex rollout, but the records have no “payload”'],
    [
      'otel-spans/fixtures/otlp-rag-earnings.json',
      'spanId',
      'OpenTelemetry or OpenInference spans and log records, but the records in “spans” have no “spanId”',
    ],
    [
      'copilot-chat/fixtures/composed-agent.json',
      'response',
      'Copilot Chat in VS Code, but the messages in “requests” have no “response”',
    ],
    [
      'sharegpt/fixtures/composed-tools.json',
      'from',
      'ShareGPT conversations, but the messages in “conversations” have no “from”',
    ],
    [
      'goose/fixtures/composed-export.json',
      'content',
      'goose session, but the messages in “conversation” have no “content”',
    ],
    [
      'librechat/fixtures/composed-list.json',
      'messageId',
      'LibreChat conversation, but the records in “messages” have no “messageId”',
    ],
    ['dify/fixtures/composed-history.json', 'query', 'Dify conversation, but the records in “data” have no “query”'],
    ['ollama/fixtures/composed-stream.jsonl', 'done', 'Ollama answers, but the records have no “done”'],
    [
      'crewai/fixtures/composed-output.json',
      'agent',
      'CrewAI output, but the records in “tasks_output” have no “agent”',
    ],
  ])('%s without “%s” is refused with both names', async (fixture, field, expected) => {
    expect(await refusalOf(fixture, field)).toBe(`This looks most like ${expected}.`);
  });

  test('in some of its messages, or with another value, is refused with that', async () => {
    const messages = [{ role: 'user', content: 'hi' }, { content: 'hello' }, { content: 'bye' }];
    expect(await sentenceFor(JSON.stringify({ messages }))).toBe(
      'This looks most like OpenAI Chat Completions, but 2 of 3 messages in “messages” have no “role”.',
    );
    expect(await sentenceFor(JSON.stringify({ messages: messages.map((one) => ({ ...one, role: 7 })) }))).toBe(
      'This looks most like OpenAI Chat Completions, but the messages in “messages” have another “role”: a text was expected.',
    );
  });
});

describe('no format is named for', () => {
  test.each<readonly [string, unknown]>([
    ['data', [{ id: 1, price: 2 }]],
    ['a log', [{ level: 'info', message: 'started', time: 1 }]],
    ['settings', { name: 'x', version: '1.0.0', scripts: { build: 'tsc' } }],
    ['people', [{ name: 'Ada', type: 'admin' }]],
    ['an empty list', { messages: [] }],
    ['a list of texts', { messages: ['hi', 'hello'] }],
    ['records that lack two fields', { messages: [{ id: 1 }] }],
    ['inherited keys', JSON.parse('{"messages": [{"__proto__": {"role": "user"}}]}')],
    ['a number', 7],
  ])('%s', async (_, document) => {
    expect(await sentenceFor(JSON.stringify(document))).toBe('');
  });
});
