import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

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

const counted = [
  { source: 'user', message: 'go' },
  { source: 'agent', message: 'done', metrics: { prompt_tokens: 10, completion_tokens: 2 } },
];

function spent(final_metrics: object) {
  const opened = openNow(
    JSON.stringify({ schema_version: 'ATIF-v1.6', agent: { name: 'a' }, steps: counted, final_metrics }),
  );
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { prompt, completion } = session.value.history.tokens.at(-1) ?? {};
  return { sums: [prompt, completion], codes: session.value.notes.map(({ code }) => code) };
}

test('tokens that the run used in other files are counted at its end', () => {
  const { sums, codes } = spent({ total_prompt_tokens: 30, total_completion_tokens: 5 });
  expect(sums).toEqual([30, 5]);
  expect(codes).toContain('atif/totals');
});

test('totals that equal the sum of the steps add nothing', () => {
  const { sums, codes } = spent({ total_prompt_tokens: 10, total_completion_tokens: 2 });
  expect(sums).toEqual([10, 2]);
  expect(codes).not.toContain('atif/totals');
});

/** In the form of Harbor's converter for Claude Code: `src/harbor/agents/installed/claude_code.py`. */
test.each([
  [
    'the result',
    [{ tool_result_is_error: true }, { tool_result_is_error: false }],
    undefined,
    ['errored', 'successful'],
  ],
  ['the step of a single call', [undefined], { tool_result_is_error: true }, ['errored']],
])('a failed call is marked in the extra fields of %s', (_, marks, extra, outcomes) => {
  const ids = marks.map((_mark, index) => `c${index}`);
  const { session } = firstSession(
    JSON.stringify([
      ...steps.slice(0, 2),
      {
        ...steps[2],
        tool_calls: ids.map((id) => ({ tool_call_id: id, function_name: 'ls', arguments: { id } })),
        observation: {
          results: ids.map((id, index) => ({ source_call_id: id, content: 'text', extra: marks[index] })),
        },
        extra,
      },
    ]),
  );
  expect(session.history.invocations.map(({ outcome }) => outcome)).toEqual(outcomes);
});
