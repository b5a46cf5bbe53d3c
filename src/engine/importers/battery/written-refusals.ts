/** Documents of many formats with one call, whose end is given. Where a format’s code says the words, it is named. */

const lines = (...values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n');
const args = { n: 1 };

export const amp = (run: object) => ({
  id: 'T-1',
  created: 1,
  messages: [
    { role: 'user', messageId: 0, content: [{ type: 'text', text: 'go' }] },
    { role: 'assistant', messageId: 1, content: [{ type: 'tool_use', id: 'c', name: 'Bash', input: args }] },
    { role: 'user', messageId: 2, content: [{ type: 'tool_result', toolUseID: 'c', run }] },
  ],
});

export const cursor = (call: object) => ({
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
export const printed = (facts: object) => ({ status: 'completed', result: JSON.stringify({ output: 'x', ...facts }) });

export const continued = (name: string, state: object, ...more: readonly object[]) => ({
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
export const nope = { name: 'Tool Call Error', content: 'read_file failed with the message: nope' };
export const repeated = { role: 'tool', content: nope.content, toolCallId: 'c' };

export const gemini = (status: string, error: string) => ({
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

export const qwen = (toolCallResult: object, error: string) => {
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

export const zed = (text: string) => ({
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

export const cline = (content: string) => [
  { role: 'user', content: [{ type: 'text', text: '<task>\ngo\n</task>' }], ts: 1 },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'run_commands', input: args }], ts: 2 },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content }], ts: 3 },
];

export const mcp = (...messages: readonly object[]) =>
  lines(
    ...[{ id: 1, method: 'tools/call', params: { name: 'f', arguments: args } }, ...messages].map((message) => ({
      jsonrpc: '2.0',
      ...message,
    })),
  );

export const geminiApi = (response: object) => ({
  contents: [
    { role: 'user', parts: [{ text: 'go' }] },
    { role: 'model', parts: [{ functionCall: { id: 'c', name: 'f', args } }] },
    { role: 'user', parts: [{ functionResponse: { id: 'c', name: 'f', response } }] },
  ],
});

export const agentSdk = (content: string) =>
  [
    "AssistantMessage(content=[ToolUseBlock(id='c', name='Bash', input={'n': 1})], model='m')",
    `UserMessage(content=[ToolResultBlock(tool_use_id='c', content=${JSON.stringify(content)}, is_error=True)])`,
  ].join('\n');

export const claude = (content: string) => {
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

export const opencode = (state: object) => ({
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

export const copilot = (isConfirmed: unknown) => ({
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

export const pi = (text: string) => [
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
export const assistants = (status: string, call: object) => ({
  id: 's',
  object: 'thread.run.step',
  created_at: 1757000000,
  thread_id: 't',
  status,
  step_details: { type: 'tool_calls', tool_calls: [{ id: 'c', ...call }] },
});
export const assistantCall = (output: string | null) => ({
  type: 'function',
  function: { name: 'f', arguments: '{}', output },
});
export const assistantCode = { type: 'code_interpreter', code_interpreter: { input: '1', outputs: [] } };

/** `invoke_function_call` in `kernel.py` of Semantic Kernel. */
export const kernel = (result: string) => [
  { role: 'user', items: [{ content_type: 'text', text: 'go' }] },
  { role: 'assistant', items: [{ content_type: 'function_call', id: 'c', function_name: 'f', arguments: '{"n": 1}' }] },
  { role: 'tool', items: [{ content_type: 'function_result', id: 'c', function_name: 'f', result }] },
];

/** `_tools.py` of Microsoft's Agent Framework, and the function-invoking client of .NET. */
export const framework = (...results: readonly object[]) => [
  { role: 'user', contents: [{ type: 'text', text: 'go' }] },
  { role: 'assistant', contents: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: '{"n": 1}' }] },
  ...results.map((one) => ({ role: 'tool', contents: [{ call_id: 'c', ...one }] })),
];
export const frameworkResult = (result: string, more: object = {}) =>
  framework({ type: 'function_result', result, ...more });
export const response = {
  type: 'function_approval_response',
  approved: false,
  function_call: { type: 'function_call', call_id: 'c' },
};
export const request = {
  type: 'function_approval_request',
  id: 'a',
  function_call: { type: 'function_call', call_id: 'c', name: 'f' },
};
export const frameworkShell = (code: number) =>
  framework({ type: 'shell_tool_result', outputs: [{ type: 'shell_command_output', stdout: 'x', exit_code: code }] });

/** `check_termination_and_human_reply` in `conversable_agent.py` of AutoGen 0.2. */
export const ag2 = (role: string, content: string) => [
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
export const haystack = (result: string) => {
  const origin = { id: 'c', tool_name: 'f', arguments: args };
  return [
    { role: 'user', meta: {}, content: [{ text: 'go' }] },
    { role: 'assistant', meta: {}, content: [{ tool_call: origin }] },
    { role: 'tool', meta: {}, content: [{ tool_call_result: { result, origin, error: true } }] },
  ];
};

/** `calling.py` of llama-index-core. */
export const llamaindex = (content: string) => [
  { role: 'user', additional_kwargs: {}, content: 'go' },
  {
    role: 'assistant',
    additional_kwargs: { tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{"n": 1}' } }] },
    content: '',
  },
  { role: 'tool', additional_kwargs: { tool_call_id: 'c' }, content },
];

/** `create_tool_returns_for_denials` of letta. */
export const letta = (tool_return: string) => [
  { id: '1', message_type: 'user_message', content: 'go' },
  { id: '2', message_type: 'tool_call_message', tool_call: { name: 'f', arguments: '{"n": 1}', tool_call_id: 'c' } },
  { id: '3', message_type: 'tool_return_message', status: 'error', tool_call_id: 'c', tool_return },
];

/** `_policy.py`, `_tool.py` and `_call_tools.py` of inspect_ai. */
export const inspect = (result: object | undefined, ...events: readonly object[]) => ({
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
export const decided = (decision: string) => ({
  event: 'approval',
  call: { id: 'c', function: 'f', arguments: args },
  decision,
});
export const ran = (more: object) => ({ event: 'tool', id: 'c', function: 'f', arguments: args, result: '', ...more });

export const shell = (...outcomes: readonly object[]) => [
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
  { type: 'shell_call', call_id: 'c', status: 'completed', action: { commands: ['ls'] } },
  {
    type: 'shell_call_output',
    call_id: 'c',
    output: outcomes.map((outcome) => ({ stdout: 'x', stderr: '', outcome })),
  },
];

export const hosted = (status: string) => ({
  id: 'r',
  object: 'response',
  model: 'm',
  output: [{ type: 'code_interpreter_call', id: 'c', status, code: '1', outputs: null }],
});

export const autogen = (code: number) => [
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

export const elevenlabs = (result: object) => ({
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

export const copilotStudio = (kind: string, value: object) => ({
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

export const deepgram = (type: string, id: string) =>
  lines(
    { type: 'ConversationText', role: 'user', content: 'go' },
    { type: 'FunctionCallRequest', functions: [{ id: 'c', name: 'f', arguments: '{"n": 1}' }] },
    { type, functions: [{ id, name: 'f' }] },
  );

export const livekit = (status: string) =>
  lines(
    { type: 'function_tools_executed', function_calls: [livekitCall], function_call_outputs: [null] },
    { type: 'tool_execution_updated', update: { type: 'tool_call_ended', id: 'c_final', call_id: 'c', status } },
  );
const livekitCall = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"n": 1}' };

/** `SessionReport.to_dict()` of livekit-agents: a cancelled call has an empty output in the history. */
export const livekitReport = (status: string) => ({
  chat_history: {
    items: [
      { type: 'message', role: 'user', content: ['go'], interrupted: false },
      livekitCall,
      { type: 'function_call_output', call_id: 'c', name: 'f', output: '', is_error: false },
    ],
  },
  events: [
    {
      type: 'tool_execution_updated',
      update: { type: 'tool_call_ended', id: 'c', call_id: 'c', message: null, status },
    },
  ],
});

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_agent-runtime_GuardrailTrace.html */
export const bedrockGuardrail = (action: string) => [
  { trace: { agentId: 'a', trace: { guardrailTrace: { action } } } },
];

export const pipecat = (content: string) =>
  `2026-05-20 10:00:00.000 | DEBUG    | pipecat.x:y:1 - S#0: Generating chat from universal context [{'role': 'user', 'content': 'go'}, {'role': 'assistant', 'tool_calls': [{'id': 'c', 'function': {'name': 'f', 'arguments': '{"n": 1}'}, 'type': 'function'}]}, {'role': 'tool', 'tool_call_id': 'c', 'content': '${content}'}]`;

export const retell = (result: object) => ({
  call_id: 'r',
  agent_id: 'a',
  transcript_with_tool_calls: [
    { role: 'user', content: 'go' },
    { role: 'tool_call_invocation', tool_call_id: 'c', name: 'f', arguments: '{"n": 1}' },
    { role: 'tool_call_result', tool_call_id: 'c', content: 'x', ...result },
  ],
});

export const n8n = (json: object, more: object = {}) => ({
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

export const dify = (observation: string) => ({
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

export const ended = '2026-01-01T00:00:01Z';
const began = { start_time: '2026-01-01T00:00:00Z', started_at: '2026-01-01T00:00:00Z' };
export const opik = (more: object) => [
  { ...began, id: 's', trace_id: 't', project_id: 'p', type: 'tool', name: 'f', input: args, ...more },
];
export const weave = (more: object) => [
  { ...began, id: 's', trace_id: 't', op_name: 'f', attributes: { kind: 'tool' }, inputs: args, ...more },
];
export const laminar = (status: string) => [
  { ...began, span_id: 's', trace_id: 't', span_type: 'TOOL', name: 'f', end_time: ended, input: '{"n": 1}', status },
];
export const mlflow = (more: object) => ({
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
export const posthog = (more: object) => ({
  batch: [
    {
      event: '$ai_span',
      timestamp: ended,
      properties: { $ai_trace_id: 't', $ai_span_id: 's', $ai_span_name: 'f', $ai_span_type: 'tool', ...more },
    },
  ],
});
export const stagehand = (success: boolean) => ({
  success: true,
  message: 'Done.',
  completed: true,
  actions: [{ type: 'click', describe: 'a button', success, ...(!success && { error: 'x' }) }],
});
export const harbor = (tool_result_is_error: boolean) => ({
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
export const burr = (last: object) =>
  lines(
    { type: 'begin_entry', start_time: ended, action: 'f', inputs: { prompt: 'go' }, sequence_id: 0 },
    { action: 'f', sequence_id: 0, ...last },
  );

export const cancelled = '[Operation Cancelled] Reason: User';
