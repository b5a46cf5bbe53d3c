import { describe, expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';
import { lineFormats, writers, type Move } from './written-conversations.ts';
import { providerWriters } from './written-by-providers.ts';
import { traceWriters } from './written-traces.ts';
import { wholeCallWriters } from './written-whole-calls.ts';

const allWriters = { ...writers, ...wholeCallWriters, ...providerWriters, ...traceWriters };

const f = { id: 'c-1', name: 'f' };
const text = 'it broke';

/** A call whose result is `it broke`, followed by the model's answer. */
const failing: readonly Move[] = [{ user: 'go' }, { asks: [f] }, { result: text, to: f }, { says: 'Done.' }];
const open: readonly Move[] = [{ user: 'go' }, { asks: [f] }];

type Change = (record: { [key: string]: unknown }) => void;

/** Changes every record of the document, innermost first, to mark the call as failed or blocked. */
function changed(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((one) => changed(one, change));
  if (typeof value !== 'object' || value === null) return value;
  const record = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one, change)]));
  change(record);
  return record;
}

/** The outcome and reason of a document's only call, in the terms of the docs' tables of outcomes. */
function outcomeOf(document: unknown, importer: string) {
  const isLines = Array.isArray(document) && lineFormats.has(importer);
  const { opened, session } = firstSession(
    isLines ? document.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(document),
  );
  expect(opened.importer.id).toBe(importer);
  const outcomes = session.history.invocations.map(({ outcome, reason }) => [outcome, reason] as const);
  expect(outcomes).toHaveLength(1);
  return outcomes[0];
}

/** Sets fields of the records that have a field with this name and value. */
const where =
  (key: string, value: unknown, more: object): Change =>
  (record) => {
    if (record[key] === value) Object.assign(record, more);
  };
const having =
  (key: string, more: (record: { [key: string]: unknown }) => object): Change =>
  (record) => {
    if (Object.hasOwn(record, key)) Object.assign(record, more(record));
  };

const isCallOf = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && 'type' in part && part.type === 'tool-call';

interface Row {
  readonly importer: string;
  readonly says: string;
  readonly change: Change;
  readonly comes: readonly ['errored' | 'restricted' | 'successful' | 'pending', string | undefined];
  readonly moves?: readonly Move[];
}

const rows: readonly Row[] = [
  {
    importer: 'anthropic-messages',
    says: 'is_error',
    change: where('type', 'tool_result', { is_error: true }),
    comes: ['errored', text],
  },
  {
    importer: 'claude-code',
    says: 'is_error',
    change: where('type', 'tool_result', { is_error: true }),
    comes: ['errored', text],
  },
  {
    importer: 'claude-code',
    says: 'its own sentence that the user does not want to proceed',
    change: where('type', 'tool_result', {
      is_error: true,
      content: "The user doesn't want to proceed with this tool use. The tool use was rejected.",
    }),
    comes: ['restricted', expect.stringContaining('doesn') as string],
  },
  {
    importer: 'claude-export',
    says: 'is_error',
    change: where('type', 'tool_result', { is_error: true }),
    comes: ['errored', text],
  },
  {
    importer: 'codex',
    says: 'success: false of an output',
    change: where('type', 'function_call_output', { output: { content: text, success: false } }),
    comes: ['errored', text],
  },
  {
    importer: 'codex',
    says: 'its own sentence that the call was rejected',
    change: where('type', 'function_call_output', { output: 'exec command rejected by user' }),
    comes: ['restricted', expect.stringContaining('rejected') as string],
  },
  {
    importer: 'pi',
    says: 'isError of a result',
    change: where('role', 'toolResult', { isError: true }),
    comes: ['errored', text],
  },
  {
    importer: 'pi',
    says: 'no result, and the answer that asked was stopped',
    moves: open,
    change: where('role', 'assistant', { stopReason: 'aborted' }),
    comes: ['restricted', expect.stringContaining('stopped') as string],
  },
  {
    importer: 'copilot-cli',
    says: 'success: false',
    change: where('success', true, { success: false }),
    comes: ['errored', text],
  },
  {
    importer: 'copilot-cli',
    says: 'error.code that is denied',
    change: where('success', true, { success: false, error: { code: 'denied', message: 'no' } }),
    comes: ['restricted', 'no'],
  },
  {
    importer: 'kimi',
    says: 'isError of a result',
    change: where('output', text, { isError: true }),
    comes: ['errored', text],
  },
  {
    importer: 'qwen-code',
    says: 'error in the response',
    change: having('functionResponse', () => ({
      functionResponse: { id: 'c-1', name: 'f', response: { error: text } },
    })),
    comes: ['errored', text],
  },
  {
    importer: 'gemini-cli',
    says: 'status: cancelled',
    change: where('status', 'success', { status: 'cancelled' }),
    comes: ['errored', expect.any(String) as string],
  },
  {
    importer: 'gemini-cli',
    says: 'status: error',
    change: where('status', 'success', { status: 'error', resultDisplay: text }),
    comes: ['errored', expect.any(String) as string],
  },
  {
    importer: 'openhands',
    says: 'is_error of an observation',
    change: where('kind', 'Observation', { is_error: true }),
    comes: ['errored', text],
  },
  {
    importer: 'openhands',
    says: 'UserRejectObservation',
    change: where('kind', 'ObservationEvent', { kind: 'UserRejectObservation', rejection_reason: 'not now' }),
    comes: ['restricted', 'not now'],
  },
  {
    importer: 'inspect',
    says: 'error of a tool message',
    change: where('role', 'tool', { error: { type: 'timeout', message: text } }),
    comes: ['errored', text],
  },
  {
    importer: 'inspect',
    says: 'error of type approval',
    change: where('role', 'tool', { error: { type: 'approval', message: 'no' } }),
    comes: ['restricted', 'no'],
  },
  {
    importer: 'inspect',
    says: 'error of type permission',
    change: where('role', 'tool', { error: { type: 'permission', message: 'no' } }),
    comes: ['restricted', 'no'],
  },
  {
    importer: 'langgraph',
    says: 'status: error of a ToolMessage',
    change: where('type', 'tool', { status: 'error' }),
    comes: ['errored', text],
  },
  {
    importer: 'langgraph',
    says: 'the fixed text of its ToolNode',
    change: where('type', 'tool', { content: 'Error: no such city\n Please fix your mistakes.' }),
    comes: ['errored', expect.stringContaining('no such city') as string],
  },
  {
    importer: 'google-interactions',
    says: 'is_error of a result',
    change: where('type', 'function_result', { is_error: true }),
    comes: ['errored', text],
  },
  {
    importer: 'zed-thread',
    says: 'is_error of a result',
    change: where('is_error', false, { is_error: true }),
    comes: ['errored', text],
  },
  {
    importer: 'zed-thread',
    says: 'its own sentence that the user denied the permission',
    change: where('is_error', false, {
      is_error: true,
      content: { Text: 'Permission to run tool denied by user' },
    }),
    comes: ['restricted', 'Permission to run tool denied by user'],
  },
  {
    importer: 'pydantic-ai',
    says: 'a RetryPromptPart of a tool',
    change: where('part_kind', 'tool-return', { part_kind: 'retry-prompt' }),
    comes: ['errored', text],
  },
  {
    importer: 'pydantic-ai',
    says: 'outcome: failed',
    change: where('part_kind', 'tool-return', { outcome: 'failed' }),
    comes: ['errored', text],
  },
  {
    importer: 'pydantic-ai',
    says: 'outcome: interrupted',
    change: where('part_kind', 'tool-return', { outcome: 'interrupted' }),
    comes: ['errored', text],
  },
  {
    importer: 'pydantic-ai',
    says: 'outcome: denied',
    change: where('part_kind', 'tool-return', { outcome: 'denied' }),
    comes: ['restricted', text],
  },
  {
    importer: 'agent-framework',
    says: 'exception of a result',
    change: where('type', 'function_result', { exception: 'ValueError: bad' }),
    comes: ['errored', 'ValueError: bad'],
  },
  {
    importer: 'agentdojo',
    says: 'error of a tool message',
    change: where('role', 'tool', { error: 'ValueError: bad' }),
    comes: ['errored', 'ValueError: bad'],
  },
  {
    importer: 'agentdojo',
    says: 'its detector’s fixed sentence',
    change: where('role', 'tool', { content: '<Data omitted because a prompt injection was detected>' }),
    comes: ['restricted', expect.stringContaining('detector') as string],
  },
  {
    importer: 'tau-bench',
    says: 'error: true of a message',
    change: where('role', 'tool', { error: true }),
    comes: ['errored', text],
  },
  {
    importer: 'letta',
    says: 'status: error of a return',
    change: where('status', 'success', { status: 'error' }),
    comes: ['errored', text],
  },
  {
    importer: 'autogen',
    says: 'is_error',
    change: where('is_error', false, { is_error: true }),
    comes: ['errored', text],
  },
  {
    importer: 'adk-session',
    says: 'error in the response',
    change: having('functionResponse', () => ({
      functionResponse: { id: 'c-1', name: 'f', response: { error: text } },
    })),
    comes: ['errored', text],
  },
  {
    importer: 'adk-session',
    says: 'status: error',
    change: having('functionResponse', () => ({
      functionResponse: { id: 'c-1', name: 'f', response: { status: 'error', error_message: text } },
    })),
    comes: ['errored', text],
  },
  {
    importer: 'adk-session',
    says: 'isError: true',
    change: having('functionResponse', () => ({
      functionResponse: { id: 'c-1', name: 'f', response: { isError: true, content: [{ type: 'text', text }] } },
    })),
    comes: ['errored', text],
  },
  {
    importer: 'adk-session',
    says: 'the framework’s own sentence',
    change: having('functionResponse', () => ({
      functionResponse: { id: 'c-1', name: 'f', response: { error: 'This tool call is rejected.' } },
    })),
    comes: ['restricted', expect.stringContaining('rejected') as string],
  },
  {
    importer: 'gemini-api',
    says: 'error in a functionResponse',
    change: where('output', text, { error: text }),
    comes: ['errored', text],
  },
  {
    importer: 'ai-sdk',
    says: 'a request for approval behind the call, and no answer',
    moves: open,
    change: having('content', ({ content }) => {
      const [call] = Array.isArray(content) ? (content as readonly unknown[]) : [];
      const request = { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c-1' };
      return isCallOf(call) ? { content: [call, request] } : {};
    }),
    comes: ['pending', expect.stringContaining('approval') as string],
  },
  {
    importer: 'ai-sdk',
    says: 'output of type error-text',
    change: having('toolCallId', (record) =>
      record['type'] === 'tool-result' ? { output: { type: 'error-text', value: text } } : {},
    ),
    comes: ['errored', text],
  },
  {
    importer: 'ai-sdk',
    says: 'output of type error-json',
    change: having('toolCallId', (record) =>
      record['type'] === 'tool-result' ? { output: { type: 'error-json', value: { message: text } } } : {},
    ),
    comes: ['errored', text],
  },
  {
    importer: 'ai-sdk',
    says: 'output of type execution-denied',
    change: having('toolCallId', (record) =>
      record['type'] === 'tool-result' ? { output: { type: 'execution-denied', reason: 'no' } } : {},
    ),
    comes: ['restricted', 'no'],
  },
  {
    importer: 'bedrock-converse',
    says: 'status: error',
    change: having('toolUseId', (record) => ('content' in record ? { status: 'error' } : {})),
    comes: ['errored', text],
  },
  {
    importer: 'haystack',
    says: 'error: true',
    change: where('result', text, { error: true }),
    comes: ['errored', text],
  },
  {
    importer: 'goose',
    says: 'status: error',
    change: having('toolResult', () => ({ toolResult: { status: 'error', error: text } })),
    comes: ['errored', text],
  },
  {
    importer: 'goose',
    says: 'isError of the value',
    change: having('toolResult', () => ({
      toolResult: { status: 'success', value: { isError: true, content: [{ type: 'text', text }] } },
    })),
    comes: ['errored', text],
  },
  {
    importer: 'opencode',
    says: 'status: error',
    change: where('status', 'completed', { status: 'error', error: text }),
    comes: ['errored', text],
  },
  {
    importer: 'opencode',
    says: 'its own sentence that the user rejected permission',
    change: where('status', 'completed', {
      status: 'error',
      error: 'The user rejected permission to use this specific tool call.',
    }),
    comes: ['restricted', expect.stringContaining('rejected permission') as string],
  },
  {
    importer: 'langfuse',
    says: 'level ERROR',
    change: where('type', 'TOOL', { level: 'ERROR', statusMessage: text, output: null }),
    comes: ['errored', text],
  },
  {
    importer: 'mlflow',
    says: 'a status that is an error',
    change: where('name', 'f', { status: { code: 'STATUS_CODE_ERROR', message: text } }),
    comes: ['errored', text],
  },
  {
    importer: 'openai-responses',
    says: 'status: incomplete',
    change: where('type', 'function_call_output', { status: 'incomplete' }),
    // The returned value remains the output.
    comes: ['errored', undefined],
  },
  {
    importer: 'noetic-items',
    says: 'status: failed',
    change: where('type', 'function_call_output', { status: 'failed' }),
    comes: ['errored', text],
  },
  {
    importer: 'ag2',
    says: 'a response that begins with Error:',
    change: where('role', 'tool', { content: 'Error: bad' }),
    comes: ['errored', 'Error: bad'],
  },
];

describe.each(rows)('$importer: $says', ({ importer, change, comes, moves = failing }) => {
  test(`gives the outcome ${comes[0]}`, () => {
    const document = changed(allWriters[importer]?.(moves), change);
    expect(outcomeOf(document, importer)).toEqual(comes);
  });
});

test.each(Object.keys(allWriters))('%s: any other result is successful, whatever its text', (importer) => {
  const moves: readonly Move[] = [
    { user: 'go' },
    { asks: [f] },
    { result: 'fatal: it failed and was denied', to: f },
    { says: 'Done.' },
  ];
  expect(outcomeOf(allWriters[importer]?.(moves), importer)).toEqual(['successful', undefined]);
});

/** In Noetic's library, a call without an output makes no turn. */
const outputsAlone = new Set(['noetic-items']);

test.each(Object.keys(allWriters).filter((importer) => !outputsAlone.has(importer)))(
  '%s: a call without a result is not counted, whether or not the conversation continues',
  (importer) => {
    for (const moves of [open, [...open, { says: 'I go on.' }, { user: 'why?' }]]) {
      const [outcome] = outcomeOf(allWriters[importer]?.(moves), importer) ?? [];
      expect(['pending', 'no-result']).toContain(outcome);
    }
  },
);
