import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/**
 * One rule for all formats (`importing/transcript/call-ends.ts`): restricted where the recording shows that a person or a policy
 * kept the call from running, errored where it was stopped or may have been running. And one rule for the exit codes of commands.
 */
type Outcome = 'errored' | 'restricted' | 'successful' | 'pending';
type Row = readonly [importer: string, says: string, outcome: Outcome, document: unknown];

const lines = (...values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n');
const args = { n: 1 };

const amp = (run: object) => ({
  id: 'T-1',
  created: 1,
  messages: [
    { role: 'user', messageId: 0, content: [{ type: 'text', text: 'go' }] },
    { role: 'assistant', messageId: 1, content: [{ type: 'tool_use', id: 'c', name: 'Bash', input: args }] },
    { role: 'user', messageId: 2, content: [{ type: 'tool_result', toolUseID: 'c', run }] },
  ],
});

const cursor = (call: object) => ({
  composerId: 'c',
  conversation: [
    { type: 1, bubbleId: 'a', text: 'go' },
    {
      type: 2,
      bubbleId: 'b',
      text: '',
      toolFormerData: { toolCallId: 'c', name: 'run_terminal_cmd', rawArgs: '{"n": 1}', ...call },
    },
  ],
});
const printed = (facts: object) => ({ status: 'completed', result: JSON.stringify({ output: 'x', ...facts }) });

const continued = (name: string, state: object, ...more: readonly object[]) => ({
  sessionId: 's',
  title: 't',
  history: [
    { message: { role: 'user', content: 'go' }, contextItems: [] },
    {
      message: { role: 'assistant', content: 'ok' },
      contextItems: [],
      toolCallStates: [
        {
          toolCallId: 'c',
          toolCall: { id: 'c', function: { name, arguments: '{"n": 1}' } },
          status: 'canceled',
          ...state,
        },
      ],
    },
    ...more.map((message) => ({ message, contextItems: [] })),
  ],
});
// As `streamResponseAfterToolCall` of Continue repeats the output of the call in a message of its own.
const nope = { name: 'Tool Call Error', content: 'read_file failed with the message: nope' };
const repeated = { role: 'tool', content: nope.content, toolCallId: 'c' };

const gemini = (status: string, error: string) => ({
  sessionId: 's',
  projectHash: 'p',
  startTime: '2026-01-01T00:00:00Z',
  lastUpdated: '2026-01-01T00:00:00Z',
  messages: [
    { id: '1', timestamp: '2026-01-01T00:00:00Z', type: 'user', content: 'go' },
    {
      id: '2',
      timestamp: '2026-01-01T00:00:01Z',
      type: 'gemini',
      content: 'ok',
      toolCalls: [
        {
          id: 'c',
          name: 'f',
          args,
          status,
          timestamp: '2026-01-01T00:00:01Z',
          result: [{ functionResponse: { id: 'c', name: 'f', response: { error } } }],
        },
      ],
    },
  ],
});

const qwen = (toolCallResult: object, error: string) => {
  const line = (
    uuid: string,
    parentUuid: string | null,
    type: string,
    role: string,
    part: object,
    more: object = {},
  ) => ({
    uuid,
    parentUuid,
    sessionId: 'q',
    timestamp: '2026-02-03T10:00:00.000Z',
    type,
    cwd: '/',
    version: '0.9.0',
    message: { role, parts: [part] },
    ...more,
  });
  return lines(
    line('1', null, 'user', 'user', { text: 'go' }),
    line('2', '1', 'assistant', 'model', { functionCall: { id: 'c', name: 'f', args } }),
    line(
      '3',
      '2',
      'tool_result',
      'user',
      { functionResponse: { id: 'c', name: 'f', response: { error } } },
      { toolCallResult },
    ),
  );
};

const zed = (text: string) => ({
  version: '0.3.0',
  title: 't',
  messages: [
    { User: { id: 'u', content: [{ Text: 'go' }] } },
    {
      Agent: {
        content: [{ ToolUse: { id: 'c', name: 'f', input: args } }],
        tool_results: { c: { tool_use_id: 'c', tool_name: 'f', is_error: true, content: { Text: text } } },
      },
    },
  ],
});

const cline = (content: string) => [
  { role: 'user', content: [{ type: 'text', text: '<task>\ngo\n</task>' }], ts: 1 },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'run_commands', input: args }], ts: 2 },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content }], ts: 3 },
];

const mcp = (...messages: readonly object[]) =>
  lines(
    ...[{ id: 1, method: 'tools/call', params: { name: 'f', arguments: args } }, ...messages].map((message) => ({
      jsonrpc: '2.0',
      ...message,
    })),
  );

const geminiApi = (response: object) => ({
  contents: [
    { role: 'user', parts: [{ text: 'go' }] },
    { role: 'model', parts: [{ functionCall: { id: 'c', name: 'f', args } }] },
    { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'f', response } }] },
  ],
});

const agentSdk = (content: string) =>
  [
    "AssistantMessage(content=[ToolUseBlock(id='c', name='Bash', input={'n': 1})], model='m')",
    `UserMessage(content=[ToolResultBlock(tool_use_id='c', content=${JSON.stringify(content)}, is_error=True)])`,
  ].join('\n');

const claude = (content: string) => {
  const line = (uuid: string, parentUuid: string | null, type: string, message: object) => ({
    uuid,
    parentUuid,
    type,
    sessionId: 's',
    version: '2.0.0',
    cwd: '/',
    timestamp: '2026-02-03T10:00:00.000Z',
    isSidechain: false,
    userType: 'external',
    message,
  });
  return lines(
    line('1', null, 'user', { role: 'user', content: 'go' }),
    line('2', '1', 'assistant', {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'c', name: 'Bash', input: args }],
    }),
    line('3', '2', 'user', {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'c', is_error: true, content }],
    }),
  );
};

const opencode = (state: object) => ({
  info: { id: 's', title: 't' },
  messages: [
    {
      info: { id: 'm1', role: 'user', sessionID: 's', time: { created: 1 } },
      parts: [{ id: 'p1', type: 'text', text: 'go' }],
    },
    {
      info: { id: 'm2', role: 'assistant', sessionID: 's', time: { created: 2 } },
      parts: [{ id: 'p2', type: 'tool', callID: 'c', tool: 'bash', state: { input: args, ...state } }],
    },
  ],
});

const copilot = (isConfirmed: unknown) => ({
  requesterUsername: 'u',
  responderUsername: 'GitHub Copilot',
  requests: [
    {
      requestId: 'r',
      message: { text: 'go' },
      response: [{ kind: 'toolInvocationSerialized', toolCallId: 'c', toolId: 'f', isConfirmed }],
      result: {
        metadata: {
          toolCallRounds: [{ response: 'ok', toolCalls: [{ id: 'c', name: 'f', arguments: '{"n": 1}' }], id: 'a' }],
          toolCallResults: { c: { content: [{ value: 'The user cancelled the tool call.' }] } },
        },
      },
    },
  ],
});

const pi = (text: string) => [
  { role: 'user', content: 'go' },
  {
    role: 'assistant',
    content: [{ type: 'toolCall', id: 'c', name: 'bash', arguments: args }],
    usage: { input: 1, output: 2 },
    stopReason: 'toolUse',
  },
  { role: 'toolResult', toolCallId: 'c', toolName: 'bash', content: [{ type: 'text', text }], isError: true },
];

/** `steps.d.ts` of openai 6.49.0 for Node. */
const assistants = (status: string, call: object) => ({
  id: 's',
  object: 'thread.run.step',
  created_at: 1757000000,
  thread_id: 't',
  status,
  step_details: { type: 'tool_calls', tool_calls: [{ id: 'c', ...call }] },
});
const assistantCall = (output: string | null) => ({
  type: 'function',
  function: { name: 'f', arguments: '{}', output },
});
const assistantCode = { type: 'code_interpreter', code_interpreter: { input: '1', outputs: [] } };

/** `invoke_function_call` in `kernel.py` of Semantic Kernel. */
const kernel = (result: string) => [
  { role: 'user', items: [{ content_type: 'text', text: 'go' }] },
  { role: 'assistant', items: [{ content_type: 'function_call', id: 'c', function_name: 'f', arguments: '{"n": 1}' }] },
  { role: 'tool', items: [{ content_type: 'function_result', id: 'c', function_name: 'f', result }] },
];

/** `_tools.py` of Microsoft's Agent Framework, and the function-invoking client of .NET. */
const framework = (...results: readonly object[]) => [
  { role: 'user', contents: [{ type: 'text', text: 'go' }] },
  { role: 'assistant', contents: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: '{"n": 1}' }] },
  ...results.map((one) => ({ role: 'tool', contents: [{ call_id: 'c', ...one }] })),
];
const frameworkResult = (result: string, more: object = {}) => framework({ type: 'function_result', result, ...more });
const response = {
  type: 'function_approval_response',
  approved: false,
  function_call: { type: 'function_call', call_id: 'c' },
};
const request = {
  type: 'function_approval_request',
  id: 'a',
  function_call: { type: 'function_call', call_id: 'c', name: 'f' },
};
const frameworkShell = (code: number) =>
  framework({ type: 'shell_tool_result', outputs: [{ type: 'shell_command_output', stdout: 'x', exit_code: code }] });

/** `check_termination_and_human_reply` in `conversable_agent.py` of AutoGen 0.2. */
const ag2 = (role: string, content: string) => [
  { role: 'assistant', name: 'user', content: 'go' },
  {
    role: 'user',
    name: 'coder',
    content: '',
    tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{"n": 1}' } }],
  },
  { role, name: 'user', content: 'x', tool_responses: [{ role: 'tool', tool_call_id: 'c', content }] },
];

/** `strategies.py` of Haystack's human in the loop. */
const haystack = (result: string) => {
  const origin = { id: 'c', tool_name: 'f', arguments: args };
  return [
    { role: 'user', meta: {}, content: [{ text: 'go' }] },
    { role: 'assistant', meta: {}, content: [{ tool_call: origin }] },
    { role: 'tool', meta: {}, content: [{ tool_call_result: { result, origin, error: true } }] },
  ];
};

/** `calling.py` of llama-index-core. */
const llamaindex = (content: string) => [
  { role: 'user', additional_kwargs: {}, content: 'go' },
  {
    role: 'assistant',
    additional_kwargs: { tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{"n": 1}' } }] },
    content: '',
  },
  { role: 'tool', additional_kwargs: { tool_call_id: 'c' }, content },
];

/** `create_tool_returns_for_denials` of letta. */
const letta = (tool_return: string) => [
  { id: '1', message_type: 'user_message', content: 'go' },
  { id: '2', message_type: 'tool_call_message', tool_call: { name: 'f', arguments: '{"n": 1}', tool_call_id: 'c' } },
  { id: '3', message_type: 'tool_return_message', status: 'error', tool_call_id: 'c', tool_return },
];

/** `_policy.py`, `_tool.py` and `_call_tools.py` of inspect_ai. */
const inspect = (result: object | undefined, ...events: readonly object[]) => ({
  id: 1,
  epoch: 1,
  target: '',
  model_usage: {},
  limit: { type: 'operator', limit: 1 },
  messages: [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: '', tool_calls: [{ id: 'c', function: 'f', arguments: args }] },
    ...(result === undefined ? [] : [{ role: 'tool', tool_call_id: 'c', function: 'f', content: 'x', ...result }]),
  ],
  events,
});
const decided = (decision: string) => ({
  event: 'approval',
  call: { id: 'c', function: 'f', arguments: args },
  decision,
});
const ran = (more: object) => ({ event: 'tool', id: 'c', function: 'f', arguments: args, result: '', ...more });

const shell = (...outcomes: readonly object[]) => [
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
  { type: 'shell_call', call_id: 'c', status: 'completed', action: { commands: ['ls'] } },
  {
    type: 'shell_call_output',
    call_id: 'c',
    output: outcomes.map((outcome) => ({ stdout: 'x', stderr: '', outcome })),
  },
];

const hosted = (status: string) => ({
  id: 'r',
  object: 'response',
  model: 'm',
  output: [{ type: 'code_interpreter_call', id: 'c', status, code: '1', outputs: null }],
});

const autogen = (code: number) => [
  { type: 'TextMessage', source: 'user', content: 'go' },
  {
    type: 'CodeGenerationEvent',
    source: 'coder',
    retry_attempt: 0,
    content: '```python\n1\n```',
    code_blocks: [{ code: '1', language: 'python' }],
  },
  { type: 'CodeExecutionEvent', source: 'coder', retry_attempt: 0, result: { exit_code: code, output: 'x' } },
  { type: 'TextMessage', source: 'coder', content: 'Done.' },
];

const elevenlabs = (result: object) => ({
  agent_id: 'a',
  conversation_id: 'c',
  status: 'done',
  metadata: { start_time_unix_secs: 1 },
  transcript: [
    { role: 'user', message: 'go', time_in_call_secs: 1 },
    {
      role: 'agent',
      message: null,
      time_in_call_secs: 2,
      tool_calls: [{ request_id: 'r', tool_name: 'f', params_as_json: '{"n": 1}', tool_has_been_called: true }],
      tool_results: [{ request_id: 'r', tool_name: 'f', result_value: 'x', tool_has_been_called: true, ...result }],
    },
  ],
});

const copilotStudio = (kind: string, value: object) => ({
  activities: [
    { type: 'message', channelId: 'pva-studio', from: { id: 'u', role: 1 }, text: 'go' },
    {
      type: 'event',
      channelId: 'pva-studio',
      from: { id: 'b', role: 0 },
      name: `DynamicPlanStep${kind}`,
      value: { stepId: 's', taskDialogId: 'f', ...value },
    },
  ],
});

const deepgram = (type: string, id: string) =>
  lines(
    { type: 'ConversationText', role: 'user', content: 'go' },
    { type: 'FunctionCallRequest', functions: [{ id: 'c', name: 'f', arguments: '{"n": 1}' }] },
    { type, functions: [{ id, name: 'f' }] },
  );

const livekit = (status: string) =>
  lines(
    { type: 'function_tools_executed', function_calls: [livekitCall], function_call_outputs: [null] },
    { type: 'tool_execution_updated', update: { type: 'tool_call_ended', id: 'c_final', call_id: 'c', status } },
  );
const livekitCall = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"n": 1}' };

const pipecat = (content: string) =>
  `2026-05-20 10:00:00.000 | DEBUG    | pipecat.x:y:1 - S#0: Generating chat from universal context [{'role': 'user', 'content': 'go'}, {'role': 'assistant', 'tool_calls': [{'id': 'c', 'function': {'name': 'f', 'arguments': '{"n": 1}'}, 'type': 'function'}]}, {'role': 'tool', 'tool_call_id': 'c', 'content': '${content}'}]`;

const retell = (result: object) => ({
  call_id: 'r',
  agent_id: 'a',
  transcript_with_tool_calls: [
    { role: 'user', content: 'go' },
    { role: 'tool_call_invocation', tool_call_id: 'c', name: 'f', arguments: '{"n": 1}' },
    { role: 'tool_call_result', tool_call_id: 'c', content: 'x', ...result },
  ],
});

const n8n = (json: object, more: object = {}) => ({
  id: '1',
  data: {
    resultData: {
      runData: {
        Chat: [{ startTime: 1, data: { main: [[{ json: { chatInput: 'go' } }]] } }],
        f: [
          {
            startTime: 2,
            executionTime: 1,
            executionStatus: 'success',
            inputOverride: { ai_tool: [[{ json: { toolParameters: args }, pairedItem: { item: 0 } }]] },
            data: { ai_tool: [[{ json }]] },
            ...more,
          },
        ],
      },
    },
  },
});

const dify = (observation: string) => ({
  data: [
    {
      id: 'm',
      conversation_id: 'c',
      query: 'go',
      answer: 'ok',
      created_at: 1,
      agent_thoughts: [
        { tool: 'f', tool_input: JSON.stringify({ f: args }), observation: JSON.stringify({ f: observation }) },
      ],
    },
  ],
});

const ended = '2026-01-01T00:00:01Z';
const began = { start_time: '2026-01-01T00:00:00Z', started_at: '2026-01-01T00:00:00Z' };
const opik = (more: object) => [
  { ...began, id: 's', trace_id: 't', project_id: 'p', type: 'tool', name: 'f', input: args, ...more },
];
const weave = (more: object) => [
  { ...began, id: 's', trace_id: 't', op_name: 'f', attributes: { kind: 'tool' }, inputs: args, ...more },
];
const laminar = (status: string) => [
  { ...began, span_id: 's', trace_id: 't', span_type: 'TOOL', name: 'f', end_time: ended, input: '{"n": 1}', status },
];
const mlflow = (more: object) => ({
  info: { trace_id: 't' },
  data: {
    spans: [
      {
        span_id: 's',
        name: 'f',
        start_time_unix_nano: '1767225600000000000',
        attributes: { 'mlflow.spanType': '"TOOL"', 'mlflow.spanInputs': '{"n": 1}' },
        ...more,
      },
    ],
  },
});
const posthog = (more: object) => ({
  batch: [
    {
      event: '$ai_span',
      timestamp: ended,
      properties: { $ai_trace_id: 't', $ai_span_id: 's', $ai_span_name: 'f', $ai_span_type: 'tool', ...more },
    },
  ],
});
const stagehand = (success: boolean) => ({
  success: true,
  message: 'Done.',
  completed: true,
  actions: [{ type: 'click', describe: 'a button', success, ...(!success && { error: 'x' }) }],
});
const harbor = (tool_result_is_error: boolean) => ({
  schema_version: 'ATIF-v1.6',
  session_id: 's',
  agent: { name: 'claude-code', version: '2' },
  steps: [
    { step_id: 1, source: 'user', message: 'go' },
    {
      step_id: 2,
      source: 'agent',
      message: '',
      tool_calls: [{ tool_call_id: 'c', function_name: 'f', arguments: args }],
      observation: { results: [{ source_call_id: 'c', content: 'x', extra: { tool_result_is_error } }] },
    },
  ],
});
const burr = (last: object) =>
  lines(
    { type: 'begin_entry', start_time: ended, action: 'f', inputs: { prompt: 'go' }, sequence_id: 0 },
    { action: 'f', sequence_id: 0, ...last },
  );

const cancelled = '[Operation Cancelled] Reason: User';
const rows: readonly Row[] = [
  ['amp', 'rejected-by-user', 'restricted', amp({ status: 'rejected-by-user' })],
  ['amp', 'cancelled', 'errored', amp({ status: 'cancelled', reason: 'stopped' })],
  ['amp', 'exit code 2', 'errored', amp({ status: 'done', result: { output: 'x', exitCode: 2 } })],
  ['amp', 'exit code 0', 'successful', amp({ status: 'done', result: { output: 'x', exitCode: 0 } })],
  ['bot-framework', 'a blocked step', 'restricted', copilotStudio('Blocked', { messageBlockedError: { code: 'x' } })],
  ['bot-framework', 'a failed step', 'errored', copilotStudio('Finished', { state: 'failed' })],
  ['bot-framework', 'a completed step', 'successful', copilotStudio('Finished', { state: 'completed' })],
  ['deepgram', 'cancelled by the server', 'errored', deepgram('FunctionCallCancelled', 'c')],
  // A voice session has no restricted call without the flags that it requires.
  ['elevenlabs', 'blocked', 'errored', elevenlabs({ is_error: false, is_blocked: true })],
  ['elevenlabs', 'failed', 'errored', elevenlabs({ is_error: true })],
  ['elevenlabs', 'a result', 'successful', elevenlabs({ is_error: false })],
  ['livekit', 'a tool that goes on and is cancelled', 'errored', livekit('cancelled')],
  ['livekit', 'a tool that goes on and is done', 'successful', livekit('done')],
  ['pipecat', 'cancelled', 'errored', pipecat('CANCELLED')],
  ['pipecat', 'without a value', 'successful', pipecat('COMPLETED')],
  ['retell', 'not successful', 'errored', retell({ successful: false })],
  ['retell', 'successful', 'successful', retell({ successful: true })],
  [
    'cursor-composer',
    'userDecision: rejected',
    'restricted',
    cursor({ status: 'cancelled', userDecision: 'rejected' }),
  ],
  ['cursor-composer', 'rejected in the result', 'restricted', cursor(printed({ rejected: true }))],
  ['cursor-composer', 'cancelled', 'errored', cursor({ status: 'cancelled' })],
  ['cursor-composer', 'exit code 2', 'errored', cursor(printed({ rejected: false, exitCodeV2: 2 }))],
  ['cursor-composer', 'exit code 0', 'successful', cursor(printed({ rejected: false, exitCodeV2: 0 }))],
  ['continue-session', 'a canceled edit', 'restricted', continued('edit_existing_file', {})],
  ['continue-session', 'a canceled command', 'errored', continued('run_terminal_command', {})],
  [
    'continue-session',
    'a rejected command',
    'restricted',
    continued('run_terminal_command', { output: [{ name: 'Tool Call Rejected', content: 'The user skipped it.' }] }),
  ],
  ['continue-session', 'a call that waits for approval', 'pending', continued('read_file', { status: 'generated' })],
  [
    'continue-session',
    'a failure that a message repeats',
    'errored',
    continued('read_file', { status: 'errored', output: [nope] }, repeated),
  ],
  ['openai-assistants', 'cancelled', 'errored', assistants('cancelled', assistantCall(null))],
  ['openai-assistants', 'expired', 'errored', assistants('expired', assistantCall(null))],
  ['openai-assistants', 'expired after the output', 'successful', assistants('expired', assistantCall('1'))],
  ['openai-assistants', 'in progress', 'pending', assistants('in_progress', assistantCall(null))],
  ['openai-assistants', 'code of a failed step', 'errored', assistants('failed', assistantCode)],
  ['openai-assistants', 'code that still runs', 'pending', assistants('in_progress', assistantCode)],
  ['openai-assistants', 'code without output', 'successful', assistants('completed', assistantCode)],
  [
    'openai-assistants',
    'a search without its results',
    'successful',
    assistants('completed', { type: 'file_search', file_search: {} }),
  ],
  ['agent-framework', 'an exception', 'errored', frameworkResult('Error: Function failed.', { exception: 'x' })],
  ['agent-framework', 'a failure without its exception', 'errored', frameworkResult('Error: Function failed.')],
  [
    'agent-framework',
    'a rejection',
    'restricted',
    frameworkResult('Error: Tool call invocation was rejected by user.'),
  ],
  ['agent-framework', 'a rejection of .NET', 'restricted', frameworkResult('Tool call invocation rejected. Too dear.')],
  ['agent-framework', 'a response that is not approved', 'restricted', framework(response)],
  ['agent-framework', 'a request without a response', 'pending', framework(request)],
  ['agent-framework', 'a request whose response is denied', 'restricted', framework(request, response)],
  ['agent-framework', 'exit code 2', 'errored', frameworkShell(2)],
  ['agent-framework', 'exit code 0', 'successful', frameworkShell(0)],
  ['ag2', 'a message of the user in place of a result', 'restricted', ag2('assistant', 'USER INTERRUPTED')],
  ['ag2', 'an error', 'errored', ag2('tool', 'Error: x')],
  ['llamaindex', 'its own error', 'errored', llamaindex('Encountered error: x')],
  ['llamaindex', 'a result about an error', 'successful', llamaindex('error: x')],
  ['letta', 'denied', 'restricted', letta('Error: request to call tool denied. User reason: no')],
  ['letta', 'an error', 'errored', letta('no')],
  ['inspect', 'rejected', 'restricted', inspect({ error: { type: 'approval', message: 'no' } }, decided('reject'))],
  ['inspect', 'escalated, and then approved', 'successful', inspect({}, decided('escalate'), decided('approve'))],
  [
    'inspect',
    'terminated, without a message',
    'restricted',
    inspect(undefined, decided('terminate'), ran({ pending: true })),
  ],
  ['inspect', 'the end of the sample during a call', 'errored', inspect(undefined, ran({ pending: true }))],
  ['inspect', 'a failed call without a message', 'errored', inspect(undefined, ran({ failed: true }))],
  [
    'inspect',
    'a call that ended, without a message',
    'successful',
    inspect(undefined, ran({ result: '2', completed: '2026-01-01T00:00:00Z' })),
  ],
  ['haystack', 'rejected by the user', 'restricted', haystack("Tool execution for 'f' was rejected by the user. No.")],
  ['haystack', 'an error', 'errored', haystack('x')],
  ['semantic-kernel', 'a function that threw', 'errored', kernel('An error occurred while invoking the function f: x')],
  [
    'semantic-kernel',
    'an unknown function',
    'errored',
    kernel('The tool call with name `f` is not part of the provided tools, x'),
  ],
  ['semantic-kernel', 'a result about an error', 'successful', kernel('An error occurred in the shop.')],
  ['gemini-cli', 'denied', 'restricted', gemini('cancelled', `${cancelled} denied execution.`)],
  ['gemini-cli', 'not allowed', 'restricted', gemini('cancelled', `${cancelled} did not allow tool call`)],
  ['gemini-cli', 'cancelled while it ran', 'errored', gemini('cancelled', `${cancelled} cancelled tool execution.`)],
  ['gemini-cli', 'cancelled, running or not', 'errored', gemini('cancelled', `${cancelled} cancelled the operation.`)],
  ['gemini-cli', 'denied by a policy', 'restricted', gemini('error', 'Tool execution denied by policy.')],
  ['qwen-code', 'not allowed', 'restricted', qwen({ status: 'cancelled' }, `${cancelled} did not allow tool call`)],
  ['qwen-code', 'cancelled', 'errored', qwen({ status: 'cancelled' }, `${cancelled} cancelled tool execution.`)],
  ['qwen-code', 'forbidden', 'restricted', qwen({ status: 'error', errorType: 'execution_denied' }, 'declined')],
  ['zed-thread', 'denied', 'restricted', zed('Permission to run tool denied by user')],
  ['zed-thread', 'canceled', 'errored', zed('Tool canceled by user')],
  ['cline', 'denied', 'restricted', cline('The user denied this operation.')],
  ['cline', 'denied on the command line', 'restricted', cline('{"error":"Tool \\"f\\" was denied by user"}')],
  ['cline', 'disabled by a policy', 'restricted', cline('Tool "f" is disabled by policy')],
  ['mcp', 'cancelled', 'errored', mcp({ method: 'notifications/cancelled', params: { requestId: 1 } })],
  ['mcp', 'isError', 'errored', mcp({ id: 1, result: { isError: true, content: [] } })],
  ['gemini-api', 'rejected', 'restricted', geminiApi({ error: 'This tool call is rejected.' })],
  ['gemini-api', 'error', 'errored', geminiApi({ error: 'no such file' })],
  ['claude-agent-sdk', 'refused', 'restricted', agentSdk("The user doesn't want to proceed with this tool use.")],
  ['claude-agent-sdk', 'interrupted', 'errored', agentSdk('[Request interrupted by user for tool use]')],
  ['claude-code', 'refused', 'restricted', claude("The user doesn't want to proceed with this tool use.")],
  ['claude-code', 'interrupted', 'errored', claude('[Request interrupted by user for tool use]')],
  [
    'opencode',
    'rejected',
    'restricted',
    opencode({ status: 'error', error: 'The user rejected permission to use this specific tool call.' }),
  ],
  [
    'opencode',
    'forbidden by a rule',
    'restricted',
    opencode({
      status: 'error',
      error: 'The user has specified a rule which prevents you from using this specific tool call.',
    }),
  ],
  ['opencode', 'aborted', 'errored', opencode({ status: 'error', error: 'Tool execution aborted' })],
  ['opencode', 'exit code 2', 'errored', opencode({ status: 'completed', output: 'x', metadata: { exit: 2 } })],
  ['opencode', 'exit code 0', 'successful', opencode({ status: 'completed', output: 'x', metadata: { exit: 0 } })],
  ['pi', 'blocked', 'restricted', pi('Tool execution was blocked')],
  ['pi', 'blocked by an extension', 'restricted', pi('Tool execution was blocked by an extension')],
  ['pi', 'blocked by a failed extension', 'restricted', pi('Extension failed, blocking execution: Error: x')],
  ['pi', 'skipped for the next message', 'restricted', pi('Skipped due to queued user message.')],
  ['pi', 'another error', 'errored', pi('no such file')],
  [
    'openai-responses',
    'exit code 2 of the second command',
    'errored',
    shell({ type: 'exit', exit_code: 0 }, { type: 'exit', exit_code: 2 }),
  ],
  ['openai-responses', 'exit code 0', 'successful', shell({ type: 'exit', exit_code: 0 })],
  ['openai-responses', 'timeout of a command', 'errored', shell({ type: 'timeout' })],
  ['openai-responses', 'a call of the provider that is still running', 'pending', hosted('interpreting')],
  ['openai-responses', 'a call of the provider that ended', 'successful', hosted('completed')],
  ['opik', 'no end and no output', 'pending', opik({})],
  ['opik', 'an interrupt of LangGraph', 'pending', opik({ end_time: ended, output: { __interrupt__: 'sure?' } })],
  ['opik', 'error_info', 'errored', opik({ end_time: ended, error_info: { message: 'x' } })],
  ['opik', 'an end', 'successful', opik({ end_time: ended })],
  ['weave', 'no end and no output', 'pending', weave({ ended_at: null, output: null })],
  ['weave', 'exception', 'errored', weave({ ended_at: ended, exception: 'x' })],
  ['laminar', 'status: error', 'errored', laminar('error')],
  ['laminar', 'an end', 'successful', laminar('')],
  ['mlflow', 'no end and no output', 'pending', mlflow({ end_time_unix_nano: null, status: { code: 'UNSET' } })],
  [
    'mlflow',
    'status: error',
    'errored',
    mlflow({ end_time_unix_nano: '1767225601000000000', status: { code: 'ERROR' } }),
  ],
  ['posthog', '$ai_is_error', 'errored', posthog({ $ai_is_error: true, $ai_error: 'x' })],
  ['posthog', 'no error', 'successful', posthog({ $ai_is_error: false })],
  ['stagehand', 'success: false', 'errored', stagehand(false)],
  ['stagehand', 'success: true', 'successful', stagehand(true)],
  ['atif', 'a mark of Harbor', 'errored', harbor(true)],
  ['atif', 'a mark of Harbor that it worked', 'successful', harbor(false)],
  ['burr', 'a suspended action', 'pending', burr({ type: 'suspend_entry', suspend_time: ended, channel: 'approval' })],
  ['burr', 'an exception', 'errored', burr({ type: 'end_entry', end_time: ended, exception: 'x', state: {} })],
  ['autogen', 'exit code 2', 'errored', autogen(2)],
  ['autogen', 'exit code 0', 'successful', autogen(0)],
  ['n8n', 'denied by the user', 'restricted', n8n({ data: { approved: false } })],
  ['n8n', 'canceled', 'errored', n8n({}, { executionStatus: 'canceled' })],
  ['n8n', 'waits for the user', 'pending', n8n({}, { executionStatus: 'waiting' })],
  ['dify', 'an error of Dify', 'errored', dify('tool invoke error: no such city')],
  ['dify', 'a result', 'successful', dify('4 degrees')],
  ['copilot-chat', 'cancelled, and denied on the page', 'restricted', copilot({ type: 0 })],
  ['copilot-chat', 'cancelled, and confirmed on the page', 'errored', copilot({ type: 4 })],
];

test.each(rows)('%s, %s: %s', (importer, _, outcome, document) => {
  const { opened, session } = firstSession(typeof document === 'string' ? document : JSON.stringify(document));
  expect(opened.importer.id).toBe(importer);
  expect(session.history.invocations.map((call) => call.outcome)).toEqual([outcome]);
});
