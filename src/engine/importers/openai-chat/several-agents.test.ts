import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const user = (content: string) => ({ role: 'user', content });
const system = (content: string) => ({ role: 'system', content });
const says = (content: string) => ({ role: 'assistant', content });
const hands = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'h', type: 'function', function: { name: 'transfer_to_billing', arguments: '{}' } }],
};
const handed = { role: 'tool', tool_call_id: 'h', content: '{"assistant": "billing"}' };

const exchange = (messages: readonly object[], message: object) => ({
  request: { model: 'm', messages },
  response: { object: 'chat.completion', model: 'm', choices: [{ index: 0, finish_reason: 'stop', message }] },
});

function turnsOf(records: readonly object[]) {
  const read = openNow(records.map((record) => JSON.stringify(record)).join('\n'));
  if (!read.ok) throw new Error(read.problem.message);
  return read.value.entries.map((_, index) => {
    const session = openEntry(read.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    return session.value.history.turns.map(({ kind, label }) => `${kind} ${label}`);
  });
}

test('an agent that continues another agent’s conversation with its own instructions does not repeat the question', () => {
  const asked = [user('refund?')];
  expect(
    turnsOf([
      exchange([system('You route.'), ...asked], hands),
      exchange([system('You bill.'), ...asked, hands, handed], says('Refunded.')),
      exchange([system('You bill.'), ...asked, hands, handed, says('Refunded.'), user('thanks')], says('Bye.')),
    ]),
  ).toEqual([
    [
      'input refund?',
      'llm plan: transfer_to_billing',
      'capability transfer_to_billing',
      'llm Refunded.',
      'input thanks',
      'llm Bye.',
    ],
  ]);
});

test('agents that get the same question at the same time each continue with their own answer', () => {
  const asked = user('good?');
  expect(
    turnsOf([
      exchange([asked], says('Yes.')),
      exchange([asked], says('No.')),
      exchange([asked, says('Yes.'), user('why yes?')], says('It is short.')),
      exchange([asked, says('No.'), user('why no?')], says('It is long.')),
    ]),
  ).toEqual([
    ['input good?', 'llm Yes.', 'input why yes?', 'llm It is short.'],
    ['input good?', 'llm No.', 'input why no?', 'llm It is long.'],
  ]);
});

test('the same question under other instructions is a separate conversation', () => {
  const asked = user('good?');
  expect(
    turnsOf([
      exchange([system('Be kind.'), asked], says('Yes.')),
      exchange([system('Be strict.'), asked], says('No.')),
      exchange([system('Sum up.'), asked, says('Maybe.')], says('Unclear.')),
    ]),
  ).toHaveLength(3);
});
