import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const steps = [
  { source: 'user', message: 'go' },
  { source: 'agent', message: 'done', metrics: { prompt_tokens: 10, completion_tokens: 2 } },
];

function spent(final_metrics: object) {
  const opened = openNow(JSON.stringify({ schema_version: 'ATIF-v1.6', agent: { name: 'a' }, steps, final_metrics }));
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
