import { chatCall, chatMessage, usual, writtenInput, writtenResult, type Move } from './written-conversations.ts';

/** Conversations in formats of voice agent platforms. There, requesting a call is not a turn of the model. */
export const voiceWriters: { readonly [importer: string]: (moves: readonly Move[]) => unknown } = {
  livekit: (moves) => ({ items: moves.flatMap(livekitItems) }),
  retell: (moves) => ({
    call_id: 'c',
    call_type: 'web_call',
    call_status: 'ended',
    transcript_with_tool_calls: moves.flatMap(retellEntries),
  }),
  vapi: (moves) => ({
    id: 'c',
    orgId: 'o',
    type: 'webCall',
    status: 'ended',
    artifact: { messages: moves.map(vapiMessage) },
  }),
  elevenlabs: (moves) => ({
    agent_id: 'a',
    conversation_id: 'c',
    status: 'done',
    transcript: moves.map(elevenLabsEntry),
  }),
  'tau-voice': (moves) => ({ id: 's', task_id: '1', ticks: moves.map(tick) }),
  deepgram: (moves) => moves.flatMap(deepgramMessages),
  'openai-realtime': (moves) => [
    { type: 'session.created', session: { object: 'realtime.session', model: 'm' } },
    ...moves.flatMap(realtimeEvents),
  ],
  pipecat: (moves) => {
    const place = 'pipecat.services.openai:_stream_chat_completions:175';
    return `2024-11-18 20:36:52.715 | DEBUG    | ${place} - Generating chat: ${JSON.stringify(moves.map(chatMessage))}\n`;
  },
  'eva-call': (moves) => ({
    transcript: moves.flatMap(auditEntries),
    llm_prompts: moves.flatMap(modelCall),
    conversation_messages: [],
  }),
};

/** Formats whose lists are written as lines, one per element. */
export const voiceLineFormats = new Set(['deepgram', 'openai-realtime']);

let serial = 0;

function livekitItems(move: Move): readonly object[] {
  const message = (role: string, words: string) => [
    { id: `i${++serial}`, type: 'message', role, content: [words], interrupted: false },
  ];
  if ('user' in move) return message('user', move.user);
  if ('says' in move) return message('assistant', move.says);
  if ('result' in move) {
    const { id: call_id, name } = move.to;
    const output = writtenResult(move);
    return [{ id: `i${++serial}`, type: 'function_call_output', call_id, name, output, is_error: false }];
  }
  return move.asks.map((ask) => ({
    id: `i${++serial}`,
    type: 'function_call',
    call_id: ask.id,
    name: ask.name,
    arguments: writtenInput(ask),
  }));
}

function retellEntries(move: Move): readonly object[] {
  if ('user' in move) return [{ role: 'user', content: move.user, words: [] }];
  if ('says' in move) return [{ role: 'agent', content: move.says, words: [] }];
  if ('result' in move) {
    return [{ role: 'tool_call_result', tool_call_id: move.to.id, content: writtenResult(move), successful: true }];
  }
  return move.asks.map((ask) => ({
    role: 'tool_call_invocation',
    tool_call_id: ask.id,
    name: ask.name,
    arguments: writtenInput(ask),
  }));
}

function vapiMessage(move: Move, index: number) {
  const at = { time: 1_767_261_600_000 + index * 1000, secondsFromStart: index };
  if ('user' in move) return { role: 'user', message: move.user, ...at };
  if ('says' in move) return { role: 'bot', message: move.says, ...at };
  if ('result' in move) {
    return { role: 'tool_call_result', toolCallId: move.to.id, name: move.to.name, result: writtenResult(move), ...at };
  }
  const toolCalls = move.asks.map((ask) => ({
    id: ask.id,
    type: 'function',
    function: { name: ask.name, arguments: writtenInput(ask) },
  }));
  return { role: 'tool_calls', toolCalls, ...at };
}

function elevenLabsEntry(move: Move, index: number) {
  const entry = { time_in_call_secs: index, tool_calls: [], tool_results: [] };
  if ('user' in move) return { ...entry, role: 'user', message: move.user };
  if ('says' in move) return { ...entry, role: 'agent', message: move.says };
  if ('result' in move) {
    const { id: request_id, name: tool_name } = move.to;
    const result = { request_id, tool_name, result_value: writtenResult(move), is_error: false };
    return { ...entry, role: 'agent', message: null, tool_results: [result] };
  }
  const tool_calls = move.asks.map((ask) => ({
    request_id: ask.id,
    tool_name: ask.name,
    params_as_json: writtenInput(ask),
  }));
  return { ...entry, role: 'agent', message: null, tool_calls };
}

function tick(move: Move, index: number) {
  const silent = { contains_speech: false };
  const bare = { tick_id: index, agent_chunk: silent, user_chunk: silent };
  if ('user' in move) return { ...bare, user_chunk: { contains_speech: true, content: move.user } };
  if ('says' in move) return { ...bare, agent_chunk: { contains_speech: true, content: move.says } };
  if ('result' in move) {
    return { ...bare, agent_tool_results: [{ id: move.to.id, content: writtenResult(move), error: false }] };
  }
  const agent_tool_calls = move.asks.map(({ id, name, input = { n: 1 } }) => ({ id, name, arguments: input }));
  return { ...bare, agent_tool_calls };
}

function deepgramMessages(move: Move): readonly object[] {
  if ('user' in move) return [{ type: 'ConversationText', role: 'user', content: move.user }];
  if ('says' in move) return [{ type: 'ConversationText', role: 'assistant', content: move.says }];
  if ('result' in move) {
    const { id, name } = move.to;
    return [{ type: 'FunctionCallResponse', id, name, content: writtenResult(move) }];
  }
  const functions = move.asks.map((ask) => ({ id: ask.id, name: ask.name, arguments: writtenInput(ask) }));
  return [{ type: 'FunctionCallRequest', functions }];
}

function realtimeEvents(move: Move): readonly object[] {
  const created = (item: object) => ({ type: 'conversation.item.created', item: { id: `i${++serial}`, ...item } });
  const message = (role: string, type: string, text: string) =>
    created({ type: 'message', role, status: 'completed', content: [{ type, text }] });
  if ('user' in move) return [message('user', 'input_text', move.user)];
  if ('result' in move)
    return [created({ type: 'function_call_output', call_id: move.to.id, output: writtenResult(move) })];
  const output =
    'says' in move
      ? [{ id: `i${++serial}`, type: 'message', role: 'assistant', content: [{ type: 'text', text: move.says }] }]
      : move.asks.map((ask) => ({
          id: `i${++serial}`,
          type: 'function_call',
          call_id: ask.id,
          name: ask.name,
          arguments: writtenInput(ask),
        }));
  const id = `r${++serial}`;
  return [
    { type: 'response.created', response: { id, status: 'in_progress', output: [] } },
    { type: 'response.done', response: { id, object: 'realtime.response', status: 'completed', output } },
  ];
}

/** EVA’s entries: speech, the model’s text before it, and tool use without ids. */
function auditEntries(move: Move, index: number): readonly object[] {
  const entry = (message_type: string, value: unknown) => ({
    message_type,
    value,
    timestamp: String(1_772_403_731_445 + index),
  });
  const wrote = (response: string) => entry('llm_call', { agent: 'desk', response });
  if ('user' in move) return [entry('user', move.user)];
  if ('says' in move) return [wrote(move.says), entry('assistant', move.says)];
  if ('result' in move) return [entry('tool_response', { tool: move.to.name, response: move.result })];
  const calls = move.asks.map(({ name, input = usual }) => entry('tool_call', { tool: name, parameters: input }));
  return [wrote(''), ...calls];
}

/** An `llm_call` entry of the transcript. */
function modelCall(move: Move): readonly object[] {
  const answer = (response: string, more: object = {}) => [
    { response, response_message: { content: response, ...more }, status: 'success', model: 'm', latency_ms: 5 },
  ];
  if ('says' in move) return answer(move.says);
  return 'asks' in move ? answer('', { tool_calls: move.asks.map(chatCall) }) : [];
}
