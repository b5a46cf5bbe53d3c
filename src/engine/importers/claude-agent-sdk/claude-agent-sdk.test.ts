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

test('what the program reports in between does not divide the session', () => {
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
