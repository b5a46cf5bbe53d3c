import { expect, test } from 'vitest';
import { writeSessionFile } from '../model/session-file.ts';
import type { OpenSession } from './open-session.ts';
import { firstSession } from '../testing.ts';
import { turnAtOffset } from './turn-sources.ts';

const user = "{'role': 'user', 'content': 'Hi'}";
const asked =
  "{'role': 'assistant', 'tool_calls': [{'id': 'c', 'type': 'function', 'function': {'name': 'look', 'arguments': '{}'}}]}";
const result = "{'role': 'tool', 'tool_call_id': 'c', 'content': 'found'}";
const answer = "{'role': 'assistant', 'content': 'Bye'}";

const gapsOf = ({ notes }: OpenSession) => notes.flatMap(({ gaps = [] }) => gaps);

/** Its turns, with `…` where something was left out between them. */
function turnsOf(text: string): string {
  const { session } = firstSession(text);
  const gaps = new Set(gapsOf(session));
  const { turns } = session.history;
  const marked = turns.flatMap(({ kind }, turn) => (gaps.has(turn) ? ['…', kind] : [kind]));
  return [...marked, ...(gaps.has(turns.length) ? ['…'] : [])].join(' ');
}

test('a gap is placed before the turn after it', () => {
  expect(turnsOf(`[${user}, ..., ${answer}]`)).toBe('input … llm');
  expect(turnsOf(`[${user}, ${asked}, ..., ${answer}]`)).toBe('input llm capability … llm');
  expect(turnsOf(`[..., ${user}, ${asked}, ${result}, ${answer}]`)).toBe('… input llm capability llm');
  expect(turnsOf(`[${user}, ${answer}, ...]`)).toBe('input llm …');
  expect(turnsOf(`{'messages': [${user}, ... +3, ${answer}], 'model': 'm'}`)).toBe('input … llm');
  expect(turnsOf(`[${user}, {...}, ${user}, ..., ..., ${answer}]`)).toBe('input … input … llm');
  expect(turnsOf(`[${user},\n ...\n ${answer}]`)).toBe('input … llm');
});

test('elements that Node leaves out of a long list are a gap', () => {
  expect(
    turnsOf(`[\n  { role: 'user', content: 'Hi' },\n  { role: 'assistant', content: 'Bye' },\n  ... 12 more items\n]`),
  ).toBe('input llm …');
});

test('a gap is found although the importer skips it', () => {
  expect(turnsOf("[HumanMessage(content='Hi'), ..., AIMessage(content='Bye')]")).toBe('input … llm');
});

test('the report has the place of each gap', () => {
  const { notes } = firstSession(`[${user},\n ...,\n ${answer},\n ...]`).session;
  expect(notes.find(({ code }) => code === 'import/gap')).toMatchObject({
    place: 'line 2, column 2',
    alsoAt: ['line 4, column 2'],
    gaps: [1, 2],
  });
});

test('in a list stored newest first, the turns after a gap came before it', () => {
  const event = (seconds: number, author: string, text: string) =>
    `{'id': 'e${seconds}', 'invocation_id': 'i', 'author': '${author}', 'timestamp': ${1767614400 + seconds}.5, 'content': {'role': '${author === 'user' ? 'user' : 'model'}', 'parts': [{'text': '${text}'}]}}`;
  expect(turnsOf(`[${event(5, 'agent', 'Bye')}, ..., ${event(2, 'agent', 'Yes?')}, ${event(1, 'user', 'Hi')}]`)).toBe(
    'input llm … llm',
  );
});

test('a line that cannot be read is a gap, and so is one that is cut off', () => {
  const [first, second] = ['{"role": "user", "content": "Hi"}', '{"role": "assistant", "content": "Bye"}'];
  expect(turnsOf(`${first}\n{"role": "assis@\n${second}\n`)).toBe('input … llm');
  expect(turnsOf(`${first}\n${second}\n{"role": "assis`)).toBe('input llm …');
  expect(turnsOf(`${first}\nINFO waiting\n${second}\n`)).toBe('input llm');
});

test('a gap between two recordings of a text is in neither of them', () => {
  const both = [user, answer].join(', ');
  expect(turnsOf(`[[${both}], ..., [${both}]]`)).toBe('input llm');
  expect(turnsOf(`[[${user}, ..., ${answer}], [${both}]]`)).toBe('input … llm');
});

test('an omission in a message, or in a list beside the turns, is no gap between turns', () => {
  expect(turnsOf("[{'role': 'user', 'content': 'Hi'}, {'role': 'assistant', 'content': ...}]")).toBe('input llm');
  expect(turnsOf(`{'messages': [${user}, ${answer}], 'model': 'm', 'tools': [{'type': 'function'}, ...]}`)).toBe(
    'input llm',
  );
});

test('turns lead to their places in a text with gaps', () => {
  const text = `[${user}, ..., ${answer}]`;
  expect(turnAtOffset(firstSession(text).session, text.indexOf('Bye'))).toBe(1);
});

test('a session that was saved and opened again has its gaps', () => {
  const { session, notes } = firstSession(`[${user}, ..., ${answer}, ...]`).session;
  expect(gapsOf(firstSession(writeSessionFile({ ...session, notes })).session)).toEqual([1, 2]);
});

test('as many gaps as turns are found in one walk', () => {
  const text = `[${`${user}, ..., ${answer}, ..., `.repeat(20_000)}]`;
  expect(gapsOf(firstSession(text).session)).toHaveLength(40_000);
});
