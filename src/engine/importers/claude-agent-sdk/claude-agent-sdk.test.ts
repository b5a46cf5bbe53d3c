import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** Lines as Python prints the SDK's messages; `versioned`: with the fields of newer versions. */
const lines = (versioned: string, result: string) => [
  `AssistantMessage(content=[TextBlock(text='I look.')], model='m'${versioned})`,
  `AssistantMessage(content=[ToolUseBlock(id='t1', name='Read', input={'p': 1})], model='m'${versioned})`,
  `UserMessage(content=[${result}]${versioned})`,
  `AssistantMessage(content=[TextBlock(text='Done')], model='m'${versioned})`,
];
const result = (content: string, isError = 'None') =>
  `ToolResultBlock(tool_use_id='t1', content=${content}, is_error=${isError})`;

const callsOf = (text: string) => {
  const { opened, session } = firstSession(text);
  const calls = session.history.invocations.map(({ function: name, outcome }) => [name, outcome]);
  return { sessions: opened.entries.length, turns: session.history.turns.map(({ kind }) => kind), calls };
};

const whole = { sessions: 1, turns: ['llm', 'capability', 'llm'], calls: [['Read', 'successful']] };

test('messages of older versions have no parent', () => {
  expect(callsOf(lines('', result("'x'")).join('\n'))).toEqual(whole);
});

test('reports of the program in between do not divide the session', () => {
  const printed = lines(', parent_tool_use_id=None', result("'x'"));
  const limit = "RateLimitEvent(rate_limit_info=RateLimitInfo(status='allowed'), uuid='u', session_id='s')";
  expect(callsOf([...printed.slice(0, 3), limit, ...printed.slice(3)].join('\n'))).toEqual(whole);
});

test.each([
  ['a refusal of the user', '"The user doesn\'t want to proceed with this tool use."', 'restricted'],
  ['a permission', "'Permission to use Read has been denied'", 'restricted'],
  ['an error', "'File does not exist'", 'errored'],
])('a call that did not work: %s', (_, content, outcome) => {
  expect(callsOf(lines('', result(content, 'True')).join('\n')).calls).toEqual([['Read', outcome]]);
});

// `PermissionResultDeny(message='not now')`: https://github.com/anthropics/claude-agent-sdk-python/blob/main/src/claude_agent_sdk/types.py
test('a call that the program denied in its own words is restricted', () => {
  const denials = "[{'tool_name': 'Read', 'tool_use_id': 't1', 'tool_input': {'p': 1}}]";
  const run = `ResultMessage(subtype='success', duration_api_ms=1, session_id='s', permission_denials=${denials})`;
  const text = [...lines('', result("'not now'", 'True')), run].join('\n');
  expect(callsOf(text).calls).toEqual([['Read', 'restricted']]);
});

test('an answer counts its beginning, and the last message of each run the whole run with its cache', () => {
  const usage = (output: number) =>
    `{'input_tokens': 2, 'cache_creation_input_tokens': 10, 'cache_read_input_tokens': 100, 'output_tokens': ${output}}`;
  const answer = `AssistantMessage(content=[TextBlock(text='Done')], model='m', usage=${usage(1)}, stop_reason=None)`;
  const run = `ResultMessage(subtype='success', duration_api_ms=1, session_id='s', usage=${usage(40)})`;
  const { history } = firstSession([answer, run, answer, run].join('\n')).session;
  expect(history.turns.map(({ tokens }) => tokens)).toEqual([{ prompt: 112 }, { prompt: 112 }]);
  expect(history.tokens.at(-1)).toMatchObject({ prompt: 224, completion: 80 });
});

test('pieces of answers and tasks are named', () => {
  const piece = "StreamEvent(uuid='u', session_id='s', event={'type': 'message_stop'})";
  const task = "TaskStartedMessage(subtype='task_started', data={}, task_id='t', uuid='u', session_id='s')";
  const { notes } = firstSession([...lines('', result("'x'")), piece, task].join('\n')).session;
  expect(notes.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['claude-agent-sdk/pieces', 'claude-agent-sdk/system']),
  );
});
