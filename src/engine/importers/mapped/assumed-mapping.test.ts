import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { openText } from '../../opening/open-text.ts';
import { systemOf } from '../../systems/systems.ts';

/** The turns of a text that may open with an assumed mapping, and the report; the code of the problem if it is refused. */
async function opened(
  text: string,
): Promise<{ readonly turns: readonly string[]; readonly assumed?: string } | string> {
  const found = await openText(text, { remembered: [], mayAssume: true });
  if (!found.ok) return found.problem.code;
  const session = openEntry(found.value, 0, systemOf);
  expect.assert(session.ok);
  const { history, notes } = session.value;
  const assumed = notes.find(({ code }) => code === 'import/mapping-assumed');
  return {
    turns: history.turns.map(({ kind, text: said, label, invocation }) => {
      const call = invocation === undefined ? undefined : history.invocations[invocation];
      return call === undefined
        ? `${kind}: ${said ?? label}`
        : `${call.function} ${JSON.stringify(call.input)} -> ${JSON.stringify(call.output)}`;
    }),
    ...(assumed !== undefined && { assumed: `${assumed.severity}: ${assumed.message}` }),
  };
}

const talk = [
  { who: 'customer', words: 'Where is my parcel?', at: '2026-01-02T10:00:00Z' },
  { who: 'bot', words: 'It is in Oslo.', at: '2026-01-02T10:00:04Z' },
];

const events = [
  { event: 'user_message', utterance: 'where is it' },
  { event: 'tool_call', ref: 't1', tool: 'look', params: { o: 1 } },
  { event: 'tool_result', ref: 't1', result: 'on its way' },
  { event: 'agent_message', utterance: 'It is on its way' },
];

describe('a text of unknown format opens with the mapping that leaves no doubt', () => {
  test('a list of messages of two known speakers', async () => {
    for (const text of [JSON.stringify(talk), JSON.stringify({ id: 'c-1', talk })]) {
      expect(await opened(text)).toMatchObject({
        turns: ['input: Where is my parcel?', 'llm: It is in Oslo.'],
        assumed: expect.stringMatching(
          /^assumed: .*guessed from its fields: turns from .*; kinds from “who” \(“customer” is the user, “bot” is the model\); text from “words”\. If/,
        ),
      });
    }
  });

  test('calls and results that have ids in common', async () => {
    expect(await opened(events.map((event) => JSON.stringify(event)).join('\n'))).toMatchObject({
      turns: ['input: where is it', 'look {"o":1} -> "on its way"', 'llm: It is on its way'],
      assumed: expect.stringContaining('calls from “tool”; results from “result”'),
    });
  });

  test('but not without permission, which the command line gives with --mapping auto', async () => {
    const found = await openText(JSON.stringify(talk));
    expect(found.ok ? '' : found.problem.code).toBe('import/unknown-kind');
  });
});

const changed = (at: number, change: object) => talk.map((one, index) => (index === at ? { ...one, ...change } : one));

describe('any doubt leaves the mapping to the user', () => {
  test.each<readonly [string, unknown]>([
    ['a speaker whose name says nothing', changed(1, { who: 'Nova' })],
    ['an entry without a speaker', changed(1, { who: null })],
    ['one speaker alone', [talk[0], talk[0]]],
    ['a message without a text', changed(0, { words: '' })],
    ['a second text beside the first', changed(0, { thought: 'he is angry' })],
    ['a part that is never read', changed(1, { attachments: [{ file: 'a.png' }] })],
    ['a second field that contradicts the first', changed(1, { sender: 'user' })],
    ['two lists of messages', { talk, more: talk }],
    ['a list beside the messages', { talk, tools: [{ name: 'look', about: 'finds a parcel' }] }],
    ['several sessions', { sessions: [{ talk }, { talk }] }],
    ['an entry that is no record', [...talk, 'bye']],
    ['a result that answers no call', events.map((one) => ('result' in one ? { ...one, ref: 't9' } : one))],
    ['two open calls, and results without ids', [0, 1, 1, 2, 2, 3].map((at) => ({ ...events[at], ref: undefined }))],
    ['a call without arguments', events.map((one) => ('tool' in one ? { ...one, params: undefined } : one))],
  ])('%s', async (_, document) => {
    expect(await opened(JSON.stringify(document))).toBe('import/unknown-kind');
  });

  test('a list that was cut off', async () => {
    expect(await opened(JSON.stringify([...talk, ...talk]).slice(0, -30))).toBe('import/unknown-kind');
  });
});

describe('data and logs of programs never open as a conversation', () => {
  test.each<readonly [string, unknown]>([
    [
      'a log of a server',
      [
        { level: 'info', msg: 'GET /users', time: 1 },
        { level: 'error', msg: 'timeout', time: 2 },
      ],
    ],
    [
      'requests and responses',
      [
        { type: 'request', message: 'GET /users' },
        { type: 'response', message: '200 OK' },
      ],
    ],
    [
      'queries of a database',
      [
        { kind: 'query', text: 'select 1' },
        { kind: 'result', text: '1 row' },
      ],
    ],
    [
      'client and server',
      [
        { from: 'client', message: 'hello' },
        { from: 'server', message: 'hello' },
      ],
    ],
    [
      'services that write to each other',
      [
        { from: 'user-service', message: 'created' },
        { from: 'agent-service', message: 'assigned' },
      ],
    ],
    [
      'an audit log',
      [
        { actor: 'user', message: 'deleted a row' },
        { actor: 'agent', message: 'uploaded metrics' },
      ],
    ],
    [
      'people with a role',
      [
        { name: 'Ada', role: 'user', description: 'may read' },
        { name: 'Bob', role: 'admin', description: 'may write' },
      ],
    ],
    [
      'definitions of tools',
      [
        { type: 'function', name: 'look', description: 'finds a parcel', parameters: { o: 'int' } },
        { type: 'function', name: 'send', description: 'sends a parcel', parameters: { o: 'int' } },
      ],
    ],
    [
      'steps of a build',
      [
        { type: 'start', text: 'npm ci' },
        { type: 'end', text: 'done' },
      ],
    ],
  ])('%s', async (_, document) => {
    const found = await opened(JSON.stringify(document));
    expect(typeof found === 'string' ? found : found.assumed).not.toMatch(/^assumed/);
  });

  test('nor do settings and lock files of this project', async () => {
    const files = readdirSync('.').filter((name) => name.endsWith('.json'));
    expect(files).toContain('package.json');
    for (const name of files) expect(await opened(readFileSync(name, 'utf8')), name).toBeTypeOf('string');
  });
});
