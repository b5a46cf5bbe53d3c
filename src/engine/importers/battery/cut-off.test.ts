import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { openNow } from '../../testing.ts';
import { systemOf } from '../../systems/systems.ts';

const chat = JSON.stringify([
  { role: 'user', content: 'refund A-1' },
  { role: 'assistant', content: null, tool_calls: [call('c-1', 'refund', '{"order": "A-1"}')] },
  { role: 'tool', tool_call_id: 'c-1', content: 'done' },
  { role: 'assistant', content: 'Done.' },
]);

function call(id: string, name: string, args: string) {
  return { id, type: 'function', function: { name, arguments: args } };
}

/** Converts JSON to the text that Python’s `repr` prints for the parsed value. */
const asPython = (json: string) => json.replaceAll('null', 'None').replaceAll('"', "'").replaceAll("\\'", '\\"');

test.each([
  ['JSON', chat],
  ['Python', asPython(chat)],
])('a chat in %s opens when cut off anywhere after its first message, and the report says so', (_, text) => {
  const firstEnd = text.indexOf('}') + 1;
  for (let end = firstEnd + 2; end < text.length; end++) {
    const opened = openNow(text.slice(0, end));
    if (!opened.ok) throw new Error(`cut at ${end}, ${text.slice(0, end)}: ${opened.problem.message}`);
    const session = openEntry(opened.value, 0, systemOf);
    if (!session.ok) throw new Error(`cut at ${end}: ${session.problem.message}`);
    expect(session.value.notes.some(({ severity }) => severity === 'lost' || severity === 'repaired')).toBe(true);
    expect(session.value.history.turns[0]?.kind).toBe('input');
  }
});

test('a last message without content is left out, not shown as an empty turn', () => {
  const opened = openNow('[{"role": "user", "content": "hi"}, {"role": "assistant", "cont');
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!session.ok) throw new Error(session.problem.message);
  expect(session.value.history.turns.map(({ kind }) => kind)).toEqual(['input']);
  expect(session.value.notes.map(({ code }) => code)).toContain('openai-chat/stump');
});

test('the problem for an unrecognised, truncated text says where it ends', () => {
  const opened = openNow('{"spans": [{"name": ');
  expect(opened.ok ? '' : opened.problem.message).toContain('The text ends inside');
});
