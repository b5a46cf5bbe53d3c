import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { fixtures } from './testing.ts';

/** Recounted from the text of a recording, by the one field in which its program counts what was read from a cache. */
const recordings = [
  {
    owner: 'codex',
    name: 'escalation.jsonl',
    field: /"last_token_usage":\{[^}]*"cached_input_tokens": ?(?<count>\d+)/g,
  },
  {
    owner: 'codex',
    name: 'compaction.jsonl',
    field: /"last_token_usage":\{[^}]*"cached_input_tokens": ?(?<count>\d+)/g,
  },
  { owner: 'gemini-cli', name: 'tool-error.jsonl', field: /"cached": ?(?<count>\d+)/g },
  { owner: 'gemini-cli', name: 'entire-a03d69f3.json', field: /"cached": ?(?<count>\d+)/g },
  // Each line of an answer repeats its counts.
  {
    owner: 'claude-code',
    name: 'tool-heavy.jsonl',
    field: /"id": ?"msg_(?<id>\w+)".*"cache_read_input_tokens": ?(?<count>\d+)/g,
  },
];

test.each(recordings)('$owner: the tokens from a cache are those that $name counts', ({ owner, name, field }) => {
  const text = fixtures.find((fixture) => fixture.owner === owner && fixture.name === name)?.text ?? '';
  const source = openNow(text);
  if (!source.ok) throw new Error(source.problem.message);
  const session = openEntry(source.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const read = session.value.history.turns.flatMap(({ tokens }) => tokens?.cached ?? []);
  const counts = [...text.matchAll(field)].map(
    ({ groups }, at) => [groups?.['id'] ?? at, Number(groups?.['count'])] as const,
  );
  const counted = [...new Map(counts).values()].filter((count) => count > 0);
  expect(read).toEqual(counted);
  expect(read.length).toBeGreaterThan(0);
});

test('a Codex rollout says how much a call of its model can hold', () => {
  const text = fixtures.find(({ owner, name }) => owner === 'codex' && name === 'rollout-small.cut.jsonl')?.text ?? '';
  const source = openNow(text);
  if (!source.ok) throw new Error(source.problem.message);
  const session = openEntry(source.value, 0, systemOf);
  expect(session.ok && session.value.history.contextWindow).toBe(258_400);
});
