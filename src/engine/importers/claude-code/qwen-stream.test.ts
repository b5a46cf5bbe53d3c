import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

// https://github.com/QwenLM/qwen-code/blob/main/packages/cli/src/nonInteractive/io/BaseJsonOutputAdapter.ts writes these lines.
const line = (type: string, uuid: string, more: object) => ({
  type,
  uuid,
  session_id: 's',
  parent_tool_use_id: null,
  ...more,
});
const answer = (id: string, usage: object, ...content: readonly object[]) =>
  line('assistant', id, {
    message: { id, type: 'message', role: 'assistant', model: 'qwen3', content, stop_reason: null, usage },
  });
const begun = { input_tokens: 0, output_tokens: 0 };
const call = { type: 'tool_use', id: 'c', name: 'read_file', input: { path: 'a' } };
const result = { type: 'tool_result', tool_use_id: 'c', is_error: false, content: 'text' };
const lines = [
  line('system', 's', { subtype: 'init', model: 'qwen3', tools: ['read_file'], qwen_code_version: '0.9.0' }),
  line('user', 'u', { message: { role: 'user', content: [{ type: 'text', text: 'go' }] } }),
  answer('a', begun, { type: 'thinking', thinking: 'hm', signature: '' }),
  answer('b', begun, { type: 'text', text: 'I read it.' }),
  answer('c', { input_tokens: 1000, output_tokens: 50, cache_read_input_tokens: 800, total_tokens: 1060 }, call),
  line('user', 'd', { message: { role: 'user', content: [result] } }),
  answer('e', { input_tokens: 1100, output_tokens: 20, total_tokens: 1120 }, { type: 'text', text: 'Done.' }),
];

test('in a stream of Qwen Code, messages in a row are one answer, and its prompt includes the cache once', () => {
  const { opened, session } = firstSession(lines.map((one) => JSON.stringify(one)).join('\n'));
  expect(opened.importer.id).toBe('claude-code');
  expect(
    session.history.turns.map(({ kind, label, tokens }) => [kind, label, tokens?.prompt, tokens?.completion]),
  ).toEqual([
    ['input', 'go', undefined, undefined],
    ['llm', 'I read it. · plan: read_file', 1000, 60],
    ['capability', 'read_file', undefined, undefined],
    ['llm', 'Done.', 1100, 20],
  ]);
});
