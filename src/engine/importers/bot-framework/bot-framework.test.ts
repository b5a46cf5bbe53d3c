import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const said = (id: string, text: string, from: object = {}, more: object = {}) => ({
  type: 'message',
  channelId: 'test',
  from: { id, ...from },
  text,
  ...more,
});

function read(...activities: readonly object[]) {
  const { history, notes } = firstSession(JSON.stringify(activities)).session;
  return { kinds: history.turns.map(({ kind }) => kind), codes: notes.map(({ code }) => code) };
}

test('without roles, the sides are assumed: the first to speak is the user', () => {
  const { kinds, codes } = read(said('u', 'Hi'), said('b', 'Hello'), said('u', 'Bye'));
  expect(kinds).toEqual(['input', 'llm', 'input']);
  expect(codes).toContain('bot-framework/sides');
});

test('without roles, who answers a message or is named a bot is the bot', () => {
  expect(read(said('b', 'Welcome'), said('u', 'Hi'), said('b', 'Hello', {}, { replyToId: '2' })).kinds).toEqual([
    'llm',
    'input',
    'llm',
  ]);
  expect(read(said('b', 'Welcome', { name: 'Order Bot' }), said('u', 'Hi')).kinds).toEqual(['llm', 'input']);
});

test('a role holds for all messages of its sender and is no assumption', () => {
  const { kinds, codes } = read(
    said('b', 'Welcome'),
    said('u', 'Hi', {}, { recipient: { id: 'b', role: 'bot' } }),
    said('u', 'Still there?', { role: 'user' }),
  );
  expect(kinds).toEqual(['llm', 'input', 'input']);
  expect(codes).not.toContain('bot-framework/sides');
});

test('a changed message is noted, and what the user filled in is a part of a message', () => {
  const filled = said('u', '', { role: 'user' }, { value: { seats: 2 } });
  const { history, notes } = firstSession(
    JSON.stringify([filled, said('b', 'Hi', { role: 'bot' }), { ...said('b', 'Bye'), type: 'messageUpdate' }]),
  ).session;
  expect(JSON.stringify(history.inputs[0]?.value)).toContain('"seats":2');
  expect(notes.map(({ code }) => code)).toContain('bot-framework/edited');
});

/** As Copilot Studio writes the events of its orchestrator into transcripts in 2026. */
test('steps of a plan in Copilot Studio are calls with their arguments and ends', () => {
  const step = (kind: string, stepId: string, value: object, at: number) => ({
    type: 'event',
    channelId: 'pva-studio',
    name: `DynamicPlanStep${kind}`,
    from: { id: 'b', role: 0 },
    timestamp: at,
    value: { planIdentifier: 'p', stepId, taskDialogId: `desk.action.${stepId}`, ...value },
  });
  const { history } = firstSession(
    JSON.stringify({
      activities: [
        { ...said('u', 'Go', { role: 1 }), timestamp: 1775589134 },
        step('Triggered', 'look', { thought: 'hm', state: 1, type: 'LlmSkill' }, 1775589135),
        step('Triggered', 'pay', {}, 1775589135),
        step('BindUpdate', 'look', { arguments: { id: 7 } }, 1775589136),
        step('Finished', 'look', { state: 'completed', observation: { status: 'sent' } }, 1775589137),
        step('Finished', 'pay', { state: 'failed', error: { message: 'no card' } }, 1775589138),
        step('Blocked', 'mail', { messageBlockedError: { code: 'x', message: 'content filter' } }, 1775589139),
        step('Triggered', 'wait', {}, 1775589140),
        { ...said('b', 'Done', { role: 0 }), timestamp: 1775589141 },
      ],
    }),
  ).session;
  expect(history.invocations.map((call) => [call.function, call.outcome, call.input])).toEqual([
    ['desk.action.look', 'successful', { id: 7 }],
    ['desk.action.pay', 'errored', undefined],
    ['desk.action.mail', 'restricted', undefined],
    ['desk.action.wait', 'no-result', undefined],
  ]);
  expect(history.invocations[0]?.output).toEqual({ status: 'sent' });
});
