import { expect, test } from 'vitest';
import { openEntry, type OpenSession } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

interface Said {
  readonly prompt: number;
  readonly completion?: number;
  readonly asks?: string;
  readonly created?: number;
  readonly model?: string;
}

/** An answer as `print(response)` writes it to a log. */
const printed = ({ prompt, completion = 10, asks, created = 1746538400, model = 'm' }: Said): string => {
  const calls =
    asks === undefined
      ? 'None'
      : `[ChatCompletionMessageToolCall(id='${asks}-${prompt}', type='function', function=Function(name='${asks}', arguments='{}'))]`;
  const message = `ChatCompletionMessage(content='${prompt}', role='assistant', tool_calls=${calls})`;
  return `INFO Response: ChatCompletion(id='c', created=${created}, model='${model}', object='chat.completion', choices=[Choice(finish_reason='stop', index=0, message=${message})], usage=CompletionUsage(completion_tokens=${completion}, prompt_tokens=${prompt}, total_tokens=${prompt + completion}))`;
};

function sessionsOf(answers: readonly Said[]): readonly OpenSession[] {
  const opened = openNow(answers.map(printed).join('\n'));
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened.value.entries.map((_, index) => {
    const session = openEntry(opened.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    return session.value;
  });
}

const turnsOf = (answers: readonly Said[]) => sessionsOf(answers).map(({ history }) => history.turns.length);

test('answers whose prompts grow by the previous answer form one conversation, and the report says so', () => {
  const [session, ...others] = sessionsOf([
    { prompt: 100, asks: 'find', created: 1 },
    { prompt: 120, asks: 'read', created: 2 },
    { prompt: 140, created: 3 },
  ]);
  expect(others).toEqual([]);
  expect(session?.history.turns.map(({ kind }) => kind)).toEqual(['llm', 'capability', 'llm', 'capability', 'llm']);
  expect(session?.session.header.title).toBe('chat with m');
  expect(session?.notes.map(({ code }) => code)).toContain('openai-chat/answers-in-a-row');
});

test('a small prompt begins the next conversation', () => {
  const growing = (asks: string) => [100, 150, 200, 250].map((prompt) => ({ prompt, asks }));
  expect(turnsOf([...growing('find'), ...growing('read')])).toEqual([8, 8]);
});

test('answers to prompts of unrelated sizes become one session each', () => {
  expect(turnsOf([100, 130, 90, 120, 95, 200].map((prompt) => ({ prompt, asks: 'find' })))).toEqual([2, 2, 2, 2, 2, 2]);
  expect(turnsOf([{ prompt: 100, asks: 'find' }, { prompt: 105 }])).toEqual([2, 1]);
  expect(turnsOf([{ prompt: 100, asks: 'find', model: 'a' }, { prompt: 150 }])).toEqual([2, 1]);
  expect(
    turnsOf([
      { prompt: 100, asks: 'find', created: 2 },
      { prompt: 150, created: 1 },
    ]),
  ).toEqual([2, 1]);
});

test('two answers without tool calls are not joined', () => {
  expect(turnsOf([{ prompt: 100 }, { prompt: 150 }])).toEqual([1, 1]);
});
