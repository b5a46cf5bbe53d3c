import { expect, test } from 'vitest';
import { contextWindowIn } from '../../importing/transcript/context-window.ts';
import { openEntry, type OpenSession } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { fixtures } from './testing.ts';

/** Recounted from the text of a recording, by the one field in which its program counts what was read from a cache. */
const recordings = [
  {
    owner: 'codex',
    name: 'escalation.jsonl',
    field: /"last_token_usage":\{[^}]*"cached_input_tokens": ?(?<count>\d+)/g,
  },
  {
    owner: 'codex',
    name: 'compaction.jsonl',
    field: /"last_token_usage":\{[^}]*"cached_input_tokens": ?(?<count>\d+)/g,
  },
  { owner: 'gemini-cli', name: 'tool-error.jsonl', field: /"cached": ?(?<count>\d+)/g },
  { owner: 'gemini-cli', name: 'entire-a03d69f3.json', field: /"cached": ?(?<count>\d+)/g },
  // Each line of an answer repeats its counts.
  {
    owner: 'claude-code',
    name: 'tool-heavy.jsonl',
    field: /"id": ?"msg_(?<id>\w+)".*"cache_read_input_tokens": ?(?<count>\d+)/g,
  },
  { owner: 'pi', name: 'before-compaction.cut.jsonl', field: /"usage": ?\{[^}]*?"cacheRead": ?(?<count>\d+)/g },
  { owner: 'pi', name: 'large-session.cut.jsonl', field: /"usage": ?\{[^}]*?"cacheRead": ?(?<count>\d+)/g },
  {
    owner: 'kimi',
    name: 'assistant-tools.cut.jsonl',
    field: /"type":"step\.end"[^\n]*?"inputCacheRead": ?(?<count>\d+)/g,
  },
  {
    owner: 'opencode',
    name: 'composed-export.json',
    field: /"type": ?"step-finish"[^}]*"cache": ?\{\s*"read": ?(?<count>\d+)/g,
  },
  {
    owner: 'bedrock-converse',
    name: 'composed-invocation-log.json',
    field: /"cacheReadInputTokens": ?(?<count>\d+)/g,
  },
  // The last answer is also that of the sample, before its events.
  {
    owner: 'inspect',
    name: 'browser-agent.cut.json',
    field: /"event": ?"model"(?:(?!"event")[\s\S])*?"input_tokens_cache_read": ?(?<count>\d+)/g,
  },
  // Each call of an answer repeats the answer.
  {
    owner: 'openhands',
    name: 'basic-gui-mode.events.json',
    field:
      /"model_response": ?\{\s*"id": ?"(?<id>[^"]+)"(?:(?!"model_response")[\s\S])*?"cached_tokens": ?(?<count>\d+)/g,
  },
  { owner: 'amp', name: 'composed-thread.json', field: /"cacheReadInputTokens": ?(?<count>\d+)/g },
  { owner: 'copilot-cli', name: 'usage-records.cut.jsonl', field: /"cacheReadTokens": ?(?<count>\d+)/g },
  { owner: 'cline', name: 'composed-session.messages.json', field: /"cacheReadTokens": ?(?<count>\d+)/g },
  { owner: 'elevenlabs', name: 'composed-webhook.json', field: /"input_cache_read": ?\{\s*"tokens": ?(?<count>\d+)/g },
];

test.each(recordings)('$owner: the tokens from a cache are those that $name counts', ({ owner, name, field }) => {
  const text = textOf(owner, name);
  const read = sessionIn(text).history.turns.flatMap(({ tokens }) => tokens?.cached ?? []);
  const counts = [...text.matchAll(field)].map(
    ({ groups }, at) => [groups?.['id'] ?? at, Number(groups?.['count'])] as const,
  );
  const counted = [...new Map(counts).values()].filter((count) => count > 0);
  expect(read).toEqual(counted);
  expect(read.length).toBeGreaterThan(0);
});

test('ATIF counts cached tokens within the prompt', () => {
  const step = (step_id: number, source: string, message: string, metrics?: object) => ({
    step_id,
    source,
    message,
    ...(metrics && { metrics }),
  });
  const trajectory = {
    schema_version: 'ATIF-v1.5',
    session_id: 's',
    agent: { name: 'terminus-2', version: '2.0.0', model_name: 'm' },
    steps: [
      step(1, 'user', 'Go on'),
      step(2, 'agent', 'Done', { prompt_tokens: 520, completion_tokens: 80, cached_tokens: 200, cost_usd: 0.00045 }),
    ],
  };
  const { turns } = sessionIn(JSON.stringify(trajectory)).history;
  expect(turns.map(({ tokens }) => tokens)).toEqual([undefined, { prompt: 520, completion: 80, cached: 200 }]);
});

/** What each recording says about how much a call of its model can hold. */
const windows = [
  { owner: 'codex', name: 'rollout-small.cut.jsonl', tokens: 258_400 },
  { owner: 'letta', name: 'letta-test-agent.cut.af', tokens: 180_000 },
  { owner: 'openai-chat', name: 'litellm-call-log-claude.json', tokens: 200_000 },
  { owner: 'openai-chat', name: 'litellm-call-log-deepseek-nonfncall.json', tokens: 65_536 },
  { owner: 'amp', name: 'composed-thread.json', tokens: 168_000 },
  // These programs write 0 for a model that they do not know.
  { owner: 'openhands', name: 'sdk-goal-events.jsonl', tokens: undefined },
  { owner: 'copilot-cli', name: 'small.jsonl', tokens: undefined },
];

test.each(windows)('$owner: a call of the model in $name can hold $tokens tokens', ({ owner, name, tokens }) => {
  expect(sessionIn(textOf(owner, name)).history.contextWindow).toBe(tokens);
});

test('where a recording says different sizes, because the model changed, none is taken', () => {
  const sizes = (...all: readonly number[]) => all.map((size) => ({ size }));
  expect(contextWindowIn(sizes(0, 9000, 9000), 'size')).toBe(9000);
  expect(contextWindowIn(sizes(9000, 32_000), 'size')).toBeUndefined();
  expect(contextWindowIn(sizes(0), 'size')).toBeUndefined();
});

function textOf(owner: string, name: string): string {
  const fixture = fixtures.find((one) => one.owner === owner && one.name === name);
  if (fixture === undefined) throw new Error(`There is no recording ${name} of ${owner}`);
  return fixture.text;
}

function sessionIn(text: string): OpenSession {
  const source = openNow(text);
  if (!source.ok) throw new Error(source.problem.message);
  const session = openEntry(source.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}
