import { expect, test } from 'vitest';
import { openNow } from '../testing.ts';
import { refusalOf } from './refusal.ts';

const prints = {
  CrewAI: '# Agent: Researcher\n## Task: Research AI\n\n\n# Agent: Researcher\n## Final Answer: \nten bullets\n',
  DSPy: '\n\n[2025-01-01T10:00:00.123456]\n\nSystem message:\n\nYour input fields are:\n1. `question` (str)\n\n\nResponse:\n\nMe\n',
  'AI SDK': 'f:{"messageId":"m1"}\n0:"Let me "\n0:"look."\nd:{"finishReason":"stop"}\n',
};

test.for(Object.entries(prints))('output of %s for people is refused by name, with advice', ([by, text]) => {
  const opened = openNow(text);
  expect(opened).toMatchObject({ ok: false, problem: { code: 'reader/printed-for-people' } });
  expect(!opened.ok && opened.problem.message).toContain(by);
});

test('a recording that mentions such output is read', () => {
  const messages = [{ role: 'user', content: '# Agent: Researcher\n## Task: go' }];
  expect(openNow(JSON.stringify(messages)).ok).toBe(true);
});

test.each([
  ['Go', '[{Role:user Content:hi there Calls:[]} {Role:assistant Content:ok}]'],
  ['Go', 'map[content:hi there role:user]'],
  ['PHP', 'Array\n(\n    [0] => Array\n        (\n            [role] => user\n        )\n\n)\n'],
  ['PHP', "[\n  'role' => 'user',\n  'content' => 'hi',\n]"],
  ['Swift', '["role": "user", "content": "hi", "n": 1]'],
  ['Elixir', '[%{role: "user", content: "hi"}, %Message{role: "assistant"}]'],
  ['Ruby', '#<Message:0x000 @role="user", @content="hi">'],
  ['Java', "Message{role='user', content='hi', toolCalls=null}"],
  ['Java', '{role=user, content=hi there, tools=[a, b]}'],
  ['TOML', '[[messages]]\nrole = "user"\ncontent = "hi"\n'],
  ['Protocol Buffers', 'candidates {\n  content {\n    role: "model"\n    parts {\n      text: "hi"\n    }\n  }\n}\n'],
  ['pandas', '        role content\n0       user      hi\n1  assistant      ok\n'],
])('the print of another language is refused by name: %s', (name, text) => {
  const opened = openNow(text);
  expect(opened.ok ? 'opened' : opened.problem.message).toMatch(new RegExp(`^This looks like .*${name}.* Paste `));
});

test.each([
  ['Base64', 'eyJyb2xlIjogInVzZXIiLCAiY29udGVudCI6ICJoaSJ9'],
  ['Base64', 'data:application/json;base64,W3sicm9sZSI6ICJ1c2VyIiwgImNvbnRlbnQiOiAiaGkifV0='],
  ['compressed', 'H4sIAAAAAAAAA6tWKsrPSVWyUlAqLU4tUtJRUErOzytJzStRslJQMlSqBQBtK0kTJAAAAA=='],
  ['address', '%7B%22role%22%3A%20%22user%22%7D'],
  ['address', 'https://example.com/view?data=%7B%22role%22%3A+%22user%22%7D'],
  ['hexadecimal', '7b22726f6c65223a202275736572227d'],
])('an encoded text is refused with advice to decode it: %s', (name, text) => {
  const opened = openNow(text);
  expect(opened.ok ? 'opened' : opened.problem.message).toMatch(new RegExp(`^This looks like .*${name}.* Decode it`));
});

test('forty-five settings of a program are quickly recognised as none of these', () => {
  const settings = Array.from({ length: 45 }, (_, index) => `KEY_${index} = value ${index}`).join('\n');
  const start = performance.now();
  const problem = { code: 'reader/no-value', message: 'No value.' };
  expect(refusalOf(settings, problem)).toBe(problem);
  expect(performance.now() - start).toBeLessThan(2000);
});
