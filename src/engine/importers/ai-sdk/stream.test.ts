import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

function opened(pieces: readonly object[]) {
  const { opened: read, session } = firstSession(JSON.stringify(pieces));
  const { history, notes } = session;
  return {
    importer: read.importer.id,
    turns: history.turns.map(({ kind, text: said }) => [kind, said]),
    outcomes: history.invocations.map(({ outcome }) => outcome),
    tokens: history.tokens.at(-1)?.total,
    codes: notes.map(({ code }) => code),
  };
}

const call = { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { at: 1 } };

test('the full stream of streamText has the tokens of each step, and the reason why the model ended', () => {
  const spent = (input: number, finishReason: string) => ({
    type: 'finish-step',
    usage: { inputTokens: input, outputTokens: 5, totalTokens: input + 5 },
    finishReason,
    response: { modelId: 'm', timestamp: '2026-01-01T00:00:00Z' },
  });
  const found = opened([
    { type: 'start' },
    { type: 'start-step' },
    call,
    { type: 'tool-error', toolCallId: 'c', toolName: 'look', error: 'no such place' },
    spent(10, 'tool-calls'),
    { type: 'start-step' },
    { type: 'text-delta', id: '0', text: 'Not ' },
    { type: 'text-delta', id: '0', text: 'found.' },
    spent(20, 'length'),
    { type: 'finish', finishReason: 'length' },
  ]);
  expect(found).toEqual({
    importer: 'ai-sdk',
    turns: [
      ['llm', undefined],
      ['capability', undefined],
      ['llm', 'Not found.'],
    ],
    outcomes: ['errored'],
    tokens: 40,
    codes: ['import/cut-by-token-limit', 'ai-sdk/no-input'],
  });
});

test.for([
  [[], 'no-result', ['import/no-result']],
  [[{ type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' }], 'pending', []],
  [[{ type: 'tool-output-denied', toolCallId: 'c' }], 'restricted', []],
  [[{ type: 'tool-output-error', toolCallId: 'c', errorText: 'gone' }], 'errored', []],
] as const)('after a call, %j makes it %s', ([pieces, outcome, codes]) => {
  const request = { ...call, type: 'tool-input-available' };
  const found = opened([{ type: 'start', messageId: 'm' }, { type: 'start-step' }, request, ...pieces]);
  expect(found.outcomes).toEqual([outcome]);
  expect(found.codes).toEqual(expect.arrayContaining([...codes]));
});

test('the full stream names a call that begins by its id, and one that waits by the call itself', () => {
  const { outcomes, turns } = opened([
    { type: 'start' },
    { type: 'start-step' },
    { type: 'tool-input-start', id: 'c', toolName: 'look', dynamic: false },
    { type: 'tool-input-delta', id: 'c', delta: '{"at":1}' },
    { type: 'tool-input-end', id: 'c' },
    call,
    { ...call, toolCallId: 'd' },
    { type: 'tool-error', toolCallId: 'c', toolName: 'look', input: { at: 1 }, error: {} },
    { type: 'tool-approval-request', approvalId: 'a', toolCall: { ...call, toolCallId: 'd' } },
    { type: 'finish-step', finishReason: 'tool-calls' },
  ]);
  expect(turns.map(([kind]) => kind)).toEqual(['llm', 'capability', 'capability']);
  expect(outcomes).toEqual(['errored', 'pending']);
});
