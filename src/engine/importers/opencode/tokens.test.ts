import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** As `opencode export` writes it: https://github.com/sst/opencode/blob/dev/packages/opencode/src/session/message-v2.ts */
function tokensOf(version: string, providerID: string, tokens: object) {
  const { opened, session } = firstSession(
    JSON.stringify({
      info: { id: 'ses_1', version, title: 't', time: { created: 1, updated: 2 } },
      messages: [
        {
          info: { id: 'm1', sessionID: 'ses_1', role: 'user', time: { created: 1 } },
          parts: [{ type: 'text', text: 'go' }],
        },
        {
          info: {
            id: 'm2',
            sessionID: 'ses_1',
            role: 'assistant',
            time: { created: 2 },
            providerID,
            modelID: 'm',
            tokens,
          },
          parts: [
            { type: 'step-start' },
            { type: 'text', text: 'Done.' },
            { type: 'step-finish', reason: 'stop', tokens },
          ],
        },
      ],
    }),
  );
  expect(opened.importer.id).toBe('opencode');
  const found = session.history.turns.findLast(({ kind }) => kind === 'llm')?.tokens;
  expect(session.notes.some(({ code }) => code === 'opencode/cache')).toBe(found?.prompt === undefined);
  return found;
}

test.each([
  // `Session.getUsage` of 1.0.98 subtracts the cache from the input where the provider includes it.
  ['1.0.98', 'openai', 100, 80, 180],
  ['1.4.0', 'openai', 100, 80, 180],
  // 1.0.61 writes the provider's own count, which may include the cache.
  ['1.0.61', 'openai', 100, 80, undefined],
  ['0.5.29', 'openrouter', 100, 80, undefined],
  ['0.5.29', 'openai', 100, 0, 100],
  ['0.5.29', 'anthropic', 100, 80, 180],
  ['0.5.29', 'amazon-bedrock', 100, 80, 180],
  ['0.5.29', 'opencode', 100, 300, 400],
])('version %s with %s: an input of %i with %i from the cache', (version, provider, input, read, prompt) => {
  const tokens = { input, output: 20, reasoning: 0, cache: { read, write: 0 } };
  expect(tokensOf(version, provider, tokens)?.prompt).toBe(prompt);
});

test.each([
  // The AI SDK counts thoughts within the output, except for Google; a total decides.
  ['1.0.98', 'openai', { output: 20, reasoning: 12 }, 20],
  ['1.0.98', 'google', { output: 20, reasoning: 12 }, 32],
  ['1.0.98', 'other', { output: 20, reasoning: 30 }, 50],
  ['1.2.1', 'opencode', { output: 20, reasoning: 12, total: 120 }, 20],
  ['1.2.1', 'opencode', { output: 20, reasoning: 12, total: 132 }, 32],
])('version %s with %s: a completion of %o', (version, provider, counts, completion) => {
  const tokens = { input: 100, cache: { read: 0, write: 0 }, ...counts };
  expect(tokensOf(version, provider, tokens)?.completion).toBe(completion);
});
