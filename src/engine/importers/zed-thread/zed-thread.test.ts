import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

function read(...messages: readonly unknown[]) {
  const { history, notes } = firstSession(JSON.stringify({ title: 't', version: '0.3.0', messages })).session;
  return {
    turns: history.turns.map(({ kind, label }) => `${kind}: ${label}`),
    notes: notes.filter(({ code }) => code.startsWith('zed-thread/')).map(({ code, place }) => `${code} ${place}`),
    codes: notes.map(({ code }) => code),
  };
}

const user = (...content: readonly object[]) => ({ User: { id: 'u', content } });
const agent = (text: string) => ({ Agent: { content: [{ Text: text }], tool_results: {} } });

test('entries that are not messages are noted', () => {
  const { turns, notes, codes } = read(
    user({ Text: 'Go' }),
    agent('One.'),
    'Resume',
    agent('Two.'),
    user(),
    { Compaction: { Summary: 'One and two.' } },
    { Compaction: { ProviderNative: { provider: 'openai', items: [] } } },
    user({ Text: 'On' }),
  );
  expect(turns).toEqual(['input: Go', 'llm: One.', 'llm: Two.', 'input: On']);
  expect(notes).toEqual([
    'zed-thread/resumed messages[2]',
    'zed-thread/empty messages[4]',
    'zed-thread/compacted messages[5]',
  ]);
  expect(codes).not.toContain('import/message');
});

test('an entry of a kind that is not known is reported as lost', () => {
  expect(read(user({ Text: 'Go' }), agent('One.'), { Stranger: {} }, 'Strange').codes).toContain('import/message');
});
