import { describe, expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const log = (...messages: readonly string[]): string =>
  messages
    .map(
      (message, second) =>
        `2026-05-20 10:00:${String(second).padStart(2, '0')}.000 | DEBUG    | pipecat.x:y:1 - ${message}`,
    )
    .join('\n');

/** Notes of every log. */
const usual: ReadonlySet<string> = new Set(['import/no-zone', 'import/context-unrecorded', 'pipecat/before']);

function opened(...messages: readonly string[]) {
  const text = openNow(log(...messages));
  const session = text.ok ? openEntry(text.value, 0, systemOf) : text;
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  return {
    history,
    codes: notes.map(({ code }) => code).filter((code) => !usual.has(code)),
    turns: history.turns.map(({ kind, label }) => `${kind} ${label}`.trim()),
  };
}

describe('a log that prints its chats', () => {
  const question = `{'role': 'user', 'content': 'weather in Rome?'}`;
  const calls = `{'role': 'assistant', 'tool_calls': [{'id': 'c1', 'function': {'name': 'weather', 'arguments': '{"city": "Rome"}'}, 'type': 'function'}]}`;
  const result = `{'role': 'tool', 'tool_call_id': 'c1', 'content': '{"degrees": 31}'}`;
  const chat = (...messages: readonly string[]) =>
    `S#0: Generating chat from universal context [${messages.join(', ')}]`;

  test('is read for the new messages of each chat', () => {
    const { turns, codes, history } = opened(
      chat(question),
      'S#0 prompt tokens: 20, completion tokens: 5',
      `S#0: Calling function [weather:c1] with arguments {'city': 'Rome'}`,
      chat(question, calls, result),
      'S#0: Generating TTS [Hot.]',
    );
    expect(turns).toEqual(['input weather in Rome?', 'llm plan: weather', 'capability weather', 'llm Hot.']);
    expect(history.turns[1]?.tokens).toEqual({ prompt: 20, completion: 5 });
    expect(history.turns[2]?.at).toBe('2026-05-20T10:00:02.000Z');
    expect(history.invocations).toMatchObject([{ input: { city: 'Rome' }, output: '{"degrees": 31}' }]);
    expect(codes).toEqual([]);
  });

  test('is read in the double brackets of other versions, with the later result of a running call', () => {
    const tool = (content: string) => `{'role': 'tool', 'tool_call_id': 'c1', 'content': '${content}'}`;
    const more = `{'role': 'user', 'content': 'hello?'}`;
    const bracketed = (...messages: readonly string[]) => `S#0: Generating chat [[${messages.join(', ')}]]`;
    const done = opened(
      bracketed(question, calls, tool('IN_PROGRESS'), more),
      bracketed(question, calls, tool('31'), more),
    );
    expect(done.turns).toEqual(['input weather in Rome?', 'llm plan: weather', 'capability weather', 'input hello?']);
    expect(done.history.invocations).toMatchObject([{ outcome: 'successful', output: '31' }]);
    expect(done.codes).toEqual([]);
    const cut = opened(
      bracketed(question, calls, tool('IN_PROGRESS')),
      bracketed(question, calls, tool('CANCELLED'), more),
    );
    expect(cut.history.invocations).toMatchObject([{ outcome: 'errored', reason: 'CANCELLED' }]);
    expect(cut.turns).toEqual(done.turns);
  });

  // As the adapters of version 1.0 print them (`src/pipecat/adapters/services`).
  test.each([
    [
      'Anthropic',
      (...results: readonly string[]) => [
        `{'role': 'user', 'content': 'weather in Rome?'}`,
        `{'role': 'assistant', 'content': [{'type': 'text', 'text': 'A moment.'}, {'type': 'tool_use', 'id': 'c1', 'name': 'weather', 'input': {'city': 'Rome'}}]}`,
        `{'role': 'user', 'content': [${results.map((one) => `{'type': 'tool_result', 'tool_use_id': 'c1', 'content': '${one}'}`).join(', ')}, {'type': 'text', 'text': 'hello?'}]}`,
      ],
    ],
    [
      'Bedrock',
      (...results: readonly string[]) => [
        `{'role': 'user', 'content': [{'text': 'weather in Rome?'}]}`,
        `{'role': 'assistant', 'content': [{'text': 'A moment.'}, {'toolUse': {'toolUseId': 'c1', 'name': 'weather', 'input': {'city': 'Rome'}}}]}`,
        `{'role': 'user', 'content': [${results.map((one) => `{'toolResult': {'toolUseId': 'c1', 'content': [{'text': '${one}'}]}}`).join(', ')}, {'text': 'hello?'}]}`,
      ],
    ],
    [
      'Gemini',
      (...results: readonly string[]) => [
        `{'role': 'user', 'parts': [{'text': 'weather in Rome?'}]}`,
        `{'role': 'model', 'parts': [{'text': 'A moment.'}, {'function_call': {'id': 'c1', 'name': 'weather', 'args': {'city': 'Rome'}}}]}`,
        `{'role': 'user', 'parts': [${results.map((one) => `{'function_response': {'id': 'c1', 'name': 'weather', 'response': {'value': '${one}'}}}`).join(', ')}, {'text': 'hello?'}]}`,
      ],
    ],
  ])('is read in the form of %s, whose messages grow', (_, form) => {
    const { turns, history, codes } = opened(
      chat(...form('IN_PROGRESS')),
      chat(
        ...form('31').slice(0, 2),
        `${form('31')[2]?.slice(0, -2) ?? ''}, {'type': 'text', 'text': 'still there?'}]}`,
      ),
    );
    expect(turns).toEqual([
      'input weather in Rome?',
      'llm A moment.',
      'llm plan: weather',
      'capability weather',
      'input hello?',
      'input still there?',
    ]);
    expect(history.invocations).toMatchObject([{ outcome: 'successful', input: { city: 'Rome' }, output: '31' }]);
    expect(codes).toEqual([]);
  });

  test('keeps the words beside a result and a picture', () => {
    const asked = `{'role': 'assistant', 'content': [{'type': 'tool_use', 'id': 'c1', 'name': 'weather', 'input': {}}]}`;
    const seen = `{'role': 'user', 'content': [{'type': 'tool_result', 'tool_use_id': 'c1', 'content': '31'}, {'type': 'text', 'text': 'and here?'}, {'type': 'image', 'source': {'type': 'base64', 'media_type': 'image/jpeg', 'data': '...'}}]}`;
    const { turns } = opened(chat(question, asked, seen));
    expect(turns).toEqual(['input weather in Rome?', 'llm plan: weather', 'capability weather', 'input and here?']);
  });

  test('has the last result of a tool that continues beside the conversation', () => {
    const payload = (status: string, found?: string) =>
      JSON.stringify({ type: 'async_tool', status, tool_call_id: 'c1', description: 'd', result: found });
    const started = `{'role': 'tool', 'tool_call_id': 'c1', 'content': '${payload('running')}'}`;
    const later = (status: string, found: string) => `{'role': 'developer', 'content': '${payload(status, found)}'}`;
    const running = opened(chat(question, calls, started, later('running', 'half')));
    expect(running.history.invocations.map(({ outcome }) => outcome)).toEqual(['no-result']);
    expect(running.codes).toContain('pipecat/update');
    const done = opened(chat(question, calls, started), chat(question, calls, started, later('finished', '31')));
    expect(done.history.invocations).toMatchObject([{ outcome: 'successful', output: '31' }]);
    const cut = opened(chat(question, calls, started, later('finished', 'CANCELLED: too late')));
    expect(cut.history.invocations.map(({ outcome }) => outcome)).toEqual(['errored']);
  });

  test('produces a note when a later chat changes earlier messages', () => {
    const { turns, codes } = opened(chat(question), chat(`{'role': 'user', 'content': 'weather in Rome tomorrow?'}`));
    expect(turns).toEqual(['input weather in Rome?', 'input weather in Rome tomorrow?']);
    expect(codes).toEqual(['pipecat/rewritten']);
  });

  test('ends with the calls that no chat contains', () => {
    const { turns, codes } = opened(chat(question), 'Calling function weather with arguments {}');
    expect(turns).toEqual(['input weather in Rome?', 'capability weather']);
    expect(codes).toEqual(['import/no-result']);
  });
});

describe('a log without chats that records who speaks', () => {
  test('has a turn for each change of speaker, and marks interruptions', () => {
    const { turns, codes, history } = opened(
      'Bot started speaking',
      'TTS#0: Generating TTS [How can I]',
      'TTS#0: Generating TTS [help you today?]',
      'User started speaking',
      'Bot stopped speaking',
      '[Transcription:user] [Cancel]',
      '[Transcription:user] [my order.]',
      'User stopped speaking',
      `Calling function cancel with arguments {'order': 7}`,
      'Bot started speaking',
      'L#0 prompt tokens: 30, completion tokens: 4',
    );
    expect(turns).toEqual(['llm How can I help you today?', 'input Cancel my order.', 'capability cancel', 'llm']);
    expect(history.outputs[0]?.value).toMatchObject({ message: [{ metadata: { interrupted: true } }] });
    expect(history.turns[1]?.at).toBe('2026-05-20T10:00:03.000Z');
    expect(history.turns[3]?.tokens).toEqual({ prompt: 30, completion: 4 });
    expect(codes).toEqual(['import/fragments', 'pipecat/unheard', 'import/no-result']);
  });
});
