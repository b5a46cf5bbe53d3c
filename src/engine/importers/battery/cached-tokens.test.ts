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

const lines = (...records: readonly object[]): string => records.map((record) => JSON.stringify(record)).join('\n');

/** The counts of the answers that have some. */
const countsIn = (text: string) => sessionIn(text).history.turns.flatMap(({ tokens }) => tokens ?? []);

/**
 * `promptTokenCount` has what was read from the cache, for every provider: `buildAnthropicUsageMetadata` adds Anthropic's counts up, and
 * `buildDashScopeUsageMetadata` passes on a count that has it already.
 * https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/core/anthropicContentGenerator/usage.ts
 * https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/core/dashscopeContentGenerator/usage.ts
 */
test('Qwen Code counts cached tokens within the prompt', () => {
  const record = (uuid: string, parentUuid: string | null, type: string, message: object, more: object = {}) => ({
    uuid,
    parentUuid,
    sessionId: 'q-1',
    timestamp: `2026-02-03T10:00:0${uuid}.000Z`,
    type,
    cwd: '/repo',
    version: '0.9.0',
    message,
    ...more,
  });
  const usageMetadata = {
    promptTokenCount: 3100,
    candidatesTokenCount: 60,
    totalTokenCount: 3160,
    cachedContentTokenCount: 3000,
  };
  const text = lines(
    record('1', null, 'user', { role: 'user', parts: [{ text: 'Go on.' }] }),
    record('2', '1', 'assistant', { role: 'model', parts: [{ text: 'Done.' }] }, { model: 'm', usageMetadata }),
  );
  expect(countsIn(text)).toEqual([{ prompt: 3100, completion: 60, cached: 3000 }]);
});

/**
 * The adapter for Anthropic writes `input_tokens` as the prompt, and beside it what was read from the cache and written to it. The
 * prompt of other providers includes the cache, as OpenAI counts it.
 * https://github.com/continuedev/continue/blob/main/packages/openai-adapters/src/apis/Anthropic.ts (`handleStreamResponse`)
 */
test('Continue counts the cached tokens of Anthropic’s models apart, and those of others within the prompt', () => {
  const answered = (usage: object) =>
    JSON.stringify({
      sessionId: 's',
      title: 't',
      workspaceDirectory: '/',
      history: [
        { message: { role: 'user', content: 'Go on.' }, contextItems: [] },
        { message: { role: 'assistant', content: 'Done.', usage }, contextItems: [] },
      ],
    });
  const [promptTokens, completionTokens] = [40, 20];
  const apart = { promptTokens, completionTokens, promptTokensDetails: { cachedTokens: 1000, cacheWriteTokens: 50 } };
  const within = { promptTokens, completionTokens, promptTokensDetails: { cachedTokens: 32 } };
  expect(countsIn(answered(apart))).toEqual([{ prompt: 1090, completion: 20, cached: 1000 }]);
  expect(countsIn(answered(within))).toEqual([{ prompt: 40, completion: 20, cached: 32 }]);
});

/**
 * The input of the Responses API includes what was read from the cache. A stored run has its details in a list.
 * https://github.com/openai/openai-agents-python/blob/main/src/agents/usage.py (`serialize_usage`)
 * https://github.com/openai/openai-agents-js/blob/main/packages/agents-core/src/usage.ts
 */
test('the OpenAI Agents SDK counts cached tokens within the input, in Python and in JavaScript', () => {
  const python = textOf('agents-sdk', 'v1_13_pending_tool_approval.json')
    .replace(/("model_responses"[\s\S]*?"input_tokens": )0/, '$1900')
    .replace(/("model_responses"[\s\S]*?"cached_tokens": )0/, '$1800')
    .replace(/("model_responses"[\s\S]*?"output_tokens": )0/, '$17');
  expect(countsIn(python)).toEqual([{ prompt: 900, completion: 7, cached: 800 }]);
  const javascript = textOf('agents-sdk', 'javascript-run-state.json').replace(
    '"inputTokensDetails": []',
    '"inputTokensDetails": [{ "cached_tokens": 64 }]',
  );
  expect(countsIn(javascript)[0]).toEqual({ prompt: 100, completion: 20, cached: 64 });
});

/**
 * `prompt_tokens` of a row includes what was read from the cache, for Anthropic's models, too: `finalizeAnthropicTokens` adds it.
 * https://github.com/braintrustdata/braintrust-sdk-javascript/blob/main/js/src/wrappers/anthropic-tokens-util.ts
 */
test('Braintrust counts cached tokens within the prompt', () => {
  const row = {
    id: 'row-a',
    span_id: 'a',
    root_span_id: 'a',
    span_parents: null,
    project_id: 'p',
    log_id: 'g',
    created: '2026-01-01T00:00:01.000Z',
    span_attributes: { name: 'anthropic.messages.create', type: 'llm' },
    input: [{ role: 'user', content: 'Go on.' }],
    output: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Done.' } }],
    metadata: { model: 'claude-sonnet-4-5', provider: 'anthropic' },
    metrics: {
      start: 1_767_225_601,
      end: 1_767_225_602,
      prompt_tokens: 1090,
      prompt_cached_tokens: 1000,
      prompt_cache_creation_tokens: 50,
      completion_tokens: 20,
      tokens: 1110,
    },
  };
  expect(countsIn(lines(row, { ...row, id: 'row-b', span_id: 'b', span_parents: ['a'] }))[0]).toEqual({
    prompt: 1090,
    completion: 20,
    cached: 1000,
  });
});

/**
 * `resolveCacheReportingExclusive` decides: what the event says, else Anthropic's models count apart, except through Vercel's gateway, whose
 * input includes the cache unless it is smaller than it.
 * https://github.com/PostHog/posthog/blob/master/nodejs/src/ingestion/ai/costs/input-costs.ts
 */
test.each([
  ['a model of OpenAI', { $ai_provider: 'openai', $ai_model: 'gpt-5' }, 1200, 1200],
  ['a model of Anthropic', { $ai_provider: 'anthropic', $ai_model: 'claude-sonnet-4-5' }, 40, 1090],
  ['the same at Google', { $ai_provider: 'vertex', $ai_model: 'claude-sonnet-4-5' }, 40, 1090],
  ['an event that counts it apart', { $ai_model: 'm', $ai_cache_reporting_exclusive: true }, 40, 1090],
  [
    'an event that counts it within the input',
    { $ai_provider: 'anthropic', $ai_model: 'claude-sonnet-4-5', $ai_cache_reporting_exclusive: false },
    1200,
    1200,
  ],
  [
    'Vercel’s gateway',
    { $ai_provider: 'gateway', $ai_framework: 'vercel', $ai_model: 'anthropic/claude-sonnet-4.5' },
    1200,
    1200,
  ],
  [
    'Vercel’s gateway, with less input than cache',
    { $ai_provider: 'gateway', $ai_framework: 'vercel', $ai_model: 'anthropic/claude-sonnet-4.5' },
    40,
    1090,
  ],
])('PostHog: the prompt of %s has the cached tokens once', (_, said, input, prompt) => {
  const event = {
    event: '$ai_generation',
    timestamp: '2026-01-01T00:00:01.000Z',
    distinct_id: 'u',
    properties: {
      $ai_trace_id: 't',
      $ai_span_id: 's',
      ...said,
      $ai_input: [{ role: 'user', content: 'Go on.' }],
      $ai_output_choices: [{ role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }],
      $ai_input_tokens: input,
      $ai_output_tokens: 20,
      $ai_cache_read_input_tokens: 1000,
      $ai_cache_creation_input_tokens: 50,
    },
  };
  expect(countsIn(JSON.stringify({ batch: [event] }))).toEqual([{ prompt, completion: 20, cached: 1000 }]);
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
