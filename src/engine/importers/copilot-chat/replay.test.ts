import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { oneOrMany } from '../../importing/values/elements.ts';
import type { Value } from '../../model/value.ts';
import { replayLog } from './replay.ts';

const whole = (requests: readonly unknown[], sessionId = 's') => ({ kind: 0, v: { sessionId, requests } });
const request = (id: string, more: object = {}) => ({
  requestId: id,
  message: { text: `question ${id}` },
  response: [],
  ...more,
});
const push = (k: readonly unknown[], v?: readonly unknown[], i?: number) => ({ kind: 2, k, v, i });

function readLog(...lines: readonly object[]) {
  const opened = openNow(lines.map((line) => JSON.stringify(line)).join('\n'));
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(opened.value.importer.id).toBe('copilot-chat');
  return opened.value.entries.map((_, index) => {
    const session = openEntry(opened.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    const { history, notes } = session.value;
    return {
      turns: history.turns.map(({ kind, label }) => `${kind}: ${label}`),
      notes: notes.map(({ code, message }) => `${code} ${message.split(' ')[0]}`),
    };
  });
}

test('a log that VS Code wrote as a whole is one line', () => {
  expect(readLog(whole([request('a', { response: [{ value: 'Hello.' }] })]))).toMatchObject([
    { turns: ['input: question a', 'llm: Hello.'] },
  ]);
});

test('a chat without a request is refused', () => {
  const opened = openNow(`${JSON.stringify(whole([]))}\n${JSON.stringify({ kind: 1, k: ['customTitle'], v: 't' })}`);
  expect(opened).toMatchObject({ ok: false, problem: { code: 'import/empty' } });
});

test('another session begins another chat; the same one replaces its earlier text', () => {
  const [first, second, ...others] = readLog(
    whole([request('a'), request('b')]),
    whole([request('b')]),
    whole([request('c')], 't'),
    push(['requests'], [request('d')]),
  );
  expect(first).toMatchObject({ turns: ['input: question b'], notes: ['copilot-chat/removed 1'] });
  expect(second).toMatchObject({ turns: ['input: question c', 'input: question d'], notes: [] });
  expect(others).toEqual([]);
});

test.each([
  ['a place that the chat does not have', { kind: 1, k: ['requests', 7, 'result'], v: 1 }],
  ['an index far behind the end', { kind: 1, k: ['requests', 1e9], v: request('z') }],
  ['an index below 0', push(['requests'], [], -1)],
  ['a length behind the end', push(['requests'], [], 1e9)],
  ['an index that is no whole number', { kind: 1, k: ['requests', 0.5], v: 1 }],
  ['an element of a list that is removed', { kind: 3, k: ['requests', 0] }],
  ['an addition to a record', push(['requests', 0, 'message'], [1])],
  ['the whole chat', { kind: 1, k: [], v: {} }],
  ['a prototype', { kind: 1, k: ['__proto__', 'polluted'], v: 'yes' }],
  ['a constructor', { kind: 1, k: ['constructor', 'prototype', 'polluted'], v: 'yes' }],
  ['a kind that is not known', { kind: 9, k: ['requests'], v: [] }],
  ['a very long path', { kind: 1, k: Array.from({ length: 101 }, () => 'a'), v: 1 }],
])('a change is noted where it cannot be replayed: %s', (_, change) => {
  expect(readLog(whole([request('a')]), change)).toMatchObject([
    { turns: ['input: question a'], notes: ['copilot-chat/change 1'] },
  ]);
  expect({}).not.toHaveProperty('polluted');
});

test('a key may have any name', () => {
  const log = [whole([]), { kind: 1, k: ['__proto__'], v: { requests: [] } }, push(['requests'], [request('a')])];
  const [chat] = replayLog({ holder: { value: null, place: [] }, messages: oneOrMany(valueOf(log)) });
  expect(Object.keys(Object(chat?.holder.value))).toEqual(['sessionId', 'requests', '__proto__']);
  expect(chat?.messages).toHaveLength(1);
});

/** JSON drops what is undefined. */
const valueOf = (log: unknown): Value => JSON.parse(JSON.stringify(log)) as Value;

test('a call that the user has to confirm waits', () => {
  const call = { kind: 'toolInvocationSerialized', toolCallId: 'c', toolId: 'run_in_terminal', isComplete: true };
  const [waits] = readLog(whole([request('a', { response: [call] })]), {
    kind: 1,
    k: ['requests', 0, 'modelState'],
    v: { value: 4 },
  });
  expect(waits?.notes).toContain('import/pending 1');
});

/** The changes as VS Code makes them, on plain objects. */
function replayedPlainly(
  log: readonly {
    readonly kind: number;
    readonly k: readonly (string | number)[];
    readonly v?: unknown;
    readonly i?: number;
  }[],
) {
  const chat: unknown = { requests: [] };
  // Only the changes know the shape of the chat, hence the casts.
  for (const { kind, k, v, i } of structuredClone(log)) {
    let holder = chat as Record<string | number, unknown>;
    for (const step of k.slice(0, -1)) holder = holder[step] as typeof holder;
    const key = k.at(-1) ?? '';
    if (kind === 2) {
      const list = (holder[key] ?? []) as unknown[];
      if (i !== undefined) list.length = i;
      list.push(...((v ?? []) as unknown[]));
      holder[key] = list;
    } else if (kind === 3 || v === undefined) delete holder[key];
    else holder[key] = v;
  }
  return chat;
}

test('any log of fitting changes ends as VS Code reads it, with a place for every part', () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const count = { index: fc.nat(2), keep: fc.nat(3), id, words: fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 }) };
  fc.assert(
    fc.property(fc.array(fc.record({ what: fc.nat(5), ...count }), { maxLength: 30 }), (steps) => {
      const lists: number[] = [];
      const log: { kind: number; k: (string | number)[]; v?: unknown; i?: number }[] = [];
      for (const { what, index, keep, id: name, words } of steps) {
        const length = lists[index];
        if (what === 0) {
          const i = Math.min(keep, lists.length);
          lists.length = i;
          lists.push(0);
          log.push({ kind: 2, k: ['requests'], v: [request(name)], i });
        } else if (length === undefined) continue;
        else if (what === 1) {
          const i = Math.min(keep, length);
          lists[index] = i + words.length;
          log.push({ kind: 2, k: ['requests', index, 'response'], v: words, i });
        } else if (what === 2) log.push({ kind: 1, k: ['requests', index, 'result'], v: { words } });
        else if (what === 3) log.push({ kind: 1, k: ['requests', index, 'vote'] });
        else if (what === 4) log.push({ kind: 3, k: ['requests', index, 'result'] });
        else log.push({ kind: 1, k: ['requests', index, 'message', 'text'], v: words.join('') });
      }
      const lines = valueOf([whole([]), ...log]);
      const [chat] = replayLog({ holder: { value: lines, place: [] }, messages: oneOrMany(lines) });
      expect(chat?.holder.value ?? { sessionId: 's', requests: [] }).toEqual({
        sessionId: 's',
        ...(replayedPlainly(log) as object),
      });
      expect(chat?.assembled?.notes.filter(({ code }) => code === 'copilot-chat/change') ?? []).toEqual([]);
    }),
  );
});

test('ten thousand changes are replayed in linear time', () => {
  const workOf = (count: number) => {
    const steps = Array.from({ length: count }, (_, index) =>
      index % 2 === 0
        ? push(['requests', 0, 'response'], [{ value: `word ${index} ` }])
        : { kind: 1, k: ['requests', 0, 'result'], v: { details: 'x' } },
    );
    const start = process.cpuUsage();
    expect(readLog(whole([request('a')]), ...steps)[0]?.turns).toHaveLength(2);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  workOf(1000);
  expect(workOf(10_000)).toBeLessThan(20 * workOf(1000) + 200);
});
