import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemOf } from '../systems/systems.ts';
import { openEntry } from './open-session.ts';
import { openText } from './open-text.ts';

/** Opens a text: how it was refused, or the notes of a session. */
async function outcomeOf(text: string): Promise<{ readonly refused?: string; readonly notes: readonly string[] }> {
  const opened = await openText(text);
  if (!opened.ok) return { refused: opened.problem.message, notes: [] };
  const session = openEntry(opened.value, 0, systemOf);
  const notes = session.ok ? session.value.notes : [];
  return { notes: notes.map(({ severity, code }) => `${severity} ${code}`) };
}

const form = /^Lines of this text begin with “.*, but it is not a chat\. .*\. Paste the messages of a chat/;
const unknown = /^Format not recognised: it is a record with “/;

describe('a text that is no recording is refused in a clear sentence', () => {
  test.each([
    ['settings', 'user: root\nmodel: m-1\nsystem: linux\nagent: builder\n', form],
    ['settings over several lines', 'user:\n  name: anna\nagent:\n  name: x\nclient:\n  id: 3\n', unknown],
    ['sections', '[user]\nname = Anna\n[client]\nport = 22\n[agent]\ninterval = 10s\n', /^This looks like TOML/],
    ['facts about a host', 'User: root\nHost: db1\nPort: 22\nAssistant: none\nSystem: Linux\n', form],
    ['a form', 'Customer: ACME\nAgent: Tom\nClient: ACME GmbH\nModel: X200\nSystem: Windows 11\n', form],
    [
      'a letter',
      'Agent: Tom\nTo: Anna\nCustomer: 4711\n\nDear Anna,\nyour order was sent.\nCustomer: please confirm.',
      form,
    ],
    [
      'minutes',
      'Customer: ACME, Anna\nAgent: Tom W\nDate: 2 March\nCustomer: will sign.\nAgent: will file it.\n',
      form,
    ],
    [
      'a form with times',
      'Customer (09:14): ACME GmbH, Bonn\nAgent (09:20): Tom W., night shift\nStatus: open\n',
      form,
    ],
    ['pairs of values', 'User: anna\nAgent: firefox\nUser: tom\nAgent: chrome\n', form],
    ['a glossary', '**User:** who writes.\n**Assistant:** the model.\n**System:** the instructions.\n', form],
    ['a report', '**System**\n\nWindows\n\n**Client**\n\nv1.2\n\n**Agent**\n\nv3\n\n**User**\n\nanna\n', form],
    ['a template', 'System: You are helpful.\nUser: hello\nAssistant:\n', form],
    ['a screenplay', 'CUSTOMER: My money.\n\nAGENT: Yes.\n\nCUSTOMER: Now!\n\nCUT TO:\n\nEXT. STREET - DAY\n', form],
    [
      'a log',
      '[2026-03-02 09:14:03] User: anna\n[2026-03-02 09:14:03] Agent: curl\n[2026-03-02 09:14:04] GET /a 200\n[2026-03-02 09:14:05] POST /b 200\n[2026-03-02 09:14:06] User: tom\n',
      form,
    ],
  ])('%s', async (_, text, message) => {
    expect((await outcomeOf(text)).refused).toMatch(message);
  });
});

describe('a file that is no recording is refused, though messages are in it', () => {
  const change =
    '@@ -1,2 +1,3 @@\n [\n   {"role": "user", "content": "hello"},\n-  {"role": "assistant", "content": "hi"}\n';
  const rest = '+  {"role": "assistant", "content": "hi there"},\n ]\n';
  const list = /^Format not recognised: it is a list of 3, whose first element is a record with “/;

  test.each([
    ['a diff', `--- a/m.json\n+++ b/m.json\n${change}${rest}`, /^This is a diff: /],
    ['a diff of git', `diff --git a/m.json b/m.json\n${change}${rest}`, /^This is a diff: /],
    ['a commit', `commit ${'a1'.repeat(20)}\nAuthor: A\n\n    m\n\ndiff --git a/m b/m\n${change}`, /^This is a diff: /],
    [
      'a table of one side',
      'id,role,email,message\n1,user,a@x.org,hiking\n2,admin,b@x.org,away\n3,user,c@x.org,new\n',
      list,
    ],
    ['a table of people', 'name,role,text\nAnna,user,hiking\nTom,assistant,of the CEO\nBo,system,Sysadmin\n', list],
    [
      'a program',
      'from openai import OpenAI\n\nmessages = [\n    {"role": "system", "content": "Help."},\n    {"role": "user", "content": input("You: ")},\n]\n',
      /^This is source code, and `input\(…\)` in it gives a value only when it runs\./,
    ],
  ])('%s', async (_, text, message) => {
    expect((await outcomeOf(text)).refused).toMatch(message);
  });

  test('values that source code holds as they are are read, with a note', async () => {
    const text =
      'def test_chat():\n    history = [("user", "hi"), ("ai", "hello")]\n    assert chat(history) == "hello"\n';
    expect((await outcomeOf(text)).notes).toContain('assumed reader/source-values');
  });

  test('a table of messages of both sides is a chat', async () => {
    const text = 'name,role,text\nAnna,user,Where is it?\nBot,assistant,On its way.\nAnna,user,Thanks\n';
    expect(await outcomeOf(text)).not.toHaveProperty('refused');
  });
});

describe('an ambiguous text opens with a note that says what was taken for what', () => {
  test.each([
    ['a poem', 'Human: a candle in the wind\nAI: a mirror\nHuman: the question, low\nAI: the answer, long ago\n'],
    ['headings', '# Roles\n\n## User\n\nThe person who writes.\n\n## Assistant\n\nThe model that answers.\n'],
    [
      'events',
      '2026-03-02 09:14:03 User: anna logged in\n2026-03-02 09:15:03 Agent: restarted\n2026-03-02 09:15:09 User: anna left\n',
    ],
  ])('%s', async (_, text) => {
    expect((await outcomeOf(text)).notes).toContain('assumed reader/speakers');
  });
});

const keys = ['user', 'assistant', 'system', 'agent', 'model', 'client', 'customer', 'tool', 'messages', 'name'];

test.each([
  ['User: root\nHost: db1\nAssistant: none\n', 'reader/no-chat'],
  ['diff --git a/m b/m\n', 'reader/diff'],
  ['import x\nm = [{"role": "user", "content": ask()}]\n', 'reader/source-code'],
])('a refusal has a code of its own: %j', async (text, code) => {
  const opened = await openText(text);
  expect(!opened.ok && opened.problem.code).toBe(code);
});

test.each([
  'You said: I like it, but Tom did not.\nHe left.\n',
  'You said: yes, always.\nClaude: a novel about a man.\n',
  'You said:\nyes\nTom said:\nno\n',
  'What ChatGPT said:\nnothing.\nWhat you said:\nall.\n',
  'Opening hours (09:14): User: a, Assistant: b\n',
])('prose with such labels is no chat: %j', async (text) => {
  expect((await outcomeOf(text)).refused).toBeDefined();
});

test('a mapping in YAML is never a chat', async () => {
  const lines = fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.constantFrom('x', 'be nice', '"a"', '3', '')), {
    minLength: 2,
    selector: ([key]) => key,
  });
  await fc.assert(
    fc.asyncProperty(lines, async (entries) => {
      const opened = await openText(entries.map(([key, value]) => `${key}: ${value}\n`).join(''));
      expect(opened.ok && opened.value.importer.id).not.toBe('chat-transcript');
    }),
  );
});

test.each(['agent: support\nmodel: m-1\nuser: u-1\n', 'model: m-1\nsystem: be nice\nuser: u-1\n'])(
  'a recording in YAML is read as such, whatever keys are above its messages: %j',
  async (head) => {
    const opened = await openText(
      `${head}messages:\n  - role: user\n    content: hi\n  - role: assistant\n    content: hello\n`,
    );
    expect(opened.ok && opened.value.importer.id).toBe('openai-chat');
  },
);
