import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { rangesOfTurn } from '../../opening/turn-sources.ts';
import { documentOf, notesOf } from '../testing.ts';

const printed = `Here we go
================================ Human Message =================================

what is 3 * 12?
and say why
==================================\u001B[1m Ai Message \u001B[0m==================================
Name: mathematician

Let me see.
Tool Calls:
  multiply (call_1)
 Call ID: call_1
  Args:
    a: 3
    b: [1, 'x']
    note: two lines
of text
  search (call_2)
 Call ID: call_2
  Args:
================================= Tool Message =================================
Name: multiply

36
================================= Tool Message =================================
Name: search

Error: offline
================================== Ai Message ==================================

It is 36.
`;

test('messages printed by LangChain are a list', () => {
  const document = documentOf(printed);
  expect(document.syntax).toBe('langchain-console');
  expect(document.value).toMatchObject([
    { type: 'human', content: 'what is 3 * 12?\nand say why' },
    {
      type: 'ai',
      name: 'mathematician',
      content: 'Let me see.',
      tool_calls: [
        { id: 'call_1', name: 'multiply', args: { a: 3, b: [1, 'x'], note: 'two lines\nof text' } },
        { id: 'call_2', name: 'search', args: {} },
      ],
    },
    { type: 'tool', name: 'multiply', content: '36' },
    { type: 'tool', name: 'search', content: 'Error: offline' },
    { type: 'ai', content: 'It is 36.' },
  ]);
  expect(notesOf(printed).map((note) => note.split(' ')[1])).toEqual([
    'reader/colour-code',
    'reader/prose',
    'reader/printed-arguments',
  ]);
});

test('it opens as a conversation, each result with the call of its name, and Raw shows its place', () => {
  const opened = openNow(printed);
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { turns, invocations } = session.value.history;
  expect(turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'capability', 'llm']);
  expect(invocations.map(({ function: name, output }) => [name, output])).toEqual([
    ['multiply', '36'],
    ['search', 'Error: offline'],
  ]);
  const raw = rangesOfTurn(session.value, 3).map(({ start, end }) => printed.slice(start, end));
  expect(raw[0]).toContain('search (call_2)');
  expect(raw[1]).toContain('Error: offline');
});
