import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** As Cline 3 writes it: https://github.com/cline/cline/blob/main/src/shared/ExtensionMessage.ts (`ClineMessage`). */
function answerOf(providerId: string | undefined, counts: object, ts = 2, ...shown: readonly object[]) {
  const modelInfo = providerId && { modelInfo: { providerId, modelId: 'm', mode: 'act' } };
  const { opened, session } = firstSession(
    JSON.stringify([
      { ts: 1, type: 'say', say: 'task', text: 'go' },
      { ts, type: 'say', say: 'api_req_started', text: JSON.stringify(counts), ...modelInfo },
      ...(shown.length > 0 ? shown : [{ ts: 3, type: 'say', say: 'text', text: 'Done.' }]),
    ]),
  );
  expect(opened.importer.id).toBe('cline');
  const turn = session.history.turns.findLast(({ kind }) => kind === 'llm');
  return { prompt: turn?.tokens?.prompt, text: turn?.text, codes: session.notes.map(({ code }) => code) };
}

const counts = { tokensIn: 500, tokensOut: 20, cacheReads: 400, cacheWrites: 0 };

test.each([
  ['anthropic', counts, 900],
  // Some of the providers count the cache within: Cline names the provider since version 3.37 only.
  [undefined, counts, undefined],
  [undefined, { ...counts, cacheReads: 600 }, 1100],
  [undefined, { ...counts, cacheReads: 0 }, 500],
  // https://github.com/cline/cline/blob/main/src/core/api/providers/openai.ts, of version 3: `prompt_tokens` and `cached_tokens`
  ['openai', counts, 500],
  ['xai', counts, 500],
  ['openai-codex', counts, 500],
  ['oca', counts, 500],
  // DeepSeek's hits and misses are the whole prompt.
  [undefined, { ...counts, cacheWrites: 100 }, 500],
  // https://github.com/RooCodeInc/Roo-Code/blob/main/src/core/task/Task.ts: `totalInputTokens`, since version 3.29.5
  [undefined, { ...counts, apiProtocol: 'openai' }, 500],
  [undefined, { ...counts, apiProtocol: 'anthropic' }, 900],
  [undefined, { ...counts, apiProtocol: 'anthropic' }, 500, Date.UTC(2026, 0, 1)],
])('the prompt of %s with %o has %s tokens', (provider, recorded, prompt, ts = 2) => {
  const answer = answerOf(provider, recorded, ts);
  expect(answer.prompt).toBe(prompt);
  expect(answer.codes.includes('cline/cache')).toBe(prompt === undefined);
});

test('a text of the model beside its actions is its answer', () => {
  const said = { ts: 3, type: 'ask', ask: 'act_mode_respond', text: JSON.stringify({ response: 'Now the tests.' }) };
  expect(answerOf('anthropic', counts, 2, said).text).toBe('Now the tests.');
});
