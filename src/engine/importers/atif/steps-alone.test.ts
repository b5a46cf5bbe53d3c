import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

function opened(text: string) {
  const { opened: read, session } = firstSession(text);
  const { history, notes } = session;
  return {
    importer: read.importer.id,
    kinds: history.turns.map(({ kind }) => kind),
    tokens: history.tokens.at(-1)?.total,
    places: notes.map(({ place }) => place),
  };
}

const steps = [
  { step_id: 1, source: 'system', message: 'be brief' },
  { step_id: 2, source: 'user', message: 'list my files' },
  {
    step_id: 3,
    source: 'agent',
    message: '',
    tool_calls: [{ tool_call_id: 'c', function_name: 'ls', arguments: {} }],
    observation: { results: [{ source_call_id: 'c', content: 'a.txt' }] },
    metrics: { prompt_tokens: 10, completion_tokens: 5 },
  },
];

test('steps without their trajectory are read like steps within one', () => {
  const alone = opened(JSON.stringify(steps));
  expect(alone).toMatchObject({ importer: 'atif', kinds: ['input', 'llm', 'capability'], tokens: 15 });
  expect(alone.places).toContain('[0]');
  expect(opened(steps.map((step) => JSON.stringify(step)).join('\n'))).toEqual(alone);
});

test('a trajectory without a version is recognised too', () => {
  const { kinds, places } = opened(JSON.stringify({ session_id: 's', steps }));
  expect(kinds).toEqual(['input', 'llm', 'capability']);
  expect(places).toContain('steps[0]');
});
