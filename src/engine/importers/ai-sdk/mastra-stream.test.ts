import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

const lines = readFileSync(new URL('fixtures/mastra-stream.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');

test.each([
  ['JSON Lines', lines.join('\n')],
  ['a list', `[${lines.join(',')}]`],
  ['events of a server', lines.map((line) => `data: ${line}\n\n`).join('')],
])('a stream of Mastra as %s has the question, the calls by name, their results and the tokens', (_, text) => {
  const { opened, session } = firstSession(text);
  const { history } = session;
  expect(opened.importer.id).toBe('ai-sdk');
  expect(history.turns.map(({ kind }) => kind)).toEqual(['input', 'llm', 'capability', 'capability', 'llm']);
  expect(history.turns.map(({ text: said }) => said)).toEqual([
    'How is the weather in Rome? Book a table.',
    'Let me look. ',
    undefined,
    undefined,
    'It is 21 degrees, and there is no table.',
  ]);
  expect(history.invocations.map(({ function: name, outcome, reason }) => [name, outcome, reason])).toEqual([
    ['get_weather', 'successful', undefined],
    ['book_table', 'errored', 'no table left'],
  ]);
  expect(history.tokens.at(-1)).toMatchObject({ prompt: 250, completion: 50 });
});

const chunk = (type: string, payload: object) => ({ type, runId: 'r', from: 'AGENT', payload });
const call = { toolCallId: 'c', toolName: 'send', args: { to: 'Ann' } };

test.each(['tool-call-approval', 'tool-call-suspended'])('a call is pending if %s follows it in the stream', (type) => {
  const pieces = [chunk('step-start', {}), chunk('tool-call', call), chunk(type, call)];
  const { session } = firstSession(JSON.stringify(pieces));
  expect(session.history.invocations.map(({ function: name, outcome }) => [name, outcome])).toEqual([
    ['send', 'pending'],
  ]);
});
