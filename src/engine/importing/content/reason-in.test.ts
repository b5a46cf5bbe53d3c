import { expect, test } from 'vitest';
import { reasonIn } from './reason-in.ts';

test.for([
  ['boom', 'boom'],
  [{ type: 'http_error', code: 503, message: 'unavailable' }, 'unavailable'],
  [{ type: 'mcp_tool_execution_error', content: [{ type: 'text', text: 'no such file' }] }, 'no such file'],
  [[{ type: 'text', text: 'no such file' }], 'no such file'],
  [{ e: 1 }, '{"e":1}'],
  [null, 'it failed, and the reason is not recorded'],
  [{}, 'it failed, and the reason is not recorded'],
  ['', 'it failed, and the reason is not recorded'],
] as const)('%j has the reason “%s”', ([error, words]) => {
  expect(reasonIn(error)).toBe(words);
});
