import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** `_get_openai_compatible_usage` in `chat/utils.py` of anthropic-haystack, `file_content.py` of haystack-ai. */
/** `Pipeline.run()` with `include_outputs_from`: https://github.com/deepset-ai/haystack/blob/main/haystack/core/pipeline/pipeline.py */
test('each component of a pipeline that has messages is a session', () => {
  const message = (role: string, text: string) => ({ role, meta: {}, name: null, content: [{ text }] });
  const result = {
    writer: { replies: [message('assistant', 'a draft')] },
    joiner: { values: [1] },
    agent: { messages: [message('user', 'go'), message('assistant', 'done')] },
    tools: { tool_messages: [message('tool', 'x')] },
  };
  const { entries } = firstSession(JSON.stringify(result)).opened;
  expect(entries.map(({ title }) => title)).toEqual([
    'conversation without a message of the user (writer)',
    'go (agent)',
  ]);
});

test("Anthropic's cache is part of the prompt, and a file keeps its type", () => {
  const usage = { prompt_tokens: 10, completion_tokens: 3, cache_read_input_tokens: 5, cache_creation_input_tokens: 2 };
  const file = { base64_data: 'AA==', mime_type: 'application/pdf', filename: 'a.pdf', extra: {} };
  const answered = (counts: object) => {
    const messages = [
      { role: 'user', meta: {}, name: null, content: [{ text: 'read' }, { file }] },
      { role: 'assistant', meta: { usage: counts }, name: null, content: [{ text: 'done' }] },
    ];
    return firstSession(JSON.stringify(messages)).session;
  };
  const { session, history } = answered(usage);
  expect(history.turns[1]?.tokens).toEqual({ prompt: 17, completion: 3, cached: 5 });
  expect(session.events[0]).toMatchObject({
    message: [{ text: 'read' }, { mimeType: 'application/pdf', file: 'AA==' }],
  });
  expect(answered({ ...usage, total_tokens: 13 }).history.turns[1]?.tokens).toEqual({
    prompt: 10,
    completion: 3,
    cached: 5,
  });
});
