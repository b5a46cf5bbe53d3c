import { describe, expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { fixtures } from './testing.ts';

/** Plain JSON, independent of the engine’s own value types. */
type Json = string | number | boolean | null | readonly Json[] | JsonRecord;
interface JsonRecord {
  readonly [key: string]: Json;
}

const isRecord = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Facts that must not depend on the spelling of a chat. */
function factsOf(text: string) {
  const read = openNow(text);
  if (!read.ok) return read.problem.message;
  return read.value.entries.map((_, index) => {
    const session = openEntry(read.value, index, systemOf);
    if (!session.ok) return session.problem.message;
    const { history, session: own } = session.value;
    return {
      turns: history.turns.map(({ kind }) => kind[0]).join(''),
      said: [...history.inputs, ...history.outputs].map(({ value }) => value),
      calls: history.invocations.map(({ function: name, input, outcome, output }) => ({
        name,
        input,
        outcome,
        output,
      })),
      tokens: history.tokens.map(({ prompt, completion }) => [prompt, completion]),
      model: 'model' in own.header ? own.header.model : undefined,
    };
  });
}

/** Changes every message of a document at any depth, but not the arguments and results of tools. */
function eachMessage(value: Json, change: (message: JsonRecord) => JsonRecord): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => eachMessage(one, change)); // narrowed to any[]
  if (!isRecord(value)) return value;
  const isMessage = typeof value['role'] === 'string' && ('content' in value || 'tool_calls' in value);
  if (isMessage) return change(value);
  return mapped(value, (key, one) => [key, eachMessage(one, change)]);
}

const mapped = (record: JsonRecord, change: (key: string, value: Json) => readonly [string, Json]): JsonRecord =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => change(key, value)));

const camel = (key: string) => key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const camelKeys = (record: JsonRecord): JsonRecord => mapped(record, (key, value) => [camel(key), value]);

/** Changes keys of messages, of their calls and blocks, and of their token counts. */
const inCamelCase = (message: JsonRecord): JsonRecord =>
  mapped(message, (key, value) => {
    if (key === 'usage' && isRecord(value)) return [key, camelKeys(value)];
    if (!Array.isArray(value) || (key !== 'tool_calls' && key !== 'content')) return [camel(key), value];
    const list: readonly Json[] = value;
    return [camel(key), list.map((one) => (isRecord(one) ? camelKeys(one) : one))];
  });

const withRole =
  (roleFor: (role: string) => string) =>
  (message: JsonRecord): JsonRecord => ({
    ...message,
    role: roleFor(String(message['role'])),
  });

const named = (words: { readonly [role: string]: string }) => withRole((role) => words[role] ?? role);

/** Writes calls without the record `function`, with the names that programs use for its two fields. */
const flat =
  (
    keys: { readonly list: string; readonly id: string; readonly name: string; readonly input: string },
    isOpened: boolean,
  ) =>
  (message: JsonRecord): JsonRecord =>
    mapped(message, (key, value) => {
      if (key !== 'tool_calls' || !Array.isArray(value)) return [key, value];
      const calls: readonly Json[] = value;
      return [keys.list, calls.map((call) => flatCall(call, keys, isOpened))];
    });

function flatCall(
  call: Json,
  keys: { readonly id: string; readonly name: string; readonly input: string },
  isOpened: boolean,
): Json {
  const called = isRecord(call) ? call['function'] : undefined;
  if (!isRecord(call) || !isRecord(called)) return call;
  const argumentsText = called['arguments'] ?? null;
  return {
    ...('id' in call && { [keys.id]: call['id'] ?? null }),
    [keys.name]: called['name'] ?? null,
    ...('arguments' in called && { [keys.input]: isOpened ? openedJson(argumentsText) : argumentsText }),
  };
}

/** Parses arguments, but keeps a text with numbers that JavaScript cannot represent exactly. */
function openedJson(argumentsText: Json): Json {
  if (typeof argumentsText !== 'string' || /\d{16}/.test(argumentsText)) return argumentsText;
  try {
    const value = JSON.parse(argumentsText) as Json; // JSON
    return isRecord(value) ? value : argumentsText;
  } catch {
    return argumentsText;
  }
}

const rewritings: { readonly [name: string]: (message: JsonRecord) => JsonRecord } = {
  'keys in camelCase': inCamelCase,
  'roles in capitals': withRole((role) => role.toUpperCase()),
  'roles with a capital': withRole((role) => role.charAt(0).toUpperCase() + role.slice(1)),
  'human and ai': named({ user: 'human', assistant: 'ai' }),
  'Human and Assistant': named({ user: 'Human', assistant: 'Assistant' }),
  'user and agent': named({ assistant: 'agent' }),
  'user and bot': named({ assistant: 'bot' }),
  'user and model': named({ assistant: 'model' }),
  'flat calls': flat({ list: 'tool_calls', id: 'id', name: 'name', input: 'arguments' }, false),
  'flat calls with args': flat({ list: 'tool_calls', id: 'id', name: 'name', input: 'args' }, true),
  'flat calls in camelCase': flat({ list: 'toolCalls', id: 'toolCallId', name: 'toolName', input: 'input' }, true),
};

/** Chat formats of APIs, which other programs write in their own variants. */
const chats = new Set(['openai-chat', 'anthropic-messages']);

/** Parses JSON or JSON Lines; undefined for any other text. */
function jsonIn(text: string): { readonly value: Json; readonly isLines: boolean } | undefined {
  try {
    return { value: JSON.parse(text) as Json, isLines: false }; // JSON
  } catch {
    try {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      return { value: lines.map((line) => JSON.parse(line) as Json), isLines: true }; // JSON Lines
    } catch {
      return undefined;
    }
  }
}

const asText = (value: Json, isLines: boolean): string =>
  isLines && Array.isArray(value) ? value.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(value);

const documents = fixtures.flatMap(({ owner, name, text }) => {
  const json = jsonIn(text);
  return json === undefined ? [] : [{ owner, name, ...json }];
});

describe.each(documents.filter(({ owner }) => chats.has(owner)))('$owner/fixtures/$name', ({ value, isLines }) => {
  const plain = factsOf(asText(value, isLines));

  test.each(Object.keys(rewritings))('gives the same facts with %s', (name) => {
    const rewritten = eachMessage(value, rewritings[name] ?? ((message) => message));
    expect(factsOf(asText(rewritten, isLines))).toEqual(plain);
  });
});

const chatLists = documents.filter(({ owner, value }) => chats.has(owner) && Array.isArray(value));

describe.each(chatLists)('$owner/fixtures/$name', ({ value, isLines }) => {
  test('gives the same facts as a list and as JSON Lines', () => {
    expect(factsOf(asText(value, !isLines))).toEqual(factsOf(asText(value, isLines)));
  });
});

describe.each(documents.filter(({ value }) => isRecord(value)))('$owner/fixtures/$name', ({ value }) => {
  test('gives the same facts as the only element of a list', () => {
    expect(factsOf(JSON.stringify([value]))).toEqual(factsOf(JSON.stringify(value)));
  });
});
