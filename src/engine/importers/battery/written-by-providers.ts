import { resultOf } from './written-whole-calls.ts';
import { chatMessage, usual, writtenInput, writtenResult, type Ask, type Move } from './written-conversations.ts';

/** Conversations in formats of further providers and frameworks, with separate calls and results. */
export const providerWriters: { readonly [importer: string]: (moves: readonly Move[]) => unknown } = {
  'gemini-api': (moves) => ({ contents: moves.map(geminiContent) }),
  'semantic-kernel': (moves) => ({ messages: moves.map(kernelMessage) }),
  ag2: (moves) => ({ chat_history: moves.map(ag2Message), summary: '', cost: {} }),
  atif: (moves) => ({
    schema_version: 'ATIF-v1.5',
    session_id: 's',
    agent: { name: 'a', version: '1' },
    steps: atifSteps(moves),
  }),
  'adk-context': (moves) => moves.flatMap(contextEvent),
  'google-interactions': (moves) => ({ object: 'interaction', model: 'm', steps: moves.flatMap(interactionSteps) }),
  'zed-thread': (moves) => ({ version: '0.3.0', messages: zedMessages(moves) }),
  'openai-assistants': (moves) => assistantThread(moves),
  opencode: (moves) => ({ info: { id: 's', title: 't' }, messages: openCodeMessages(moves) }),
};

function geminiContent(move: Move) {
  if ('user' in move) return { role: 'user', parts: [{ text: move.user }] };
  if ('says' in move) return { role: 'model', parts: [{ text: move.says }] };
  if ('result' in move) {
    const { id, name } = move.to;
    return { role: 'user', parts: [{ functionResponse: { id, name, response: { output: move.result } } }] };
  }
  return {
    role: 'model',
    parts: move.asks.map(({ id, name, input = usual }) => ({ functionCall: { id, name, args: input } })),
  };
}

/** https://ai.google.dev/api/interactions-api */
function interactionSteps(move: Move): readonly object[] {
  const content = (words: string) => [{ type: 'text', text: words }];
  if ('user' in move) return [{ type: 'user_input', content: content(move.user) }];
  if ('says' in move) return [{ type: 'model_output', content: content(move.says) }];
  if ('result' in move)
    return [{ type: 'function_result', call_id: move.to.id, name: move.to.name, result: move.result }];
  return move.asks.map(({ id, name, input = usual }) => ({ type: 'function_call', id, name, arguments: input }));
}

interface ZedAgent {
  readonly content: readonly object[];
  readonly tool_results: { [id: string]: object };
}

/** https://github.com/zed-industries/zed/blob/main/crates/agent/src/thread.rs: the results of a message are under their ids. */
function zedMessages(moves: readonly Move[]): readonly object[] {
  const agent = (content: readonly object[]): ZedAgent => ({ content, tool_results: {} });
  let last = agent([]);
  return moves.flatMap((move): readonly object[] => {
    if ('user' in move) return [{ User: { id: 'u', content: [{ Text: move.user }] } }];
    if ('result' in move) {
      const { id, name } = move.to;
      const content = { Text: writtenResult(move) };
      last.tool_results[id] = { tool_use_id: id, tool_name: name, is_error: false, content, output: null };
      return [];
    }
    last = agent(
      'says' in move
        ? [{ Text: move.says }]
        : move.asks.map(({ id, name, input = usual }) => ({
            ToolUse: { id, name, raw_input: JSON.stringify(input), input, is_input_complete: true },
          })),
    );
    return [{ Agent: last }];
  });
}

function kernelMessage(move: Move) {
  const text = (words: string) => ({ content_type: 'text', text: words });
  const message = (role: string, ...items: readonly object[]) => ({ role, items, metadata: {} });
  if ('user' in move) return message('user', text(move.user));
  if ('says' in move) return message('assistant', text(move.says));
  if ('result' in move) {
    const { id, name } = move.to;
    return message('tool', { content_type: 'function_result', id, name, function_name: name, result: move.result });
  }
  const calls = move.asks.map((ask) => ({
    content_type: 'function_call',
    id: ask.id,
    name: ask.name,
    function_name: ask.name,
    arguments: writtenInput(ask),
  }));
  return message('assistant', ...calls);
}

function ag2Message(move: Move) {
  if ('user' in move) return { role: 'assistant', name: 'user', content: move.user };
  if ('result' in move) {
    const response = { tool_call_id: move.to.id, role: 'tool', content: move.result };
    return { role: 'tool', name: 'user', content: writtenResult(move), tool_responses: [response] };
  }
  return { ...chatMessage(move), role: 'user', name: 'assistant' };
}

/** Results are in the step that requested them, in order of arrival. */
function atifSteps(moves: readonly Move[]) {
  return moves.flatMap((move, index) => {
    const step = { step_id: index + 1 };
    if ('user' in move) return [{ ...step, source: 'user', message: move.user }];
    if ('says' in move) return [{ ...step, source: 'agent', message: move.says }];
    if ('result' in move) return [];
    const results = resultsAfter(moves, index).map(({ to, result }) => ({ source_call_id: to.id, content: result }));
    const tool_calls = move.asks.map(({ id, name, input = usual }) => ({
      tool_call_id: id,
      function_name: name,
      arguments: input,
    }));
    return [{ ...step, source: 'agent', message: '', tool_calls, observation: { results } }];
  });
}

/** The results up to the next model call. */
function resultsAfter(moves: readonly Move[], from: number) {
  const after = moves.slice(from + 1);
  const end = after.findIndex((move) => 'asks' in move);
  return after.slice(0, end === -1 ? undefined : end).filter((move) => 'result' in move);
}

let serial = 0;

function contextEvent(move: Move): readonly object[] {
  const event = (type: string, author: string, ...parts: readonly object[]) => ({
    id: `e${++serial}`,
    type,
    invocation_id: 'i',
    session_id: 's',
    author,
    content: { role: null, parts },
    actions: { state_delta: {} },
  });
  if ('user' in move) return [event('user_message', 'user', { type: 'text', text: move.user })];
  if ('says' in move) return [event('agent_message', 'agent', { type: 'text', text: move.says })];
  if ('result' in move) {
    const { id: tool_call_id, name: tool_name } = move.to;
    return [
      event('tool_response', 'agent', { type: 'tool_response', tool_call_id, tool_name, result: writtenResult(move) }),
    ];
  }
  const calls = move.asks.map(({ id, name, input = usual }) => ({
    type: 'tool_call',
    tool_call_id: id,
    tool_name: name,
    args: input,
  }));
  return [event('agent_message', 'agent', ...calls)];
}

/** Messages and steps are separate lists, each newest first. */
function assistantThread(moves: readonly Move[]) {
  const ids = { thread_id: 't', run_id: 'r' };
  const message = (role: string, words: string, index: number) => ({
    id: `m${index}`,
    object: 'thread.message',
    created_at: 1_757_000_000 + index,
    thread_id: 't',
    role,
    content: [{ type: 'text', text: { value: words, annotations: [] } }],
  });
  const step = (index: number, details: object) => ({
    id: `s${index}`,
    object: 'thread.run.step',
    created_at: 1_757_000_000 + index,
    ...ids,
    status: 'completed',
    step_details: details,
  });
  const messages: object[] = [];
  const steps: object[] = [];
  moves.forEach((move, index) => {
    if ('user' in move) messages.unshift(message('user', move.user, index));
    if ('says' in move) {
      messages.unshift(message('assistant', move.says, index));
      steps.unshift(step(index, { type: 'message_creation', message_creation: { message_id: `m${index}` } }));
    }
    if (!('asks' in move)) return;
    const tool_calls = move.asks.map((ask) => ({
      id: ask.id,
      type: 'function',
      function: { name: ask.name, arguments: writtenInput(ask), output: resultOf(ask, moves, index) ?? null },
    }));
    steps.unshift(step(index, { type: 'tool_calls', tool_calls }));
  });
  return { messages: { object: 'list', data: messages }, steps: { object: 'list', data: steps } };
}

function openCodeMessages(moves: readonly Move[]) {
  return moves.flatMap((move, index) => {
    const message = (role: string, ...parts: readonly object[]) => [
      { info: { id: `m${index}`, sessionID: 's', role }, parts },
    ];
    if ('user' in move) return message('user', { type: 'text', text: move.user });
    if ('says' in move) return message('assistant', { type: 'text', text: move.says });
    if ('result' in move) return [];
    return message('assistant', ...move.asks.map((ask) => openCodeCall(ask, resultOf(ask, moves, index))));
  });
}

function openCodeCall({ id: callID, name: tool, input = usual }: Ask, result: unknown) {
  const state = result === undefined ? { status: 'running', input } : { status: 'completed', input, output: result };
  return { type: 'tool', callID, tool, state };
}
