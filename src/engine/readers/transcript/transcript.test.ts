import { valueAt } from '../../model/value.ts';
import { describe, expect, test } from 'vitest';
import { openText } from '../../opening/open-text.ts';
import { readText } from '../read-text.ts';
import { pathsIn } from '../testing.ts';
import { transcriptDocument } from './document.ts';

const isChat = (text: string): boolean => transcriptDocument(text)?.ok === true;

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
    ['Customer: I was charged twice.\nAgent: I see.\nCustomer: Thank you.'],
    ['09:14:03 Caller: hi\n09:14:05 Bot: hello\n09:14:09 Caller: bye'],
    ['Customer: hi\nAgent: hello\nCustomer: bye'],
    ['System: You are helpful.\nUser: hi\nAssistant: hello'],
    ['User: a scene, please\nAssistant: INT. HALL - DAY\nANNA: Well.\nCUT TO:\nUser: thanks'],
    ['User: book it\nAssistant: Your booking\nDate: 3 May\nPhone: 555\nUser: thanks'],
    ['User: a\nAssistant: b'],
    ['# aider chat started at 2025-12-24 16:45:52\n\n#### hi  \n\nhello'],
    ['> hi\n\n⏺ hello'],
    ['You said:\nhi\nChatGPT said:\nhello'],
    ['Skip to content\nYou said:\nhi\n\n\nChatGPT said:\nhello\nYou said:\nbye'],
    ['##### You said:\n\nhi\n\n###### ChatGPT said:\n\nhello'],
    ['You said:\n\nhi\n\nCopilot said:\n\nhello'],
    ['Human: hi\n\nClaude: hello'],
    ['User (09:14): hi\nAssistant (09:15): hello'],
    ['## User (2026-03-02 09:14)\n\nhi\n\n## Assistant (2026-03-02 09:15)\n\nhello'],
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

const valueIn = (text: string) => {
  const read = transcriptDocument(text);
  if (read?.ok !== true) throw new Error('not read as a chat');
  return read.value;
};

const messagesIn = (text: string) => valueAt(valueIn(text).value, ['conversations', 0, 'messages']);
const notesOf = (text: string) =>
  valueIn(text).notes.map(({ code, severity, place = '' }) => `${severity} ${code} ${place}`);

describe('times beside labels', () => {
  test.each([
    ['2026-03-02T09:14:03Z User: hi', '2026-03-02T09:14:03Z'],
    ['2026-03-02T09:14:03.123+01:00 User: hi', '2026-03-02T09:14:03.123+01:00'],
    ['2026-03-02T09:14:03,123Z - User: hi', '2026-03-02T09:14:03.123Z'],
    ['2026-03-02 09:14 User: hi', '2026-03-02 09:14:00'],
    ['[2026-03-02 09:14:03 UTC] User: hi', '2026-03-02 09:14:03Z'],
    ['[3/2/2026, 9:14:03 PM] User: hi', '2026-03-02 21:14:03'],
    ['12/31/2025, 12:05 AM - User: hi', '2025-12-31 00:05:00'],
    ['(09:14:03) User: hi', '09:14:03'],
    ['User (09:14): hi', '09:14'],
    ['**User** (2026-03-02 09:14:03): hi', '2026-03-02 09:14:03'],
    ['User [2026-03-02T09:14:03Z]: hi', '2026-03-02T09:14:03Z'],
  ])('%s', (line, time) => {
    expect(messagesIn(`${line}\nAssistant: hello`)).toMatchObject([{ role: 'user', time, content: 'hi' }, {}]);
  });

  test('the order of month and day is an assumption', () => {
    expect(notesOf('[3/2/2026, 9:14:03 PM] User: hi\nAssistant: hello')).toContain(
      'assumed reader/month-first line 1, column 1',
    );
  });
});

describe('other speakers', () => {
  const customer = '[10:00:01] Customer: Hi there\n[10:00:05] Agent: Hello\n';
  const end = '[10:00:12] Customer: Fine';
  const alone = [{ content: 'Hi there' }, { content: 'Hello' }, { content: 'Fine' }];

  test.each(['Supervisor: I take over', 'Anna B.: I take over', 'Анна: привет'])('behind a time: %s', (line) => {
    const text = `${customer}[10:00:09] ${line}\n${end}`;
    expect(messagesIn(text)).toMatchObject(alone);
    expect(notesOf(text)).toContain('lost reader/other-speaker line 3, column 1');
  });

  test('with a time behind them', () => {
    const text =
      'Customer (10:00): Hi there\nAgent (10:01): Hello\nAnna B. (10:02): I take over\nCustomer (10:03): Fine';
    expect(messagesIn(text)).toMatchObject(alone);
    expect(notesOf(text)).toContain('lost reader/other-speaker line 3, column 1');
  });

  test('a line with a time and no speaker is the program’s own', () => {
    const text = `${customer}[10:00:09] Tom joined the chat\n${end}`;
    expect(messagesIn(text)).toMatchObject(alone);
    expect(notesOf(text)).toContain('lost reader/prose line 3, column 1');
  });

  test('the lines of a schedule are the agent’s words', () => {
    const text =
      '[10:00:01] Customer: When?\n[10:00:05] Agent: Either\n09:00 in Bonn\n10:30 in Ulm\n[10:00:12] Customer: Ulm';
    expect(messagesIn(text)).toMatchObject([{}, { content: 'Either\n09:00 in Bonn\n10:30 in Ulm' }, {}]);
  });

  test('a name without a time may be one, which is noted', () => {
    const text = 'User: Hi\nAssistant: Hello\nAnna: I am here, too\nUser: Fine';
    expect(messagesIn(text)).toMatchObject([{}, { content: 'Hello\nAnna: I am here, too' }, {}]);
    expect(notesOf(text)).toContain('assumed reader/other-labels line 3, column 1');
  });

  test('beside labels in capitals, other spellings are words of a message', () => {
    const text = 'USER: How?\nASSISTANT: Like this:\nUser: nginx\nAssistant: none\nUSER: thanks';
    expect(messagesIn(text)).toMatchObject([{}, { content: 'Like this:\nUser: nginx\nAssistant: none' }, {}]);
    expect(notesOf(text)).toContain('assumed reader/other-labels line 3, column 1');
  });
});

describe('blocks of code', () => {
  test('a block without an end does not hide the messages below it', () => {
    const text = 'User: a\nAssistant: see\n```py\nx = 1\nUser: b\nAssistant: c\n```js\ny\n```\nUser: d';
    expect(messagesIn(text)).toMatchObject([
      {},
      {},
      { content: 'b' },
      { content: 'c\n```js\ny\n```' },
      { content: 'd' },
    ]);
  });

  test('a longer fence holds shorter ones, and that labels are quoted is noted', () => {
    const text = 'User: a\nAssistant: see\n````md\n```\nUser: b\n```\nUser: c\n````\nUser: d';
    expect(messagesIn(text)).toMatchObject([{}, {}, { content: 'd' }]);
    expect(notesOf(text)).toContain('assumed reader/quoted-labels line 5, column 1');
  });
});

test('a label without a text is noted', () => {
  const text = 'User: a\nAssistant:\nUser: b\nAssistant: c';
  expect(messagesIn(text)).toMatchObject([{ content: 'a' }, { content: 'b' }, { content: 'c' }]);
  expect(notesOf(text)).toContain('info reader/empty-message line 2, column 1');
});

test('only the rules between messages of Cursor are left out', () => {
  const head = '# YAML\n_Exported on 3/2/2026 at 10:14:03 GMT+1 from Cursor (1.2.4)_\n\n---\n\n';
  const text = `${head}**User**\n\nA rule:\n\n---\n\nbelow\n\n---\n\n**Cursor**\n\n\`\`\`yaml\na: 1\n---\nb: 2\n\`\`\`\n\n---\n`;
  expect(messagesIn(text)).toMatchObject([
    { content: 'A rule:\n\n---\n\nbelow' },
    { content: '```yaml\na: 1\n---\nb: 2\n```' },
  ]);
});

describe('thoughts of a model are not its words', () => {
  test('in Zed, whose request to go on is no message', () => {
    const text =
      '## User\n\nGo\n\n## Assistant\n\nOne.\n<think>plan</think>\nTwo.\n\n[resume]\n\n## Assistant\n\nagain';
    expect(messagesIn(text)).toMatchObject([{}, { content: 'One.\nTwo.', reasoning: 'plan' }, { content: 'again' }]);
    expect(notesOf(text)).toEqual(['lost reader/prose line 11, column 1']);
  });

  test('in Zed, where the conversation was compacted', () => {
    const text = '## User\n\nGo\n\n## Assistant\n\nDone.\n\n--- Context Compacted ---\n\n## User\n\nOn';
    expect(messagesIn(text)).toMatchObject([{ content: 'Go' }, { content: 'Done.' }, { content: 'On' }]);
    expect(notesOf(text)).toEqual(['lost reader/prose line 9, column 1']);
  });

  test('before an answer', () => {
    expect(messagesIn('User: hi\nAssistant: <think>plan</think>\nHello')).toMatchObject([
      {},
      { content: 'Hello', reasoning: 'plan' },
    ]);
    expect(messagesIn('User: hi\nAssistant: Write <think>a</think>.')).toMatchObject([
      {},
      { content: 'Write <think>a</think>.' },
    ]);
  });
});

test('the speakers are assumed where no program’s mark is', () => {
  const [note] = valueIn('User: hi\nAssistant: hello').notes;
  expect(note).toMatchObject({ severity: 'assumed', code: 'reader/speakers' });
  expect(note?.message).toMatch(/“User” was read as the user, “Assistant” as the model/);
  expect(notesOf(zed)).toEqual([]);
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
  const read = transcriptDocument(text);
  expect(read?.ok === true && read.value.value).toMatchObject({ conversations: [{ messages: { length: 10_000 } }] });
});
