import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

function opened(value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const read = openNow(text);
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  const answer = history.turns.findLast(({ kind }) => kind === 'llm');
  return {
    importer: read.value.importer.id,
    shown: answer?.label,
    notes: notes.filter(({ code }) => code.startsWith('import/cut-by')).map(({ code }) => code),
  };
}

const lines = (...values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const events = (...values: readonly unknown[]) => values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('');
const user = { role: 'user', content: 'hi' };

/** Builds a document whose only answer has this finish reason and this text, which may be empty. */
const documents: { readonly [importer: string]: (reason: string, words: string) => unknown } = {
  'anthropic-messages': (stop_reason, text) => ({
    request: { model: 'm', max_tokens: 5, messages: [user] },
    response: { type: 'message', role: 'assistant', content: text === '' ? [] : [{ type: 'text', text }], stop_reason },
  }),
  'openai-chat': (finish_reason, content) => ({
    request: { model: 'm', messages: [user] },
    response: {
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason, message: { role: 'assistant', content } }],
    },
  }),
  'openai-stream': (finish_reason, content) =>
    events(
      { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { role: 'assistant', content } }] },
      { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason }] },
    ),
  'gemini-api': (finishReason, text) => ({
    candidates: [{ content: { role: 'model', parts: text === '' ? [] : [{ text }] }, finishReason, index: 0 }],
  }),
  'bedrock-converse': (stopReason, text) => ({
    output: { message: { role: 'assistant', content: text === '' ? [] : [{ text }] } },
    stopReason,
    usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
    metrics: { latencyMs: 10 },
  }),
  ollama: (done_reason, content) => ({
    model: 'm',
    created_at: '2026-01-01T00:00:00Z',
    message: { role: 'assistant', content },
    done: true,
    done_reason,
  }),
  cohere: (finish_reason, text) => ({
    id: 'x',
    finish_reason,
    message: { role: 'assistant', content: text === '' ? [] : [{ type: 'text', text }] },
    usage: { tokens: { input_tokens: 3, output_tokens: 2 } },
  }),
  inspect: (stop_reason, content) => ({
    event: 'model',
    timestamp: '2026-01-01T00:00:00Z',
    model: 'm',
    input: [{ id: 'u', ...user }],
    output: { choices: [{ message: { id: 'a', role: 'assistant', content }, stop_reason }] },
  }),
  langgraph: (finish_reason, content) => [
    { type: 'human', content: 'hi' },
    { type: 'ai', content, response_metadata: { finish_reason } },
  ],
  'pydantic-ai': (finish_reason, content) => [
    { kind: 'request', parts: [{ part_kind: 'user-prompt', content: 'hi', timestamp: '2026-01-01T00:00:00Z' }] },
    { kind: 'response', parts: content === '' ? [] : [{ part_kind: 'text', content }], finish_reason },
  ],
  haystack: (finish_reason, text) => ({
    replies: [
      { role: 'assistant', content: text === '' ? [] : [{ text }], name: null, meta: { model: 'm', finish_reason } },
    ],
  }),
  'semantic-kernel': (finish_reason, text) => ({
    messages: [
      { role: 'user', items: [{ content_type: 'text', text: 'hi' }] },
      { role: 'assistant', items: text === '' ? [] : [{ content_type: 'text', text }], finish_reason, metadata: {} },
    ],
  }),
  'claude-code': (stop_reason, text) => {
    const line = { isSidechain: false, sessionId: 's', timestamp: '2026-01-01T00:00:00Z', cwd: '/', version: '2' };
    const content = text === '' ? [] : [{ type: 'text', text }];
    return lines(
      { ...line, type: 'user', uuid: '1', parentUuid: null, message: user },
      {
        ...line,
        type: 'assistant',
        uuid: '2',
        parentUuid: '1',
        message: { id: 'm', role: 'assistant', content, stop_reason },
      },
    );
  },
  pi: (stopReason, text) => {
    const usage = { input: 3, output: 2, cacheRead: 0, cacheWrite: 0 };
    const content = text === '' ? [] : [{ type: 'text', text }];
    const timestamp = '2026-01-01T00:00:00Z';
    return lines(
      { type: 'session', version: 3, id: 's', timestamp, cwd: '/' },
      { type: 'message', id: 'a', parentId: null, timestamp, message: user },
      {
        type: 'message',
        id: 'b',
        parentId: 'a',
        timestamp,
        message: { role: 'assistant', content, stopReason, usage },
      },
    );
  },
  opencode: (reason, text) => {
    const own = { id: 'p', sessionID: 's', messageID: 'm' };
    return {
      info: { id: 's', title: 't' },
      messages: [
        { info: { id: 'u', role: 'user', sessionID: 's' }, parts: [{ ...own, type: 'text', text: 'hi' }] },
        {
          info: { id: 'm', role: 'assistant', sessionID: 's', modelID: 'm', providerID: 'p' },
          parts: [...(text === '' ? [] : [{ ...own, type: 'text', text }]), { ...own, type: 'step-finish', reason }],
        },
      ],
    };
  },
};

/** Finish reasons from each format’s definition. */
const reasons: readonly (readonly [importer: string, reason: string, by: string])[] = [
  ['anthropic-messages', 'max_tokens', 'the token limit'],
  ['anthropic-messages', 'model_context_window_exceeded', 'the token limit'],
  ['anthropic-messages', 'refusal', 'the model’s refusal'],
  ['openai-chat', 'length', 'the token limit'],
  ['openai-chat', 'content_filter', 'the content filter'],
  ['openai-stream', 'length', 'the token limit'],
  ['openai-stream', 'content_filter', 'the content filter'],
  ['gemini-api', 'MAX_TOKENS', 'the token limit'],
  ['gemini-api', 'SAFETY', 'the safety filter'],
  ['gemini-api', 'RECITATION', 'the filter against recitation'],
  ['bedrock-converse', 'max_tokens', 'the token limit'],
  ['bedrock-converse', 'guardrail_intervened', 'a guardrail'],
  ['bedrock-converse', 'content_filtered', 'the content filter'],
  ['ollama', 'length', 'the token limit'],
  ['cohere', 'MAX_TOKENS', 'the token limit'],
  ['inspect', 'max_tokens', 'the token limit'],
  ['inspect', 'model_length', 'the token limit'],
  ['inspect', 'content_filter', 'the content filter'],
  ['langgraph', 'length', 'the token limit'],
  ['pydantic-ai', 'length', 'the token limit'],
  ['pydantic-ai', 'content_filter', 'the content filter'],
  ['haystack', 'length', 'the token limit'],
  ['haystack', 'content_filter', 'the content filter'],
  ['semantic-kernel', 'length', 'the token limit'],
  ['claude-code', 'max_tokens', 'the token limit'],
  ['claude-code', 'refusal', 'the model’s refusal'],
  ['pi', 'length', 'the token limit'],
  ['opencode', 'length', 'the token limit'],
];

test.for(reasons)('%s: “%s” is reported as cut by %s', ([importer, reason, by]) => {
  const document = documents[importer];
  const [spoken, silent] = ['par', ''].map((words) => opened(document?.(reason, words)));
  const code = `import/cut-by-${by.replace(/^(?:the|a) /, '').replaceAll(/[^a-z]+/g, '-')}`;
  expect(spoken).toEqual({ importer, shown: 'par', notes: [code] });
  expect(silent).toMatchObject({ importer, shown: `[cut by ${by}]`, notes: [code] });
});

test('a normally ended answer is not reported as cut', () => {
  for (const [importer, document] of Object.entries(documents)) {
    for (const reason of importer === 'cohere' ? ['COMPLETE'] : ['stop', 'end_turn', 'STOP', 'tool_calls']) {
      expect(opened(document(reason, 'whole'))).toEqual({ importer, shown: 'whole', notes: [] });
    }
  }
});

test('a prompt that Gemini blocked has an answer without text', () => {
  const blocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, modelVersion: 'gemini-2.5-pro' };
  expect(opened(blocked)).toEqual({
    importer: 'gemini-api',
    shown: '[cut by the safety filter]',
    notes: ['import/cut-by-safety-filter'],
  });
});
