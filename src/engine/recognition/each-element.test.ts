import { expect, test } from 'vitest';
import { writeSessionFile } from '../model/session-file.ts';
import { formatPath } from '../model/path.ts';
import { openEntry, type OpenSession } from '../opening/open-session.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';

const run = (task: string, said: string) => ({
  suite_name: 'banking',
  pipeline_name: 'p',
  user_task_id: task,
  messages: [
    { role: 'user', content: said },
    { role: 'assistant', content: 'Yes.', tool_calls: null },
  ],
});

const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

function opened(text: string): { readonly importer: string; readonly sessions: readonly OpenSession[] } {
  const found = openNow(text);
  if (!found.ok) throw new Error(found.problem.message);
  const sessions = found.value.entries.map((_, index) => {
    const session = openEntry(found.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    return session.value;
  });
  return { importer: found.value.importer.id, sessions };
}

test('each line with a recording becomes a session, with places of the whole file', () => {
  const text = lines([run('t1', 'one?'), run('t2', 'two?')]);
  const { importer, sessions } = opened(text);
  expect(importer).toBe('agentdojo');
  expect(sessions.map(({ history }) => history.turns[0]?.label)).toEqual(['one?', 'two?']);
  const place = sessions[1]?.sources.at(0) ?? [];
  expect(formatPath(place)).toBe('[1].messages[0]');
  const range = sessions[1]?.document.locate(place);
  expect(text.slice(range?.start, range?.end)).toBe('{"role":"user","content":"two?"}');
});

test('lines of several formats are read by their own importers; unknown lines are in the first report', () => {
  const snapshot = { agent: {}, user: {}, llm: {}, input: [], output: [], capabilities: {}, _history: { turns: [] } };
  const { importer, sessions } = opened(lines([run('t1', 'one?'), snapshot, { what: 'is this' }]));
  expect(importer).toBe('elements');
  expect(sessions.map(({ session }) => session.header['importer'])).toEqual(['agentdojo', 'task-snapshot']);
  expect(sessions[0]?.notes.find(({ code }) => code === 'elements/unknown')?.place).toBe('[2]');
});

const chat = (said: string) => ({
  messages: [
    { role: 'user', content: said },
    { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'find', arguments: '{}' } }] },
  ],
});

test('lines of several formats are read by their own importers, even when the first importer would take the whole file', () => {
  const use = { type: 'tool_use', id: 'c', name: 'find', input: {} };
  const claude = {
    model: 'claude',
    max_tokens: 9,
    messages: [
      { role: 'user', content: 'three?' },
      { role: 'assistant', content: [use] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'found' }] },
    ],
  };
  const called = { ...run('t1', 'four?'), messages: chat('four?').messages };
  const response = { object: 'response', output: [{ type: 'message', role: 'assistant', content: [] }] };
  const langChain = [
    { type: 'human', content: 'six?' },
    { type: 'ai', content: 'Yes.', tool_calls: [] },
  ];
  const importers = ['openai-chat', 'openai-chat', 'anthropic-messages', 'agentdojo', 'openai-responses', 'langgraph'];
  const values = [chat('one?'), chat('two?'), claude, called, response, langChain];
  for (const first of values.keys()) {
    const turned = <T>(list: readonly T[]) => [...list.slice(first), ...list.slice(0, first)];
    const { importer, sessions } = opened(lines(turned(values)));
    expect(importer).toBe('elements');
    expect(sessions.map(({ session }) => session.header['importer'])).toEqual(turned(importers));
  }
});

test('lines that are each certainly one format are read as it, although another importer could read the whole list', () => {
  const exchange = (said: string) => ({
    request: { model: 'claude', max_tokens: 9, messages: [{ role: 'user', content: said }] },
    response: { type: 'message', role: 'assistant', model: 'claude', content: [{ type: 'text', text: 'Yes.' }] },
  });
  const { importer, sessions } = opened(lines([exchange('one?'), exchange('two?')]));
  expect(importer).toBe('anthropic-messages');
  expect(sessions.map(({ history }) => history.turns.map(({ label }) => label))).toEqual([
    ['one?', 'Yes.'],
    ['two?', 'Yes.'],
  ]);
});

test('entries of one log stay together, although one of them looks like a recording', () => {
  const parts = (kind: string, ...held: readonly object[]) => ({ kind, parts: held });
  const { importer, sessions } = opened(
    JSON.stringify([
      parts('request', { part_kind: 'user-prompt', content: 'Book a room.' }),
      parts('response', { part_kind: 'tool-call', tool_name: 'book', args: {}, tool_call_id: 'c' }),
      parts('request', { part_kind: 'tool-return', tool_name: 'book', content: 'done', tool_call_id: 'c' }),
    ]),
  );
  expect(importer).toBe('pydantic-ai');
  expect(sessions.map(({ history }) => history.turns.length)).toEqual([3]);
});

test('session files on separate lines are read as session files, whatever they contain', () => {
  const [first] = opened(lines([run('t1', 'one?'), run('t2', 'two?')])).sessions;
  if (first === undefined) throw new Error('no session');
  const file = JSON.stringify(JSON.parse(writeSessionFile(first.session)));
  const { importer, sessions } = opened(`${file}\n${file}`);
  expect(importer).toBe('session-file');
  expect(sessions.length).toBe(2);
});

test('a list without any known element is not recognised', () => {
  const found = openNow(lines([{ what: 1 }, { what: 2 }, { what: 3 }, { what: 4 }, run('t1', 'one?')]));
  expect(found.ok ? '' : found.problem.code).toBe('import/unknown-kind');
});

test('a line that its importer refuses is left out with a note', () => {
  const text = lines([
    run('t1', 'one?'),
    { ...run('t2', ''), messages: [] },
    { format: 'contextscope/session', version: 99 },
  ]);
  const { sessions } = opened(text);
  expect(sessions[0]?.notes.find(({ code }) => code === 'elements/refused')?.place).toBe('[2]');
});
