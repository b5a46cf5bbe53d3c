import { describe, expect, test } from 'vitest';
import type { Path } from '../../model/path.ts';
import { valueAt } from '../../model/value.ts';
import type { Document } from '../document.ts';
import { documentOf, notesOf, pathsIn } from '../testing.ts';

const log = `$ python team.py
---------- TextMessage (user) ----------
What is the weather
in New York?
---------- ToolCallRequestEvent (assistant) ----------
[FunctionCall(id='call_1', arguments='{"city":"New York"}', name='get_weather')]
Unknown SSE event: ping
[Prompt tokens: 68, Completion tokens: 15]
---------- ToolCallExecutionEvent (assistant) ----------
[FunctionExecutionResult(content='73 degrees', name='get_weather', call_id='call_1', is_error=False)]
---------- ModelClientStreamingChunkEvent (assistant) ----------
It is warm.
---------- Summary ----------
Number of messages: 4
Finish reason: Maximum number of turns 1 reached.
Total prompt tokens: 68
Total completion tokens: 15
Duration: 3.41 seconds
`;

describe('the console output of AutoGen', () => {
  test('is a result with its messages, their tokens and why it ended', () => {
    const document = documentOf(log);
    expect(document.syntax).toBe('autogen-console');
    expect(document.value).toEqual({
      messages: [
        { type: 'TextMessage', source: 'user', content: 'What is the weather\nin New York?' },
        {
          type: 'ToolCallRequestEvent',
          source: 'assistant',
          content: [{ id: 'call_1', arguments: '{"city":"New York"}', name: 'get_weather' }],
          models_usage: { prompt_tokens: 68, completion_tokens: 15 },
        },
        {
          type: 'ToolCallExecutionEvent',
          source: 'assistant',
          content: [{ content: '73 degrees', name: 'get_weather', call_id: 'call_1', is_error: false }],
        },
        { type: 'TextMessage', source: 'assistant', content: 'It is warm.' },
      ],
      stop_reason: 'Maximum number of turns 1 reached.',
      'Number of messages': '4',
      'Total prompt tokens': '68',
      'Total completion tokens': '15',
      Duration: '3.41 seconds',
    });
  });

  test('notes the text before it, and that streamed words are read as a message', () => {
    expect(notesOf(log)).toEqual([
      'lost reader/prose at line 1, column 1',
      'assumed reader/streamed-words at line 11, column 1',
    ]);
  });

  test('of older versions names no class: calls and results are recognised by their form', () => {
    const older = log.replaceAll(/-{10} \w+ \((\w+)\) -{10}/g, '---------- $1 ----------');
    expect(documentOf(older).value).toEqual(documentOf(log).value);
  });

  test.each<[Path, string]>([
    [['messages', 0, 'content'], 'What is the weather\nin New York?'],
    [['messages', 1, 'content', 0, 'id'], "'call_1'"],
    [['messages', 3, 'content'], 'It is warm.'],
  ])('has the place of %j', (path, text) => {
    const range = documentOf(log).locate(path);
    expect(log.slice(range?.start, range?.end)).toBe(text);
  });

  test('has no carriage return at the end of a content', () => {
    const contents = ({ value }: Document) =>
      [0, 3].map((message) => String(valueAt(value, ['messages', message, 'content'])));
    const windows = documentOf(log.replaceAll('\n', '\r\n'));
    expect(contents(windows).map((content) => content.replaceAll('\r\n', '\n'))).toEqual(contents(documentOf(log)));
  });

  test('has a place for every value', () => {
    const document = documentOf(log);
    expect(pathsIn(document.value).filter((path) => document.locate(path) === null)).toEqual([]);
  });

  test('can be cut off anywhere without harm', () => {
    for (let end = log.indexOf('(user)') + 20; end < log.length; end++) {
      expect(documentOf(log.slice(0, end)).syntax).toBe('autogen-console');
    }
  });
});
