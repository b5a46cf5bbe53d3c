import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

function read(result: unknown) {
  const { opened, session } = firstSession(JSON.stringify(result));
  expect(opened.importer.id).toBe('ai-sdk');
  const { history } = session;
  return {
    turns: history.turns.map(({ kind, label }) => `${kind}: ${label}`),
    calls: history.invocations.map(({ outcome, output }) => [outcome, output]),
    tokens: history.tokens.at(-1),
  };
}

const asks = (id: string) => [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: 'lookup', input: { id } }] },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: id, toolName: 'lookup', output: { type: 'text', value: `shipped ${id}` } },
    ],
  },
];
const says = [{ role: 'assistant', content: [{ type: 'text', text: 'Both shipped.' }] }];
const step = (inputTokens: number, messages: readonly object[]) => ({
  content: [],
  finishReason: 'stop',
  usage: { inputTokens, outputTokens: 5 },
  response: { id: 'r', modelId: 'm', timestamp: '2026-01-01T00:00:00Z', messages },
});

const expected = {
  turns: ['llm: plan: lookup', 'capability: lookup', 'llm: plan: lookup', 'capability: lookup', 'llm: Both shipped.'],
  calls: [
    ['successful', 'shipped a'],
    ['successful', 'shipped b'],
  ],
  tokens: { prompt: 60, completion: 15 },
};

/** https://github.com/vercel/ai/blob/main/packages/ai/src/generate-text/generate-text.ts: only version 7 has them apart. */
const apart = [step(10, asks('a')), step(20, asks('b')), step(30, says)];
const repeated = [
  step(10, asks('a')),
  step(20, [...asks('a'), ...asks('b')]),
  step(30, [...asks('a'), ...asks('b'), ...says]),
];

test.each([
  ['that repeat the messages before them', repeated],
  ['that have only their own messages', apart],
  ['of a result', { initialResponseMessages: [], steps: apart, totalUsage: { inputTokens: 60, outputTokens: 15 } }],
  ['beside the last of them', { ...step(60, says), steps: apart }],
])('every step is in the session: steps %s', (_, result) => {
  expect(read(result)).toMatchObject(expected);
});

test('the steps of two runs, one after the other, are all read', () => {
  expect(read([...repeated, ...repeated.slice(0, 1)]).turns).toHaveLength(7);
});
