import { describe, expect, test } from 'vitest';
import { contextAt } from '../../model/context-view.ts';
import { toJson } from '../../model/json.ts';
import { isList, isRecord, Unknown, valueAt, type Value } from '../../model/value.ts';
import { readNow as readDocument } from '../../readers/testing.ts';
import { decisionsOf } from '../../rules/decisions.ts';
import { firstSession, openNow } from '../../testing.ts';
import { fixtures } from './testing.ts';

/**
 * A fact that a file does not record is unknown, not empty and not 0. Each test removes a field from every file that has it,
 * and checks the fact that only this field records.
 */

/** Names of token counts, and of the records that contain them, in formats and tracing conventions. */
const usageKey = /usage|tokens?$|^tokens|token_?count|tokens?_|eval_count|spend|llm_output/i;

/** Removes token counts from the value, and from texts in it that are JSON or a stream. */
function withoutUsage(value: Value): Value {
  if (typeof value === 'string') return withoutUsageInText(value);
  if (isList(value)) return [...value].filter((element) => !isAttributeOfUsage(element)).map(withoutUsage);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !usageKey.test(key));
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutUsage(entry)]));
}

function withoutUsageInText(text: string): string {
  if (!usageKey.test(text) && !text.includes('"tokens')) return text;
  const inner = /^\s*[[{]/.test(text) ? readDocument(text) : undefined;
  if (inner?.ok === true && typeof inner.value.value !== 'string') return toJson(withoutUsage(inner.value.value));
  return text.replaceAll(/"(?:usage|usageMetadata)"/g, '"omitted"');
}

/** `{"key": "gen_ai.usage.input_tokens", "value": …}` */
const isAttributeOfUsage = (element: Value): boolean =>
  isRecord(element) && typeof element['key'] === 'string' && usageKey.test(element['key']);

describe('without token counts', () => {
  const opened = fixtures.flatMap(({ owner, name, text }) => {
    const document = readDocument(text);
    if (!document.ok) throw new Error(document.problem.message);
    const without = toJson(withoutUsage(document.value.value));
    return openNow(without).ok ? [{ owner, name, without }] : [];
  });

  test('nearly every file still opens', () => {
    expect(opened.length).toBeGreaterThan(0.95 * fixtures.length);
  });

  // An agent that refused a task before any work used no tokens.
  const refused = 'v03-sdk-error-not-found.json';

  test.each(opened.filter(({ name }) => name !== refused))('the sums of $owner/$name are unknown', ({ without }) => {
    const { session } = firstSession(without);
    const { history } = session;
    const context = contextAt(history, history.turns.length - 1, decisionsOf(session));
    // Tokens of a sub-agent are its own: a crew or graph that only delegates may use none.
    const spends = history.own === undefined ? ['llm', 'capability', 'snapshot'] : ['llm'];
    const isSpending = context.history.turns.some(({ kind }) => spends.includes(kind));
    for (const sum of ['prompt', 'completion', 'total']) {
      const place = ['llm', 'tokens', sum];
      // Before the first model call, no tokens were used.
      const isNothing = !isSpending && valueAt(context, place) === 0;
      expect([sum, isNothing || isUnknown(context, place)]).toEqual([sum, true]);
    }
  });
});

/** True if the fact itself, or a value that contains it, is unknown. */
const isUnknown = (context: Value, fact: readonly string[]): boolean =>
  fact.some((_key, at) => valueAt(context, fact.slice(0, at + 1)) instanceof Unknown);

/** The field in which an importer’s files store a fact, and the path of that fact in `context`. */
const kept: readonly { readonly owner: string; readonly field: string; readonly fact: readonly string[] }[] = [
  { owner: 'task-snapshot', field: 'input', fact: ['input'] },
  { owner: 'task-snapshot', field: 'output', fact: ['output'] },
  { owner: 'task-snapshot', field: 'capabilities', fact: ['capabilities'] },
  { owner: 'task-snapshot', field: '_history', fact: ['_history'] },
  { owner: 'task-snapshot', field: 'llm', fact: ['llm', 'tokens', 'total'] },
  { owner: 'task-snapshot', field: 'tokens', fact: ['llm', 'tokens', 'total'] },
  { owner: 'task-snapshot', field: 'started_at', fact: ['agent', 'started_at'] },
  { owner: 'a2a-protocol', field: 'history', fact: ['input'] },
];

/** Removes a field at every depth; null if the value does not have it. */
function withoutField(value: Value, field: string): Value | null {
  let isFound = false;
  const walk = (one: Value): Value => {
    if (isList(one)) return [...one].map(walk);
    if (!isRecord(one)) return one;
    isFound ||= Object.hasOwn(one, field);
    const others = Object.entries(one).filter(([key]) => key !== field);
    return Object.fromEntries(others.map(([key, entry]) => [key, walk(entry)]));
  };
  const walked = walk(value);
  return isFound ? walked : null;
}

/** A Task as a server stores it. The inputs of streams, and of calls with their requests, do not depend on its history. */
const isOneTask = (value: Value): boolean =>
  isRecord(value) && (isRecord(value['status']) || (isRecord(value['result']) && isRecord(value['result']['status'])));

describe.each(kept)('$owner without $field', ({ owner, field, fact }) => {
  const without = fixtures.flatMap((fixture) => {
    const document = fixture.owner === owner ? readDocument(fixture.text) : null;
    if (document?.ok !== true || (owner === 'a2a-protocol' && !isOneTask(document.value.value))) return [];
    const rest = withoutField(document.value.value, field);
    return rest === null ? [] : [{ name: fixture.name, text: toJson(rest) }];
  });

  test('some files have the field', () => {
    expect(without).not.toEqual([]);
  });

  test.each(without)(`${fact.join('.')} of $name is unknown`, ({ text }) => {
    const { session } = firstSession(text);
    const last = session.history.turns.length - 1;
    expect(isUnknown(contextAt(session.history, last, decisionsOf(session)), fact)).toBe(true);
  });
});

test('a user input without recorded text is an unknown element, so that the number of inputs is right', () => {
  const short = fixtures.filter(({ text }) => {
    const { session } = firstSession(text);
    const { history } = session;
    if (history.own !== undefined) return false;
    const context = contextAt(history, history.turns.length - 1, decisionsOf(session));
    const inputs = valueAt(context, ['input']) ?? null;
    return isList(inputs) && inputs.length < history.turns.filter(({ kind }) => kind === 'input').length;
  });
  expect(short.map(({ name }) => name)).toEqual([]);
});
