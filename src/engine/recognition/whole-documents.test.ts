import { expect, test } from 'vitest';
import { readDocument } from '../readers/read-document.ts';
import type { Document } from '../readers/document.ts';
import { agentdojo } from '../importers/agentdojo/index.ts';
import { recogniseWhole } from './recognise.ts';
import { openaiChat } from '../importers/openai-chat/index.ts';
import { openaiResponses } from '../importers/openai-responses/index.ts';
import { tauBench } from '../importers/tau-bench/index.ts';
import { readNow } from '../importers/testing.ts';

function documentOf(value: unknown): Document {
  const document = readDocument(JSON.stringify(value));
  if (!document.ok) throw new Error(document.problem.message);
  return document.value;
}

function refusal(value: unknown): { readonly code: string; readonly message: string } {
  const found = recogniseWhole(documentOf(value));
  if (found.ok) throw new Error(`claimed by ${found.value.importer.id}`);
  return found.problem;
}

const turn = { role: 'user', content: 'hello' };

test('a refusal names the document’s keys and where the known formats are listed', () => {
  const { code, message } = refusal({ spans: [], resource: {} });
  expect(code).toBe('import/unknown-kind');
  expect(message).toContain('it is a record with “spans”, “resource”');
  expect(message).toContain('docs/formats.md');
  expect(message.length).toBeLessThan(300);
});

test.each([
  [null, 'it is null'],
  [[], 'it is an empty list'],
  [[1, 2], 'it is a list of 2, whose first element is of type int'],
  [[{ a: 1 }], 'it is a list of 1, whose first element is a record with “a”'],
  [{}, 'it is an empty record'],
  [Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, n])), '… (20 keys)'],
])('%j is described so that a person finds it again', (value, words) => {
  expect(refusal(value).message).toContain(words);
});

test('messages with a type are items, messages without one are chat', () => {
  const owner = (value: unknown) => {
    const found = recogniseWhole(documentOf(value));
    return found.ok ? found.value.importer.id : found.problem.code;
  };
  expect(owner([{ ...turn, type: 'message' }])).toBe('openai-responses');
  expect(owner([turn])).toBe('openai-chat');
});

test('a wrapper that several formats use is claimed only as possible, unless its content is unmistakable', () => {
  expect(openaiChat.claim(documentOf({ messages: [turn], judgePlan: 1 }))).toBe('possible');
  expect(openaiChat.claim(documentOf({ messages: [turn], temperature: 0 }))).toBe('likely');
  const call = { role: 'assistant', tool_calls: [{ id: '1', function: { name: 'f', arguments: '{}' } }] };
  expect(openaiChat.claim(documentOf({ messages: [turn, call], judgePlan: 1 }))).toBe('certain');
});

test.each([
  [agentdojo, { suite_name: 'banking' }, 'import/empty'],
  [tauBench, [], 'import/empty'],
  [openaiChat, {}, 'import/malformed'],
  [openaiResponses, {}, 'import/malformed'],
])('%o refuses what it cannot read with a sentence', (importer, value, code) => {
  const read = readNow(importer)(documentOf(value));
  expect(read).toMatchObject({ ok: false, problem: { code, message: expect.stringMatching(/\.$/) } });
});

test('one unreadable run keeps its place among the others', () => {
  const run = { task_id: 1, reward: 0.5, info: {}, traj: [turn], trial: 0 };
  const read = readNow(tauBench)(documentOf([run, { task_id: 'broken' }, run]));
  if (!read.ok) throw new Error(read.problem.message);
  expect(read.value.sessions.map((entry) => entry.open().ok)).toEqual([true, false, true]);
});
