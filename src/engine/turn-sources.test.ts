import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openEntry, type OpenSession } from './open-text.ts';
import { openNow } from './testing.ts';
import { systemOf } from './systems/systems.ts';
import { rangesOfTurn, turnAtOffset } from './turn-sources.ts';

function opened(text: string): OpenSession {
  const open = openNow(text);
  if (!open.ok) throw new Error(open.problem.message);
  const session = openEntry(open.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const call = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '{}' } });
const chat = [
  { role: 'system', content: 'be kind' },
  { role: 'user', content: 'hi' },
  { role: 'assistant', content: null, tool_calls: [call('a', 'look'), call('b', 'find')] },
  { role: 'tool', tool_call_id: 'b', content: 'found' },
  { role: 'tool', tool_call_id: 'a', content: 'seen' },
  { role: 'assistant', content: 'done' },
];
const spellings = {
  'JSON on one line': JSON.stringify(chat),
  'JSON, indented': JSON.stringify(chat, null, 2),
  'JSON Lines': `${chat.map((line) => JSON.stringify(line)).join('\n')}\n`,
  Python: JSON.stringify(chat).replaceAll('null', 'None').replaceAll('"', "'"),
};

describe.each(Object.entries(spellings))('%s', (_spelling, text) => {
  test('every part of every turn leads back to it', () => {
    const session = opened(text);
    expect(session.history.turns).toHaveLength(5);
    for (const { index } of session.history.turns) {
      for (const { start } of rangesOfTurn(session, index)) expect(turnAtOffset(session, start)).toBe(index);
    }
  });

  test('a call and its result stand apart, and both are the turn’s', () => {
    const session = opened(text);
    const parts = rangesOfTurn(session, 2).map(({ start, end }) => text.slice(start, end));
    expect(parts).toHaveLength(2);
    expect(parts[0]).toContain('look');
    expect(parts[1]).toContain('seen');
    expect(turnAtOffset(session, text.indexOf('found'))).toBe(3);
  });

  test('of what was left out no turn was made', () => {
    const session = opened(text);
    expect(turnAtOffset(session, text.indexOf('be kind'))).toBeNull();
    expect(turnAtOffset(session, text.length + 5)).toBeNull();
  });
});

test.each(['vapi', 'adk-session', 'tau-bench', 'openai-responses'])(
  'in fixtures of %s each turn’s source leads to it, or to one of the same source',
  (importer) => {
    const folder = join(import.meta.dirname, 'importers', importer, 'fixtures');
    const name = readdirSync(folder).find((file) => file !== 'ORIGIN.md' && !file.endsWith('.outline.txt'));
    const session = opened(readFileSync(join(folder, name ?? ''), 'utf8'));
    const spot = (turn: number) => rangesOfTurn(session, turn)[0]?.start;
    for (const { index } of session.history.turns) {
      const start = spot(index);
      if (start === undefined) continue;
      expect(spot(turnAtOffset(session, start) ?? -1)).toBe(start);
    }
  },
);
