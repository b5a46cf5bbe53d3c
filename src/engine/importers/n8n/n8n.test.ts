import { expect, test } from 'vitest';
import type { OpenSession } from '../../opening/open-session.ts';
import { firstSession } from '../../testing.ts';

const start = 1_772_442_843_000;
const chat = (chatInput: string) => ({
  startTime: start,
  executionTime: 1,
  data: { main: [[{ json: { chatInput } }]] },
});
const model = (after: number, text: string, prompt = 'Human: Hi', previousNode = 'AI Agent') => ({
  startTime: start + after,
  executionTime: 10,
  executionStatus: 'success',
  source: [{ previousNode }],
  inputOverride: { ai_languageModel: [[{ json: { messages: [prompt] } }]] },
  data: { ai_languageModel: [[{ json: { response: { generations: [[{ text }]] } } }]] },
});
/** n8n writes the input into the place of the output before a tool has run. */
const tool = (after: number, executionStatus: string, json: object = { query: { id: 7 } }) => ({
  startTime: start + after,
  executionTime: 100,
  executionStatus,
  inputOverride: { ai_tool: [[{ json: { query: { id: 7 } } }]] },
  data: { ai_tool: [[{ json }]] },
});
const execution = (runData: object) =>
  firstSession(JSON.stringify({ id: '1', workflowData: { name: 'Desk' }, data: { resultData: { runData } } })).session;

const turnsOf = ({ history }: OpenSession) => history.turns.map(({ kind }) => kind);
const codesOf = ({ notes }: OpenSession) => notes.map(({ code }) => code);

test('only a run that succeeded has a result', () => {
  const { history } = execution({
    Chat: [chat('Hi')],
    Model: [model(1, '')],
    Lookup: [tool(20, 'success', { response: 'shipped' })],
    Slow: [tool(21, 'running')],
    Waiting: [tool(22, 'waiting')],
    Cancelled: [tool(23, 'canceled')],
    Broken: [{ ...tool(24, 'error'), error: { message: 'boom' } }],
  });
  expect(history.invocations.map(({ function: name, outcome }) => [name, outcome])).toEqual([
    ['Lookup', 'successful'],
    ['Slow', 'pending'],
    ['Waiting', 'pending'],
    ['Cancelled', 'errored'],
    ['Broken', 'errored'],
  ]);
});

test('without a chat, each prompt with new words of the user begins with them', () => {
  const opened = execution({
    Classifier: [
      model(1, 'spam', 'System: classify\nHuman: mail one'),
      model(20, 'ham', 'System: classify\nHuman: mail two'),
    ],
    Writer: [model(40, 'Dear Anna', 'Human: mail two\nAI: ham'), model(60, 'Yours', 'Human: mail two\nTool: sent')],
  });
  expect(turnsOf(opened)).toEqual(['input', 'llm', 'input', 'llm', 'llm', 'llm']);
});

test('the model of an agent that is another agent’s tool does not answer the user', () => {
  const opened = execution({
    Chat: [chat('Hi')],
    Main: [model(1, ''), model(200, 'final')],
    Research: [tool(20, 'success', { response: 'found' })],
    Sub: [model(30, 'found', 'Human: x', 'Research')],
  });
  expect(turnsOf(opened)).toEqual(['input', 'llm', 'capability', 'llm']);
  expect(codesOf(opened)).toContain('n8n/sub-agent');
});

test('a failed model and further items are in the report', () => {
  const failed = { ...model(1, ''), data: undefined, executionStatus: 'error', error: { message: 'Rate limit' } };
  const items = {
    startTime: start,
    data: { main: [[{ json: { chatInput: 'one' } }, { json: { chatInput: 'two' } }]] },
  };
  const opened = execution({ Chat: [items], Model: [failed] });
  expect(turnsOf(opened)).toEqual(['input', 'llm']);
  expect(codesOf(opened)).toEqual(expect.arrayContaining(['n8n/failed', 'n8n/items']));
});

/** As `packages/core/src/execution-engine/requests-response.ts` of n8n-core 2.41 writes the runs of tools. */
const engineTool = (after: number, json: object, more: object = {}) => ({
  inputOverride: { ai_tool: [[{ json, pairedItem: { item: 0, input: 0 } }]] },
  source: [{ previousNode: 'AI Agent' }],
  startTime: after === 0 ? 0 : start + after,
  executionTime: 0,
  ...more,
});
const gave = (...items: readonly object[]) => ({
  executionStatus: 'success',
  data: { ai_tool: [items.map((json) => ({ json }))] },
});
const callsOf = ({ history }: OpenSession) =>
  history.invocations.map(({ function: name, outcome, input }) => [name, outcome, input]);

test('tools that the engine runs have bare arguments, all items as output, and none before they run', () => {
  const opened = execution({
    Chat: [chat('Hi')],
    Model: [model(1, '')],
    Search: [engineTool(2, { query: 'oslo', limit: 3 }, gave({ row: 1 }, { row: 2 }))],
    MCP: [engineTool(3, { tool: 'read_file', path: 'a' }, gave({ response: 'text' }))],
    Never: [engineTool(0, { id: 7 })],
  });
  expect(callsOf(opened)).toEqual([
    ['Search', 'successful', { query: 'oslo', limit: 3 }],
    ['read_file', 'successful', { path: 'a' }],
    ['Never', 'no-result', { id: 7 }],
  ]);
  expect(opened.history.invocations[0]?.output).toEqual([{ row: 1 }, { row: 2 }]);
  expect(turnsOf(opened).slice(0, 2)).toEqual(['input', 'llm']);
});

test('a tool that the user approved is one call, and one that the user denied is restricted', () => {
  const ask = (after: number, answer: object) =>
    engineTool(after, { toolParameters: { id: 8 } }, gave({ data: answer }));
  const opened = execution({
    Chat: [chat('Hi')],
    Model: [model(1, '')],
    Ask: [
      ask(2, { approved: true }),
      ask(5, { approved: false, chatInput: 'not now' }),
      { ...ask(6, {}), executionStatus: 'waiting' },
    ],
    Refund: [engineTool(3, { tool: 'Refund', id: 8 }, { ...gave({ ok: true }), source: [{ previousNode: 'Ask' }] })],
  });
  expect(callsOf(opened)).toEqual([
    ['Refund', 'successful', { id: 8 }],
    ['Ask', 'restricted', { id: 8 }],
    ['Ask', 'pending', { id: 8 }],
  ]);
  expect(codesOf(opened)).not.toContain('n8n/sub-agent');
});

test('tokens that n8n estimated are an assumption', () => {
  const json = { response: { generations: [[{ text: 'Hi' }]] }, tokenUsageEstimate: { completionTokens: 2 } };
  const estimated = { ...model(1, ''), data: { ai_languageModel: [[{ json }]] } };
  expect(codesOf(execution({ Chat: [chat('Hi')], Model: [estimated] }))).toContain('n8n/tokens');
});

test('a tool that no model requested is a call', () => {
  const opened = execution({ Chat: [chat('Hi')], Lookup: [tool(20, 'success', { response: 'shipped' })] });
  expect(turnsOf(opened)).toEqual(['input', 'capability']);
});

test('a step of an agent whose observation is the error of its tool is errored', () => {
  const step = (tool: string, observation: string) => ({ action: { tool, toolInput: {} }, observation });
  const json = { output: 'Done', intermediateSteps: [step('a', '[{"error":"boom"}]'), step('b', '[{"ok":true}]')] };
  const opened = execution({ Agent: [{ startTime: start, executionTime: 1, data: { main: [[{ json }]] } }] });
  expect(callsOf(opened).map(([name, outcome]) => [name, outcome])).toEqual([
    ['a', 'errored'],
    ['b', 'successful'],
  ]);
});
