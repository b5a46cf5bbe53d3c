import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const open = (value: unknown) => firstSession(JSON.stringify(value));

/** As a web server writes a history of .NET: `ChatMessageContent.cs`, names in camelCase, keys of dictionaries unchanged. */
test('a history in camelCase is read with its calls, times and the counts of Gemini', () => {
  const metadata = {
    CreatedAt: '2026-01-01T00:00:00Z',
    PromptTokenCount: 11,
    ThoughtsTokenCount: 5,
    CandidatesTokenCount: 4,
  };
  const call = { $type: 'FunctionCallContent', id: '1', pluginName: 'P', functionName: 'f', arguments: { a: 1 } };
  const result = { $type: 'FunctionResultContent', callId: '1', pluginName: 'P', functionName: 'f', result: '2' };
  const { opened, session } = open([
    { role: { label: 'user' }, items: [{ $type: 'TextContent', text: 'go' }] },
    { role: { label: 'assistant' }, items: [call], modelId: 'gemini', metadata },
    { role: { label: 'tool' }, items: [result] },
  ]);
  expect(opened.importer.id).toBe('semantic-kernel');
  expect(session.history.turns).toMatchObject([
    {},
    { kind: 'llm', at: '2026-01-01T00:00:00Z', tokens: { prompt: 11, completion: 9 } },
    { label: 'P_f' },
  ]);
  expect(session.history.invocations).toMatchObject([{ outcome: 'successful' }]);
});

const message = (role: string, item: object, metadata: object = {}) => ({ role, metadata, items: [item] });

/** `chat_history_summarization_reducer.py` */
test('a summary in place of removed messages is no answer, and a result without its part is noted', () => {
  const { session } = open([
    message('assistant', { content_type: 'text', text: 'before' }, { __summary__: true }),
    message('user', { content_type: 'text', text: 'go' }),
    message('tool', { content_type: 'text', text: 'alone' }),
  ]);
  expect(session.history.turns.map(({ kind }) => kind)).toEqual(['input']);
  expect(session.notes.map(({ code }) => code)).toEqual(['semantic-kernel/summary', 'import/result']);
});
