import { describe, expect, test } from 'vitest';
import { fixtures } from '../importers/battery/testing.ts';
import type { OpenText } from './open-text.ts';
import { openEntry, type OpenSession } from './open-session.ts';
import { openNow } from '../testing.ts';
import { systemOf } from '../systems/systems.ts';
import { rangesOfTurn, turnAtOffset } from './turn-sources.ts';

function textOpened(text: string): OpenText {
  const open = openNow(text);
  if (!open.ok) throw new Error(open.problem.message);
  return open.value;
}

const opened = (text: string): OpenSession => sessionIn(textOpened(text), 0);

function sessionIn(text: OpenText, entry: number): OpenSession {
  const session = openEntry(text, entry, systemOf);
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
  test('every part of the source of a turn leads to the turn', () => {
    const session = opened(text);
    expect(session.history.turns).toHaveLength(5);
    for (const { index } of session.history.turns) {
      for (const { start } of rangesOfTurn(session, index)) expect(turnAtOffset(session, start)).toBe(index);
    }
  });

  test('a call and its result are apart, and both belong to the turn', () => {
    const session = opened(text);
    const parts = rangesOfTurn(session, 2).map(({ start, end }) => text.slice(start, end));
    expect(parts).toHaveLength(2);
    expect(parts[0]).toContain('look');
    expect(parts[1]).toContain('seen');
    expect(turnAtOffset(session, text.indexOf('found'))).toBe(3);
  });

  test('omitted parts have no turn', () => {
    const session = opened(text);
    expect(turnAtOffset(session, text.indexOf('be kind'))).toBeNull();
    expect(turnAtOffset(session, text.length + 5)).toBeNull();
  });
});

test.each(fixtures)('in $owner/fixtures/$name each turn’s text leads to it, or to one of the same text', ({ text }) => {
  const open = textOpened(text);
  for (const entry of open.entries.keys()) {
    const session = sessionIn(open, entry);
    const own = session.history.turns.map(({ index }) => rangesOfTurn(session, index)[0]?.start);
    const lost = own.filter((start) => start !== undefined && own[turnAtOffset(session, start) ?? -1] !== start);
    expect(lost).toEqual([]);
  }
});

test('a place in a log’s message leads to its turn', () => {
  const log = `2026-07-07 14:38:54.431 | DEBUG    | pipecat.services.llm:_process:12 - Generating chat [{"role": "user", "content": "hello"}]`;
  const session = opened(log);
  expect(turnAtOffset(session, log.indexOf('hello'))).toBe(0);
});

test('an artifact leads to the answer that it belongs to, although it came before it', () => {
  const artifact = { artifactId: 'a', parts: [{ kind: 'text', text: 'the map' }] };
  const task = { kind: 'task', id: 't', contextId: 'c', status: { state: 'completed' }, artifacts: [artifact] };
  const message = { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'draw' }] };
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { ...task, history: [message] } });
  const session = opened(text);
  expect(turnAtOffset(session, text.indexOf('the map'))).toBe(1);
  expect(rangesOfTurn(session, 0).map(({ start, end }) => text.slice(start, end))).toEqual([JSON.stringify(message)]);
});
