import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/**
 * For formats whose calls are separate records, and formats of voice agents: the smallest document with a failed call,
 * following the docs' tables of outcomes. `outcomes.test.ts` tests the formats that separate calls from results.
 */
const text = 'it broke';
const times = { start_time: '2026-01-01T00:00:01Z', end_time: '2026-01-01T00:00:02Z' };
const traceback = `Traceback (most recent call last):\n  File "a.py", line 1\nValueError: ${text}`;
const lines = (...values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n');

interface Row {
  readonly importer: string;
  readonly says: string;
  readonly document: unknown;
  readonly comes: readonly ['errored' | 'restricted', unknown];
}

const words = (part: string): unknown => expect.stringContaining(part);

const run = (more: object) => ({
  id: 'r',
  trace_id: 't',
  name: 'f',
  run_type: 'tool',
  ...times,
  inputs: { n: 1 },
  outputs: null,
  ...more,
});
const agent = { id: 'a', trace_id: 't', name: 'agent', run_type: 'chain', ...times, inputs: {}, outputs: {} };

/** A task of Cline, with one call and its result. */
const clineTask = (result: string) => [
  { role: 'user', content: [{ type: 'text', text: '<task>\ngo\n</task>' }] },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: result }] },
];

const rows: readonly Row[] = [
  {
    importer: 'cline',
    says: 'that the tool failed',
    document: clineTask(`The tool execution failed with the following error:\n<error>\n${text}\n</error>`),
    comes: ['errored', text],
  },
  {
    importer: 'cline',
    says: 'that the user denied it',
    document: clineTask('The user denied this operation.'),
    comes: ['restricted', words('denied')],
  },
  {
    importer: 'cline',
    says: 'that a command is not permitted',
    document: clineTask(
      `The tool execution failed with the following error:\n<error>\nCommand execution blocked by CLINE_COMMAND_PERMISSIONS: ${text}. You must try a different approach.\n</error>`,
    ),
    comes: ['restricted', words(text)],
  },
  {
    importer: 'cline',
    says: 'Roo Code: status: error',
    document: clineTask(`{"status":"error","message":"The tool execution failed","error":"${text}"}`),
    comes: ['errored', text],
  },
  {
    importer: 'cline',
    says: 'Roo Code: status: denied',
    document: clineTask(`{"status":"denied","feedback":"${text}"}`),
    comes: ['restricted', text],
  },
  {
    importer: 'langsmith',
    says: 'error of a tool’s run',
    document: [agent, run({ parent_run_id: 'a', error: traceback })],
    comes: ['errored', words(text)],
  },
  {
    importer: 'braintrust',
    says: 'error of a tool’s row',
    document: [
      {
        id: 'a',
        span_id: 'a',
        root_span_id: 'a',
        span_parents: [],
        span_attributes: { name: 'agent', type: 'task' },
        created: times.start_time,
        input: 'go',
        output: 'ok',
      },
      {
        id: 'b',
        span_id: 'b',
        root_span_id: 'a',
        span_parents: ['a'],
        span_attributes: { name: 'f', type: 'tool' },
        created: times.start_time,
        input: { n: 1 },
        output: null,
        error: traceback,
      },
    ],
    comes: ['errored', words(text)],
  },
  {
    importer: 'weave',
    says: 'exception of a tool’s call',
    document: [
      {
        id: 'a',
        trace_id: 't',
        parent_id: null,
        op_name: 'weave:///x/y/op/f:v1',
        started_at: times.start_time,
        ended_at: times.end_time,
        inputs: { n: 1 },
        output: null,
        exception: traceback,
        attributes: { kind: 'tool' },
        summary: {},
      },
    ],
    comes: ['errored', words(text)],
  },
  {
    importer: 'datadog',
    says: 'status: error of a tool’s span',
    document: {
      data: [
        {
          id: 'x',
          type: 'span',
          attributes: {
            span_id: '2',
            trace_id: 't',
            parent_id: 'undefined',
            name: 'f',
            span_kind: 'tool',
            start_ns: 1_767_225_600_000_000_000,
            duration: 1000,
            status: 'error',
            status_message: text,
            ml_app: 'a',
            tags: [],
            input: { value: '{"n": 1}' },
            output: {},
            metrics: {},
          },
        },
      ],
    },
    comes: ['errored', text],
  },
  ...['isError', 'error'].map((says): Row => {
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'f', arguments: { n: 1 } } };
    const result = { content: [{ type: 'text', text }], isError: true };
    const answer = says === 'error' ? { error: { code: -32_602, message: text } } : { result };
    return {
      importer: 'mcp',
      says,
      document: lines(request, { jsonrpc: '2.0', id: 1, ...answer }),
      comes: ['errored', text],
    };
  }),
  {
    importer: 'smolagents',
    says: 'error of a step',
    document: [
      { task: 'go', task_images: null },
      {
        step_number: 1,
        timing: { start_time: 1, end_time: 2 },
        model_output: 'I call f.',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: { n: 1 } } }],
        observations: null,
        action_output: null,
        error: { type: 'AgentToolExecutionError', message: text },
        is_final_answer: false,
      },
    ],
    comes: ['errored', text],
  },
  {
    importer: 'vapi',
    says: 'error of a result',
    document: {
      id: 'c',
      orgId: 'o',
      type: 'webCall',
      status: 'ended',
      artifact: {
        messages: [
          { role: 'user', message: 'go', time: 1_767_261_600_000, secondsFromStart: 1 },
          {
            role: 'tool_calls',
            time: 1_767_261_601_000,
            secondsFromStart: 2,
            toolCalls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
          },
          {
            role: 'tool_call_result',
            toolCallId: 'c1',
            name: 'f',
            error: text,
            time: 1_767_261_602_000,
            secondsFromStart: 3,
          },
        ],
      },
    },
    comes: ['errored', text],
  },
  {
    importer: 'livekit',
    says: 'is_error of an output',
    document: {
      items: [
        { id: 'i', type: 'message', role: 'user', content: ['go'] },
        { id: 'j', type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
        { id: 'k', type: 'function_call_output', call_id: 'c1', name: 'f', output: text, is_error: true },
      ],
    },
    comes: ['errored', text],
  },
  {
    importer: 'elevenlabs',
    says: 'is_error of a tool’s result',
    document: {
      agent_id: 'a',
      conversation_id: 'c',
      status: 'done',
      transcript: [
        { role: 'user', message: 'go', time_in_call_secs: 1 },
        {
          role: 'agent',
          message: null,
          time_in_call_secs: 2,
          tool_calls: [{ request_id: 'r', tool_name: 'f', params_as_json: '{}' }],
          tool_results: [{ request_id: 'r', tool_name: 'f', result_value: text, is_error: true }],
        },
      ],
    },
    comes: ['errored', text],
  },
  {
    importer: 'retell',
    says: 'successful: false of a tool’s result',
    document: {
      call_id: 'c',
      call_type: 'web_call',
      call_status: 'ended',
      transcript_with_tool_calls: [
        { role: 'user', content: 'go', words: [] },
        { role: 'tool_call_invocation', tool_call_id: 't', name: 'f', arguments: '{}' },
        { role: 'tool_call_result', tool_call_id: 't', content: text, successful: false },
      ],
    },
    comes: ['errored', text],
  },
  {
    importer: 'tau-voice',
    says: 'error: true of a result',
    document: {
      id: 's',
      task_id: '1',
      ticks: [
        { tick_id: 0, user_chunk: { contains_speech: true, content: 'go' }, agent_chunk: { contains_speech: false } },
        {
          tick_id: 1,
          agent_chunk: { contains_speech: false },
          user_chunk: { contains_speech: false },
          agent_tool_calls: [{ id: 'c', name: 'f', arguments: {} }],
          agent_tool_results: [{ id: 'c', content: text, error: true }],
        },
      ],
    },
    comes: ['errored', text],
  },
  {
    importer: 'openai-assistants',
    says: 'no output, and the step has a last_error',
    document: {
      object: 'list',
      data: [
        {
          id: 's',
          object: 'thread.run.step',
          created_at: 1,
          thread_id: 't',
          run_id: 'r',
          status: 'failed',
          last_error: { code: 'server_error', message: text },
          step_details: {
            type: 'tool_calls',
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}', output: null } }],
          },
        },
      ],
    },
    comes: ['errored', text],
  },
  {
    importer: 'swe-agent',
    says: 'that a command timed out',
    document: {
      environment: 'swe_main',
      trajectory: [
        {
          action: 'sleep 99',
          observation: 'EXECUTION TIMED OUT',
          response: 'I wait.\n```\nsleep 99\n```',
          thought: 'I wait.',
          state: '{}',
        },
      ],
      history: [{ role: 'user', content: 'go', agent: 'primary' }],
      info: {},
    },
    comes: ['errored', expect.any(String)],
  },
  {
    importer: 'swe-agent',
    says: 'mini: a returncode that is not 0',
    document: {
      trajectory_format: 'mini-swe-agent-1.1',
      info: {},
      messages: [
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'bash', arguments: '{"command": "false"}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: text, extra: { returncode: 1, raw_output: text } },
      ],
    },
    comes: ['errored', 'exit code 1'],
  },
];

test.each(rows)('$importer, $says', ({ importer, document, comes }) => {
  const { opened, session } = firstSession(typeof document === 'string' ? document : JSON.stringify(document));
  expect(opened.importer.id).toBe(importer);
  expect(session.history.invocations.map(({ outcome, reason }) => [outcome, reason])).toEqual([comes]);
});
