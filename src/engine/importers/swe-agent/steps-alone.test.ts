import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

function opened(text: string) {
  const read = openNow(text);
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history } = session.value;
  return {
    importer: read.value.importer.id,
    kinds: history.turns.map(({ kind }) => kind),
    outputs: history.invocations.map(({ output }) => output),
  };
}

test('steps without their trajectory are read like steps inside one', () => {
  const step = { action: 'ls', observation: 'a.txt', response: 'Let me look.', thought: 'Let me look.', state: '{}' };
  expect(opened(JSON.stringify([step]))).toEqual({
    importer: 'swe-agent',
    kinds: ['llm', 'capability'],
    outputs: ['a.txt'],
  });
});
