import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const row = (id: string, parent: string | null, attributes: object, more: object) => ({
  id: `row-${id}`,
  span_id: id,
  root_span_id: 'root',
  span_parents: parent === null ? null : [parent],
  project_id: 'p',
  experiment_id: 'e',
  created: '2026-01-01T00:00:01.000Z',
  span_attributes: attributes,
  ...more,
});
const chat = (asked: string, content: string) => ({
  input: [{ role: 'user', content: asked }],
  output: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  metadata: { model: 'm' },
});

/** https://github.com/braintrustdata/braintrust-sdk-javascript/blob/main/js/src/framework.ts (`purpose: "scorer"`) */
test('the model call of a scorer is no part of the conversation that it judges', () => {
  const rows = [
    row('root', null, { name: 'eval', type: 'eval' }, { input: 'Where is 7?', output: 'Shipped.' }),
    row('a', 'root', { name: 'Chat Completion', type: 'llm' }, chat('Where is 7?', 'Shipped.')),
    row('s', 'root', { name: 'Factuality', type: 'score', purpose: 'scorer' }, { output: { score: 1 } }),
    row('b', 's', { name: 'Chat Completion', type: 'llm', purpose: 'scorer' }, chat('Rate this answer.', 'A')),
    row('c', 's', { name: 'search', type: 'tool', purpose: 'scorer' }, { input: { q: 'x' }, output: 'y' }),
  ];
  const { history } = firstSession(rows.map((one) => JSON.stringify(one)).join('\n')).session;
  expect(history.turns.map(({ label }) => label)).toEqual(['Where is 7?', 'Shipped.']);
  expect(history.invocations).toEqual([]);
});
