import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** As Mastra’s `validateToolInput` and its tool builder write them. */
const misfit = {
  error: true,
  message: 'Tool input validation failed for weather. Please fix the following errors and try again:\n- city: Required',
  validationErrors: { errors: [], fields: { city: { errors: ['Required'], fields: {} } } },
};
const thrown = {
  message: 'no such city',
  domain: 'TOOL',
  category: 'USER',
  code: 'TOOL_EXECUTION_FAILED',
  details: { errorMessage: 'Error: no such city', argsJson: '{}', model: '' },
};
const nested = {
  message: 'no such city',
  details: { message: 'no such city', domain: 'TOOL', category: 'USER', details: { argsJson: '{}' } },
  code: 'TOOL_EXECUTION_FAILED',
};
const ofMcp = { content: [{ type: 'text', text: 'quota' }], isError: true };

const rows: readonly (readonly [says: string, result: unknown, reason: unknown])[] = [
  ['arguments that do not fit', misfit, misfit.message],
  ['a tool that threw', thrown, 'no such city'],
  ['a tool that threw, as the program holds it', { ...thrown, code: undefined, id: thrown.code }, 'no such city'],
  ['a tool that threw, as JSON of version 0.24', nested, 'no such city'],
  ['a result of MCP', ofMcp, 'quota'],
  ['a result that is text', JSON.stringify(misfit), misfit.message],
];

const outcomesOf = (messages: readonly object[]) =>
  firstSession(JSON.stringify(messages)).session.history.invocations.map(({ outcome, reason }) => [outcome, reason]);

const user = { id: 'u', role: 'user', createdAt: '2026-01-01T00:00:00Z' };
const call = { toolCallId: 'c', toolName: 'weather' };

function stored(result: unknown) {
  const invocation = { ...call, state: 'result', args: {}, result };
  return [
    { ...user, content: { format: 2, parts: [{ type: 'text', text: 'go' }] } },
    {
      ...user,
      id: 'a',
      role: 'assistant',
      content: { format: 2, parts: [{ type: 'tool-invocation', toolInvocation: invocation }] },
    },
  ];
}

const forModel = (result: unknown) => [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', ...call, output: { type: typeof result === 'string' ? 'text' : 'json', value: result } },
    ],
  },
];

const streamed = (result: unknown) => [
  { type: 'tool-call', ...call, input: {} },
  { type: 'tool-result', ...call, output: result },
];

test.each(rows)('%s is an error, wherever it is kept', (_, result, reason) => {
  for (const written of [stored, forModel, streamed]) {
    expect(outcomesOf(written(result))).toEqual([['errored', reason]]);
  }
});

test.each([
  ['a record that has an error of its own', { error: true, message: 'no rows' }],
  ['a flag without a content', { isError: true }],
  ['the code of an error that was looked up', { code: 'TOOL_EXECUTION_FAILED', meaning: 'a tool threw' }],
])('%s is a result', (_, result) => {
  for (const written of [stored, forModel, streamed]) {
    expect(outcomesOf(written(result))).toEqual([['successful', undefined]]);
  }
});
