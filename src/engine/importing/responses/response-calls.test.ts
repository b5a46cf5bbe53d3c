import { expect, test } from 'vitest';
import { outcomeOf } from './response-calls.ts';

test('a call that failed after a partial output keeps this output', () => {
  expect(outcomeOf({ type: 'code_interpreter_call', status: 'incomplete' }, [{ type: 'logs', logs: 'half' }])).toEqual({
    outcome: 'error',
    output: [{ type: 'logs', logs: 'half' }],
  });
  expect(outcomeOf({ type: 'code_interpreter_call', status: 'failed' }, undefined)).toEqual({
    outcome: 'error',
    output: undefined,
    reason: 'status: failed',
  });
});

test('an error of a server’s tool has the text of its content', () => {
  const error = { type: 'mcp_tool_execution_error', content: [{ type: 'text', text: 'no such file' }] };
  expect(outcomeOf({ type: 'mcp_call', error }, undefined)).toMatchObject({ outcome: 'error', reason: 'no such file' });
});
