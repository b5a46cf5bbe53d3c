/**
 * One step of a conversation that tests write in many formats: a message, calls that the model requested together, or a
 * result, in order of arrival. No step has a time.
 */
export type Move =
  | { readonly user: string }
  | { readonly asks: readonly Ask[] }
  | { readonly result: unknown; readonly to: Ask }
  | { readonly says: string };

export interface Ask {
  readonly id: string;
  readonly name: string;
  /** A text is written unchanged, even by formats that write other values as JSON. */
  readonly input?: unknown;
}

type Writer = (moves: readonly Move[]) => unknown;

/** Writers by importer. Their result is written as JSON, or as JSON Lines for `lineFormats`. */
export const writers: { readonly [importer: string]: Writer } = {
  'openai-chat': (moves) => moves.map(chatMessage),
  'openai-responses': (moves) => ({ object: 'list', data: moves.flatMap(responseItems('call_id')).toReversed() }),
  'noetic-items': (moves) =>
    moves.flatMap(responseItems('callId')).map((item, index) => ({ id: `i${index}`, ...item })),
  'anthropic-messages': (moves) => ({ model: 'claude', max_tokens: 9, messages: moves.map(anthropicMessage) }),
  'claude-code': (moves) =>
    moves.map((move, index) => {
      const message = anthropicMessage(move);
      const parentUuid = index === 0 ? null : `u${index - 1}`;
      return { type: message.role, uuid: `u${index}`, parentUuid, sessionId: 's', message };
    }),
  codex: (moves) => [
    { type: 'session_meta', payload: { id: 's', cwd: '/', originator: 'codex_cli_rs', cli_version: '0.50.0' } },
    ...moves.flatMap(responseItems('call_id')).map((payload) => ({ type: 'response_item', payload })),
  ],
  pi: (moves) => [
    { type: 'session', id: 's' },
    ...moves.map((move) => ({ type: 'message', message: piMessage(move) })),
  ],
  'copilot-cli': (moves) => moves.flatMap(copilotEvents),
  kimi: (moves) => [{ type: 'metadata', protocol_version: '1.5' }, ...moves.flatMap(kimiLines)],
  'qwen-code': (moves) => moves.map(qwenLine),
  openhands: (moves) => moves.flatMap(openHandsEvents),
  inspect: (moves) => ({ id: 1, epoch: 1, target: '', model_usage: {}, messages: moves.map(inspectMessage) }),
  langgraph: (moves) => moves.map(langChainMessage),
  'pydantic-ai': (moves) => moves.map(pydanticMessage),
  'agent-framework': (moves) => [{ id: 1, messages: moves.map(frameworkMessage) }],
  agentdojo: (moves) => ({
    suite_name: 'x',
    pipeline_name: 'x',
    user_task_id: 'x',
    messages: moves.map(dojoMessage),
  }),
  'tau-bench': (moves) => ({
    info: {},
    tasks: [],
    simulations: [{ id: 's', task_id: '1', messages: moves.map(tauMessage) }],
  }),
  letta: (moves) => ({ messages: moves.flatMap(lettaMessages) }),
  autogen: (moves) => ({ messages: moves.map(autogenMessage), stop_reason: null }),
  'adk-session': (moves) => moves.map(adkEvent),
  'ai-sdk': (moves) => moves.map(sdkMessage),
  'bedrock-converse': (moves) => moves.map(bedrockMessage),
  haystack: (moves) => moves.map(haystackMessage),
  llamaindex: (moves) => moves.map(llamaMessage),
  goose: (moves) => [{ working_dir: '/' }, ...moves.map(gooseMessage)],
  'claude-export': (moves) => ({ chat_messages: moves.map(claudeMessage) }),
};

/** Formats whose lists are written as lines, one per element. */
export const lineFormats = new Set([
  'claude-code',
  'codex',
  'pi',
  'copilot-cli',
  'kimi',
  'qwen-code',
  'agent-framework',
  'goose',
]);

/** The arguments of a call without its own `input`. */
export const usual = { n: 1 };

/** A result in formats that have only text. */
export const writtenResult = ({ result }: { readonly result: unknown }): string =>
  typeof result === 'string' ? result : JSON.stringify(result);

/** The arguments of a call in formats that write them as text. */
export const writtenInput = ({ input = usual }: Ask): string =>
  typeof input === 'string' ? input : JSON.stringify(input);

/** A call in the most common form, that of chat completions. */
export const chatCall = (ask: Ask) => ({
  id: ask.id,
  type: 'function',
  function: { name: ask.name, arguments: writtenInput(ask) },
});

export function chatMessage(move: Move) {
  if ('user' in move) return { role: 'user', content: move.user };
  if ('says' in move) return { role: 'assistant', content: move.says };
  if ('result' in move) return { role: 'tool', tool_call_id: move.to.id, content: move.result };
  return {
    role: 'assistant',
    content: null,
    tool_calls: move.asks.map(chatCall),
  };
}

const responseItems =
  (id: 'call_id' | 'callId') =>
  (move: Move): readonly object[] => {
    if ('user' in move) return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: move.user }] }];
    if ('says' in move)
      return [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: move.says }] }];
    if ('result' in move) return [{ type: 'function_call_output', [id]: move.to.id, output: move.result }];
    return move.asks.map((ask) => ({
      type: 'function_call',
      [id]: ask.id,
      name: ask.name,
      arguments: writtenInput(ask),
    }));
  };

export function anthropicMessage(move: Move) {
  if ('user' in move) return { role: 'user', content: move.user };
  if ('says' in move) return { role: 'assistant', content: [{ type: 'text', text: move.says }] };
  if ('result' in move)
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: move.to.id, content: move.result }] };
  return {
    role: 'assistant',
    content: move.asks.map(({ id, name, input = usual }) => ({ type: 'tool_use', id, name, input })),
  };
}

function piMessage(move: Move) {
  if ('user' in move) return { role: 'user', content: move.user };
  if ('says' in move) return { role: 'assistant', content: [{ type: 'text', text: move.says }] };
  if ('result' in move) {
    const { id: toolCallId, name: toolName } = move.to;
    return {
      role: 'toolResult',
      toolCallId,
      toolName,
      content: [{ type: 'text', text: writtenResult(move) }],
      isError: false,
    };
  }
  const content = move.asks.map(({ id, name, input = usual }) => ({ type: 'toolCall', id, name, arguments: input }));
  return { role: 'assistant', content };
}

let serial = 0;

function copilotEvents(move: Move): readonly object[] {
  const event = (type: string, data: object) => ({ type, data, id: `e${++serial}`, parentId: null });
  if ('user' in move) return [event('user.message', { content: move.user })];
  if ('says' in move)
    return [event('assistant.message', { messageId: `m${serial}`, content: move.says, toolRequests: [] })];
  if ('result' in move)
    return [
      event('tool.execution_complete', { toolCallId: move.to.id, success: true, result: { content: move.result } }),
    ];
  const toolRequests = move.asks.map(({ id, name, input = usual }) => ({ toolCallId: id, name, arguments: input }));
  const starts = move.asks.map(({ id, name, input = usual }) =>
    event('tool.execution_start', { toolCallId: id, toolName: name, arguments: input }),
  );
  return [event('assistant.message', { messageId: `m${serial}`, content: '', toolRequests }), ...starts];
}

function kimiLines(move: Move): readonly object[] {
  const loop = (event: object) => ({ type: 'context.append_loop_event', event });
  if ('user' in move) return [{ type: 'turn.prompt', input: [{ type: 'text', text: move.user }] }];
  const { asks = [] } = 'asks' in move ? move : {};
  if ('result' in move) return [loop({ type: 'tool.result', toolCallId: move.to.id, result: { output: move.result } })];
  const uuid = `step ${++serial}`;
  const texts =
    'says' in move ? [loop({ type: 'content.part', stepUuid: uuid, part: { type: 'text', text: move.says } })] : [];
  const calls = asks.map(({ id, name, input = usual }) =>
    loop({ type: 'tool.call', stepUuid: uuid, toolCallId: id, name, args: input }),
  );
  return [loop({ type: 'step.begin', uuid, turnId: '0', step: 1 }), ...texts, ...calls];
}

function qwenLine(move: Move) {
  const line = (type: string, role: string, ...parts: readonly object[]) => ({
    type,
    uuid: `u${++serial}`,
    parentUuid: `u${serial - 1}`,
    sessionId: 's',
    message: { role, parts },
  });
  if ('user' in move) return line('user', 'user', { text: move.user });
  if ('says' in move) return line('assistant', 'model', { text: move.says });
  if ('result' in move) return line('tool_result', 'user', geminiResponse(move));
  return line('assistant', 'model', ...geminiCalls(move));
}

const geminiCalls = ({ asks }: { readonly asks: readonly Ask[] }) =>
  asks.map(({ id, name, input = usual }) => ({ functionCall: { id, name, args: input } }));

const geminiResponse = ({ to: { id, name }, result }: { readonly to: Ask; readonly result: unknown }) => ({
  functionResponse: { id, name, response: { output: result } },
});

function openHandsEvents(move: Move): readonly object[] {
  const event = (kind: string, more: object) => ({ kind, id: `e${++serial}`, ...more });
  const message = (source: string, text: string) =>
    event('MessageEvent', { source, llm_message: { role: source, content: [{ type: 'text', text }] } });
  if ('user' in move) return [message('user', move.user)];
  if ('says' in move) return [message('agent', move.says)];
  if ('result' in move) {
    const { id: tool_call_id, name: tool_name } = move.to;
    const observation = { kind: 'Observation', content: [{ type: 'text', text: writtenResult(move) }] };
    return [event('ObservationEvent', { source: 'environment', tool_call_id, tool_name, observation })];
  }
  const llm_response_id = `r${++serial}`;
  return move.asks.map(({ id: tool_call_id, name: tool_name, input = usual }) =>
    event('ActionEvent', { source: 'agent', llm_response_id, tool_call_id, tool_name, action: input }),
  );
}

function inspectMessage(move: Move) {
  if ('user' in move || 'says' in move) return chatMessage(move);
  if ('result' in move) return { role: 'tool', tool_call_id: move.to.id, function: move.to.name, content: move.result };
  const tool_calls = move.asks.map(({ id, name, input = usual }) => ({ id, function: name, arguments: input }));
  return { role: 'assistant', content: '', tool_calls };
}

export function langChainMessage(move: Move) {
  if ('user' in move) return { type: 'human', content: move.user };
  if ('says' in move) return { type: 'ai', content: move.says };
  if ('result' in move) return { type: 'tool', tool_call_id: move.to.id, name: move.to.name, content: move.result };
  return {
    type: 'ai',
    content: '',
    tool_calls: move.asks.map(({ id, name, input = usual }) => ({ id, name, args: input })),
  };
}

function pydanticMessage(move: Move) {
  const part = (part_kind: string, more: object) => ({ part_kind, ...more });
  if ('user' in move) return { kind: 'request', parts: [part('user-prompt', { content: move.user })] };
  if ('says' in move) return { kind: 'response', parts: [part('text', { content: move.says })] };
  if ('result' in move) {
    const { id: tool_call_id, name: tool_name } = move.to;
    return { kind: 'request', parts: [part('tool-return', { tool_name, content: move.result, tool_call_id })] };
  }
  const parts = move.asks.map(({ id, name, input = usual }) =>
    part('tool-call', { tool_name: name, args: input, tool_call_id: id }),
  );
  return { kind: 'response', parts };
}

function frameworkMessage(move: Move) {
  const message = (value: string, ...contents: readonly object[]) => ({ role: { value }, contents });
  if ('user' in move) return message('user', { type: 'text', text: move.user });
  if ('says' in move) return message('assistant', { type: 'text', text: move.says });
  if ('result' in move) return message('tool', { type: 'function_result', call_id: move.to.id, result: move.result });
  const calls = move.asks.map((ask) => ({
    type: 'function_call',
    call_id: ask.id,
    name: ask.name,
    arguments: writtenInput(ask),
  }));
  return message('assistant', ...calls);
}

function dojoMessage(move: Move) {
  if ('user' in move || 'says' in move) return chatMessage(move);
  const call = ({ id, name, input = usual }: Ask) => ({ id, function: name, args: input });
  if ('result' in move)
    return { role: 'tool', tool_call_id: move.to.id, tool_call: call(move.to), content: move.result };
  return { role: 'assistant', content: null, tool_calls: move.asks.map(call) };
}

function tauMessage(move: Move) {
  if ('user' in move || 'says' in move) return chatMessage(move);
  if ('result' in move) return { role: 'tool', id: move.to.id, content: move.result };
  return {
    role: 'assistant',
    content: null,
    tool_calls: move.asks.map(({ id, name, input = usual }) => ({ id, name, arguments: input })),
  };
}

function lettaMessages(move: Move): readonly object[] {
  const message = (message_type: string, more: object) => ({ message_type, id: `message-${++serial}`, ...more });
  if ('user' in move) return [message('user_message', { content: move.user })];
  if ('says' in move) return [message('assistant_message', { content: move.says })];
  if ('result' in move)
    return [message('tool_return_message', { tool_return: move.result, tool_call_id: move.to.id, status: 'success' })];
  const tool_calls = move.asks.map((ask) => ({
    tool_call_id: ask.id,
    name: ask.name,
    arguments: writtenInput(ask),
  }));
  return [message('tool_call_message', { tool_calls })];
}

function autogenMessage(move: Move) {
  const message = (type: string, source: string, content: unknown) => ({ type, source, content, models_usage: null });
  if ('user' in move) return message('TextMessage', 'user', move.user);
  if ('says' in move) return message('TextMessage', 'agent', move.says);
  if ('result' in move) {
    const { id: call_id, name } = move.to;
    return message('ToolCallExecutionEvent', 'agent', [{ content: move.result, name, call_id, is_error: false }]);
  }
  const calls = move.asks.map((ask) => ({ id: ask.id, name: ask.name, arguments: writtenInput(ask) }));
  return message('ToolCallRequestEvent', 'agent', calls);
}

function adkEvent(move: Move) {
  const event = (author: string, ...parts: readonly object[]) => ({
    id: `e${++serial}`,
    invocation_id: 'i',
    author,
    content: { role: author === 'user' ? 'user' : 'model', parts },
  });
  if ('user' in move) return event('user', { text: move.user });
  if ('says' in move) return event('agent', { text: move.says });
  return 'result' in move ? event('agent', geminiResponse(move)) : event('agent', ...geminiCalls(move));
}

function sdkMessage(move: Move) {
  if ('user' in move) return { role: 'user', content: [{ type: 'text', text: move.user }] };
  if ('says' in move) return { role: 'assistant', content: [{ type: 'text', text: move.says }] };
  if ('result' in move) {
    const { id: toolCallId, name: toolName } = move.to;
    const output = { type: 'text', value: move.result };
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
  }
  const content = move.asks.map(({ id: toolCallId, name: toolName, input = usual }) => ({
    type: 'tool-call',
    toolCallId,
    toolName,
    input,
  }));
  return { role: 'assistant', content };
}

function bedrockMessage(move: Move) {
  if ('user' in move) return { role: 'user', content: [{ text: move.user }] };
  if ('says' in move) return { role: 'assistant', content: [{ text: move.says }] };
  if ('result' in move)
    return {
      role: 'user',
      content: [{ toolResult: { toolUseId: move.to.id, content: [{ text: writtenResult(move) }] } }],
    };
  const content = move.asks.map(({ id: toolUseId, name, input = usual }) => ({ toolUse: { toolUseId, name, input } }));
  return { role: 'assistant', content };
}

function haystackMessage(move: Move) {
  const call = ({ id, name, input = usual }: Ask) => ({ tool_name: name, arguments: input, id });
  const message = (role: string, ...content: readonly object[]) => ({ role, meta: {}, name: null, content });
  if ('user' in move) return message('user', { text: move.user });
  if ('says' in move) return message('assistant', { text: move.says });
  if ('result' in move)
    return message('tool', { tool_call_result: { result: move.result, origin: call(move.to), error: false } });
  return message('assistant', ...move.asks.map((ask) => ({ tool_call: call(ask) })));
}

function llamaMessage(move: Move) {
  const message = (role: string, more: object, ...blocks: readonly object[]) => ({
    role,
    additional_kwargs: more,
    blocks,
  });
  const text = (words: string) => ({ block_type: 'text', text: words });
  if ('user' in move) return message('user', {}, text(move.user));
  if ('says' in move) return message('assistant', {}, text(move.says));
  if ('result' in move)
    return message('tool', { tool_call_id: move.to.id, name: move.to.name }, text(writtenResult(move)));
  const calls = move.asks.map(({ id: tool_call_id, name: tool_name, input = usual }) => ({
    block_type: 'tool_call',
    tool_call_id,
    tool_name,
    tool_kwargs: input,
  }));
  return message('assistant', {}, ...calls);
}

function gooseMessage(move: Move) {
  const message = (role: string, ...content: readonly object[]) => ({ role, created: null, content });
  if ('user' in move) return message('user', { type: 'text', text: move.user });
  if ('says' in move) return message('assistant', { type: 'text', text: move.says });
  if ('result' in move) {
    const toolResult = { status: 'success', value: [{ type: 'text', text: writtenResult(move) }] };
    return message('user', { type: 'toolResponse', id: move.to.id, toolResult });
  }
  const calls = move.asks.map(({ id, name, input = usual }) => ({
    type: 'toolRequest',
    id,
    toolCall: { status: 'success', value: { name, arguments: input } },
  }));
  return message('assistant', ...calls);
}

function claudeMessage(move: Move) {
  const message = (sender: string, ...content: readonly object[]) => ({ uuid: `u${++serial}`, sender, content });
  if ('user' in move) return message('human', { type: 'text', text: move.user });
  if ('says' in move) return message('assistant', { type: 'text', text: move.says });
  if ('result' in move) {
    return message('assistant', { type: 'tool_result', tool_use_id: move.to.id, content: move.result });
  }
  return message(
    'assistant',
    ...move.asks.map(({ id, name, input = usual }) => ({ type: 'tool_use', id, name, input })),
  );
}
