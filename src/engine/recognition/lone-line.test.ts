import { expect, test } from 'vitest';
import { openEntry } from '../opening/open-session.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';

function opened(text: string) {
  const read = openNow(text);
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, sources, notes } = session.value;
  return {
    importer: read.value.importer.id,
    document: read.value.document,
    turns: history.turns.map(({ kind, text: said }) => [kind, said]),
    sources,
    codes: notes.map(({ code }) => code),
  };
}

const timestamp = '2026-03-01T10:00:00Z';
const lines = {
  codex: {
    timestamp,
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
  },
  'copilot-cli': { type: 'user.message', data: { content: 'hello' }, id: 'e', timestamp, parentId: null },
  kimi: {
    type: 'turn.prompt',
    input: [{ type: 'text', text: 'hello' }],
    origin: { kind: 'user' },
    time: 1_785_612_812_819,
  },
  'qwen-code': {
    uuid: 'u',
    parentUuid: null,
    sessionId: 's',
    timestamp,
    type: 'user',
    cwd: '/repo',
    version: '0.9.0',
    message: { role: 'user', parts: [{ text: 'hello' }] },
  },
};

test.for(Object.entries(lines))('a single line of %s is read as a log of one line', ([importer, line]) => {
  const found = opened(JSON.stringify(line));
  expect(found).toMatchObject({ importer, turns: [['input', 'hello']] });
});

test('the turns of a single line have places in the text', () => {
  const text = JSON.stringify(lines['copilot-cli']);
  const { document, sources } = opened(text);
  expect(document.locate(sources.at(0) ?? [])).toEqual(document.locate([]));
});

test('a program’s log message is not read as a graph’s message', () => {
  const remark = {
    type: 'system',
    subtype: 'local_command',
    content: '<command-name>/model</command-name>',
    uuid: 'u',
    parentUuid: null,
  };
  expect(openNow(JSON.stringify(remark)).ok).toBe(false);
});

test('a record that is not a line of any log is not recognised', () => {
  expect(openNow('{"type": "note", "text": "hello"}').ok).toBe(false);
});
