import { expect, test } from 'vitest';
import { openText } from './open-text.ts';
import { openEntry } from './open-session.ts';
import { systemOf } from '../systems/systems.ts';

async function opened(text: string) {
  const read = await openText(text);
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  return {
    calls: history.invocations.map(({ outcome, output }) => [outcome, output]),
    codes: notes.map(({ code }) => code).filter((code) => code.includes('cut')),
  };
}

const asked = [
  { type: 'human', content: 'go' },
  { type: 'ai', content: '', tool_calls: [{ name: 'f', args: {}, id: 'c' }] },
];
const failed = { type: 'tool', content: 'it broke', name: 'f', tool_call_id: 'c', status: 'error' };
const whole = JSON.stringify([...asked, failed]);
const start = JSON.stringify(asked).length + 1;

test('a result in a record that is cut off is never successful, for any place of the cut', async () => {
  for (let end = start + '{"type":"tool"'.length; end < whole.length - 1; end++) {
    const { calls } = await opened(whole.slice(0, end));
    expect(calls.map(([outcome]) => outcome)).not.toContain('successful');
  }
});

test('complete results before the cut stay unchanged, and a cut result is in the report', async () => {
  const whole = { ...failed, status: 'success' };
  const next = [
    { type: 'ai', content: '', tool_calls: [{ name: 'g', args: {}, id: 'd' }] },
    { ...whole, name: 'g', tool_call_id: 'd' },
  ];
  const text = JSON.stringify([...asked, whole, ...next]);
  const { calls, codes } = await opened(text.slice(0, text.lastIndexOf('"status"')));
  expect(calls).toEqual([
    ['successful', 'it broke'],
    ['no-result', undefined],
  ]);
  expect(codes).toEqual(['reader/cut-off', 'import/cut-result']);
});

test('the same holds for Python output', async () => {
  const text =
    "[HumanMessage(content='go'), AIMessage(content='', tool_calls=[{'name': 'f', 'args': {}, 'id': 'c'}]), ToolMessage(content='it broke', tool_call_id='c', sta";
  expect(await opened(text)).toEqual({
    calls: [['no-result', undefined]],
    codes: ['reader/cut-off', 'import/cut-result'],
  });
});

test('half of a response of ADK may be an error', async () => {
  const part = { tool_call_id: 'c', tool_name: 'f' };
  const events = [
    { type: 'agent_message', content: { parts: [{ type: 'tool_call', ...part, args: {} }] } },
    {
      type: 'tool_response',
      content: { parts: [{ type: 'tool_response', ...part, result: 'half', error: 'it broke' }] },
    },
  ].map((event, index) => ({
    id: `e${index}`,
    invocation_id: 'i',
    session_id: 's',
    author: 'a',
    branch: '',
    ...event,
  }));
  const text = JSON.stringify(events);
  for (const mark of ['half', '"error":"it']) {
    const { calls } = await opened(text.slice(0, text.indexOf(mark) + mark.length));
    expect(calls).toEqual([['no-result', undefined]]);
  }
});

test('a snapshot counts its calls before their outputs, so half of an output changes no count', async () => {
  const record = {
    count_successful: 1,
    count_errored: 0,
    count_restricted: 0,
    inputs: [{ id: 1 }],
    outputs: [{ a: 1, b: 2 }],
  };
  const capabilities = { _meta: { invocations: ['f'], count: 1, delegation_count: 0 }, f: record };
  const text = JSON.stringify({ _history: { turns: ['input', 'capability'], turn_count: 2 }, capabilities });
  const before = await opened(text.slice(0, text.indexOf('"id"')));
  expect(before).toEqual({ calls: [['successful', undefined]], codes: ['reader/cut-off'] });
  const within = await opened(text.slice(0, text.indexOf('"b"')));
  expect(within).toEqual({ calls: [['successful', undefined]], codes: ['reader/cut-off', 'import/cut-result'] });
});
