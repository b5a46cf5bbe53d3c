import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

test('messages of a run without the run around them are a session', () => {
  const call = { function: 'get_iban', args: {}, id: '', placeholder_args: null };
  const messages = [
    { role: 'system', content: 'Be good.' },
    { role: 'user', content: 'Which is my IBAN?' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', content: 'DE89', tool_call_id: '', tool_call: call, error: null },
    { role: 'assistant', content: [{ type: 'text', content: 'It is DE89.' }], tool_calls: null },
  ];
  const source = openNow(JSON.stringify(messages));
  const session = source.ok ? openEntry(source.value, 0, systemOf) : source;
  if (!source.ok || !session.ok) throw new Error('it did not open');
  expect(source.value.importer.id).toBe('agentdojo');
  const { history } = session.value;
  expect(history.turns.map(({ kind, text: said }) => [kind, said])).toEqual([
    ['input', 'Which is my IBAN?'],
    ['llm', undefined],
    ['capability', undefined],
    ['llm', 'It is DE89.'],
  ]);
  expect(history.invocations[0]).toMatchObject({ function: 'get_iban', output: 'DE89' });
  expect(source.value.entries[0]?.title).toBe('Which is my IBAN?');
});
