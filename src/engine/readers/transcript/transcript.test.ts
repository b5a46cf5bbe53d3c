import { valueAt } from '../../model/value.ts';
import { describe, expect, test } from 'vitest';
import { openText } from '../../opening/open-text.ts';
import { readText } from '../read-text.ts';
import { pathsIn } from '../testing.ts';
import { transcriptDocument } from './document.ts';

const isChat = (text: string): boolean => transcriptDocument(text) !== undefined;

describe('a chat as text is recognised', () => {
  test.each([
    ['User: hi\nAssistant: hello'],
    ['Human: hi\nAI: hello'],
    ['**User:** hi\n\n**Assistant:** hello'],
    ['USER: hi\nASSISTANT: hello'],
    ['user: hi\nassistant: hello\nuser: bye'],
    ['[USER]\nhi\n\n[ASSISTANT]\nhello'],
    ['## User\n\nhi\n\n## Assistant\n\nhello'],
    ['### 👤 User\n\nhi\n\n### 🤖 Assistant\n\nhello'],
    ['Customer: hi\nAgent: hello\nCustomer: bye'],
    ['09:14:03 Caller: hi\n09:14:05 Bot: hello\n09:14:09 Caller: bye'],
    ['# aider chat started at 2025-12-24 16:45:52\n\n#### hi  \n\nhello'],
    ['> hi\n\n⏺ hello'],
    ['❯ hi\n\n● hello'],
  ])('%j', async (text) => {
    const opened = await openText(text);
    expect(opened.ok && opened.value.importer.id).toBe('chat-transcript');
    const turns = opened.ok ? opened.value.entries[0]?.open() : undefined;
    expect(turns?.ok === true && turns.value.session.events.length).toBeGreaterThanOrEqual(2);
  });
});

describe('another text is no chat', () => {
  test.each([
    ['a form', 'User: admin\nAgent: curl/7.88\nHost: example.com'],
    ['YAML', 'user: alice\nassistant: bob\n'],
    ['prose with a label within', 'The log says:\nUser: hi\nAssistant: hello'],
    ['one side only', 'User: hi\nUser: is anybody there?\nUser: hello?'],
    ['printed values behind labels', "User: {'role': 'user'}\nAssistant: {'role': 'assistant'}\n"],
    ['a quoted chat in a block of code', '```\nUser: hi\nAssistant: hello\n```'],
    ['a quotation with list marks', '> a quotation\n\n● a point\n● another'.replace('> a', '>a')],
    ['JSON', '{"a": "User: hi\\nAssistant: hello"}'],
    ['a log', '12:00:01 INFO User: admin logged in\n12:00:02 INFO Assistant: started'],
    ['a README', '# Aider\n\nUser: guide\n\nSee the page of the assistant.'],
  ])('%s', (_, text) => {
    expect(isChat(text)).toBe(false);
  });
});

const zed =
  '## User\n\nlist\n\n## Assistant\n\n**Tool Use**: ls (ID: a)\n```json\n{"path": "."}\n```\n**Tool Result**: ls (ID: a)\n\na.txt\n\n## Assistant\n\nDone.';

test('every value has a place, also behind colours', async () => {
  for (const text of [zed, 'User: \u001B[1mhi\u001B[0m\nAssistant: hello']) {
    const read = await readText(text);
    if (!read.ok) throw new Error(read.problem.message);
    expect(pathsIn(read.value.value).filter((path) => read.value.locate(path) === null)).toEqual([]);
    const place = read.value.locate(['conversations', 0, 'messages', 0, 'content']);
    expect(text.slice(place?.start, place?.end)).toMatch(/list|hi/);
  }
});

test('a text may end anywhere', () => {
  for (let end = 0; end <= zed.length; end++) expect(() => transcriptDocument(zed.slice(0, end))).not.toThrow();
});

const answer = `🤖 INFO     Response: ModelResponse(created=1746538400, model='m-1', choices=[Choices(message=Message(content="I'll look.",
            tool_calls=[ChatCompletionMessageToolCall(index=1, function=Function(arguments='{"command": "echo \\\\"a
            b\\\\""}', name='bash'), id='toolu_1', type='function')]))], usage=Usage(completion_tokens=14, prompt_tokens=155))
`;
const sweAgent = `👋 INFO     This is SWE-agent version 1.0.1
🤠 INFO     🤖 MODEL INPUT
            Fix the greeting.
🤠 INFO     ========================= STEP 1 =========================
🤖 INFO     Response: ModelResponse(choices=[Choices(message=Message(content='Hm.', tool_calls=[]))])
🤠 WARN     Requerying model after FunctionCallingFormatError (1th requery)
${answer}🤖 DEBUG    total_tokens_sent=1,560, total_tokens_received=89, total_cost=0.02, total_api_calls=2
🤠 INFO     💭 THOUGHT
            I'll look.

            🎬 ACTION
            echo "a b"
🤠 INFO     🤖 MODEL INPUT
            OBSERVATION:
            a b
`;

test('the log of SWE-agent is its messages, each answer with its own tokens and time', async () => {
  const opened = await openText(sweAgent);
  if (!opened.ok) throw new Error(opened.problem.message);
  const { document, importer } = opened.value;
  expect(importer.id).toBe('swe-agent');
  expect(valueAt(document.value, ['messages'])).toMatchObject([
    { role: 'user', content: 'Fix the greeting.' },
    { role: 'assistant', content: 'Hm.' },
    {
      role: 'assistant',
      content: "I'll look.",
      tool_calls: [{ id: 'toolu_1', function: { name: 'bash', arguments: '{"command": "echo \\"a b\\""}' } }],
      extra: {
        timestamp: 1_746_538_400,
        response: { model: 'm-1', usage: { completion_tokens: 14, prompt_tokens: 155 } },
      },
    },
    { role: 'tool', tool_call_id: 'toolu_1', content: 'a b' },
  ]);
  expect(pathsIn(document.value).filter((path) => document.locate(path) === null)).toEqual([]);
  for (let end = 0; end <= sweAgent.length; end += 3)
    expect(() => transcriptDocument(sweAgent.slice(0, end))).not.toThrow();
});

test('the log of SWE-agent without calls in its answers is a trajectory', async () => {
  const opened = await openText(sweAgent.replace(/tool_calls=\[Chat[^]*?\)\]\)\)\]/, 'tool_calls=[]))]'));
  if (!opened.ok) throw new Error(opened.problem.message);
  const { document, importer } = opened.value;
  expect(importer.id).toBe('swe-agent');
  expect(document.value).toMatchObject({
    trajectory: [{ thought: "I'll look.", action: 'echo "a b"', observation: 'a b' }],
    history: [{ role: 'user', content: 'Fix the greeting.' }, { role: 'assistant' }],
    info: { model_stats: { tokens_sent: 1560, tokens_received: 89, api_calls: 2 } },
  });
  expect(document.notes.map(({ code }) => code)).toContain('reader/refused-answers');
  expect(pathsIn(document.value).filter((path) => document.locate(path) === null)).toEqual([]);
});

test('ten thousand messages are read in linear time', () => {
  const text = 'User: hi\nAssistant: hello\n'.repeat(5000);
  expect(transcriptDocument(text)?.value).toMatchObject({ conversations: [{ messages: { length: 10_000 } }] });
});
