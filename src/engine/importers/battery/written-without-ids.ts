import { usual, writtenInput, writtenResult, type Ask, type Move } from './written-conversations.ts';

/**
 * Conversations in formats whose calls have no ids: a result names its tool, repeats its call, or follows it. The key is
 * the importer and, after a comma, the program that writes this form.
 */
export const writersWithoutIds: { readonly [written: string]: (moves: readonly Move[]) => unknown } = {
  'sharegpt, LLaMA-Factory': (moves) => [{ conversations: moves.map(factoryEntry) }],
  'sharegpt, Hermes': (moves) => [{ conversations: together(moves).map(hermesEntry) }],
  cohere: (moves) => cohereAnswer(moves),
  'chatgpt-export': (moves) => [chatGptConversation(moves)],
  camel: (moves) => moves.flatMap(camelMessages),
  'bedrock-agents, collaborators': (moves) => ({ completion: bedrockParts(moves, collaboration) }),
  'bedrock-agents, action groups': (moves) => ({ completion: bedrockParts(moves, action) }),
  'openai-chat, Ollama': (moves) => ({ model: 'llama3.2', stream: false, messages: moves.map(ollamaMessage) }),
};

export const importerIn = (written: string): string => written.split(',')[0] ?? written;

const called = ({ name, input = usual }: Ask) => ({ name, arguments: input });

/** https://github.com/hiyouga/LLaMA-Factory/blob/main/data/README.md */
function factoryEntry(move: Move) {
  if ('user' in move) return { from: 'human', value: move.user };
  if ('says' in move) return { from: 'gpt', value: move.says };
  if ('result' in move) return { from: 'observation', value: writtenResult(move) };
  const [only, ...others] = move.asks.map(called);
  return { from: 'function_call', value: JSON.stringify(others.length === 0 ? only : [only, ...others]) };
}

type GroupedMove = Exclude<Move, { readonly result: unknown }> | { readonly results: readonly Result[] };
type Result = Extract<Move, { readonly result: unknown }>;

/** Groups the results of one answer’s calls into one entry. */
function together(moves: readonly Move[]): readonly GroupedMove[] {
  const grouped: (GroupedMove | { readonly results: Result[] })[] = [];
  for (const move of moves) {
    const last = grouped.at(-1);
    if (!('result' in move)) grouped.push(move);
    else if (last !== undefined && 'results' in last)
      grouped[grouped.length - 1] = { results: [...last.results, move] };
    else grouped.push({ results: [move] });
  }
  return grouped;
}

/** https://github.com/NousResearch/Hermes-Function-Calling */
function hermesEntry(move: GroupedMove) {
  const tagged = (tag: string, value: object) => `<${tag}>\n${JSON.stringify(value)}\n</${tag}>`;
  if ('user' in move) return { from: 'human', value: move.user };
  if ('says' in move) return { from: 'gpt', value: move.says };
  if ('results' in move) {
    const responses = move.results.map(({ to, result }) => ({ name: to.name, content: result }));
    return { from: 'tool', value: responses.map((one) => tagged('tool_response', one)).join('\n') };
  }
  return { from: 'gpt', value: move.asks.map((ask) => tagged('tool_call', called(ask))).join('\n') };
}

/** https://docs.cohere.com/v1/reference/chat: the answer, and the whole conversation up to it. */
function cohereAnswer(moves: readonly Move[]) {
  const call = ({ name, input = usual }: Ask) => ({ name, parameters: input });
  const history = moves.map((move) => {
    if ('user' in move) return { role: 'USER', message: move.user };
    if ('says' in move) return { role: 'CHATBOT', message: move.says };
    if ('asks' in move) return { role: 'CHATBOT', message: '', tool_calls: move.asks.map(call) };
    return { role: 'TOOL', tool_results: [{ call: call(move.to), outputs: [recordOf(move)] }] };
  });
  const last = moves.at(-1);
  const text = last !== undefined && 'says' in last ? last.says : '';
  return { text, generation_id: 'g', chat_history: history, finish_reason: 'COMPLETE' };
}

/** Cohere requires a record as a tool’s output. */
const recordOf = ({ result }: Result): unknown =>
  typeof result === 'string' && result.startsWith('{') ? JSON.parse(result) : { output: result };

/** Each call is a message to its tool, and each result is a message from its tool. */
function chatGptConversation(moves: readonly Move[]) {
  const message = (role: string, words: string, more: object = {}, name: string | null = null) => ({
    author: { role, name },
    content: { content_type: 'text', parts: [words] },
    recipient: 'all',
    ...more,
  });
  const messages = moves.flatMap((move): readonly object[] => {
    if ('user' in move) return [message('user', move.user)];
    if ('says' in move) return [message('assistant', move.says)];
    if ('result' in move) return [message('tool', writtenResult(move), {}, move.to.name)];
    return move.asks.map((ask) => ({
      ...message('assistant', ''),
      content: { content_type: 'code', language: 'json', text: writtenInput(ask) },
      recipient: ask.name,
    }));
  });
  const nodes = messages.map((one, index) => ({
    id: `n${index}`,
    message: one,
    parent: index === 0 ? null : `n${index - 1}`,
  }));
  return {
    title: '',
    mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
    current_node: nodes.at(-1)?.id,
    conversation_id: 'c',
  };
}

/** https://github.com/ollama/ollama/blob/main/docs/api.md: arguments are a record, and a result names its tool. */
function ollamaMessage(move: Move) {
  if ('user' in move) return { role: 'user', content: move.user };
  if ('says' in move) return { role: 'assistant', content: move.says };
  if ('result' in move) return { role: 'tool', tool_name: move.to.name, content: writtenResult(move) };
  return { role: 'assistant', content: '', tool_calls: move.asks.map((ask) => ({ function: called(ask) })) };
}

/** https://github.com/camel-ai/camel/blob/master/camel/messages/func_message.py: each call is a separate message. */
function camelMessages(move: Move): readonly object[] {
  const message = (role: string, content: string, more: object = {}) => ({
    role_name: role,
    role_type: role,
    meta_dict: null,
    content,
    ...more,
  });
  if ('user' in move) return [message('user', move.user)];
  if ('says' in move) return [message('assistant', move.says)];
  if ('result' in move) return [message('assistant', '', { func_name: move.to.name, args: null, result: move.result })];
  return move.asks.map(({ name, input = usual }) =>
    message('assistant', '', { func_name: name, args: input, result: null }),
  );
}

/** A call of another agent and its answer. */
const collaboration = {
  request: ({ name, input = usual }: Ask) => ({
    agentCollaboratorInvocationInput: {
      agentCollaboratorName: name,
      input: { type: 'TEXT', text: JSON.stringify(input) },
    },
  }),
  result: (move: Result) => ({
    agentCollaboratorInvocationOutput: {
      agentCollaboratorName: move.to.name,
      output: { type: 'TEXT', text: writtenResult(move) },
    },
  }),
};

/** A call of a function and its result, which does not name the function. */
const action = {
  request: ({ name, input = usual }: Ask) => ({
    actionGroupInvocationInput: {
      actionGroupName: 'group',
      function: name,
      parameters: Object.entries(input ?? {}).map(([key, value]) => ({ name: key, value })),
    },
  }),
  result: (move: Result) => ({ actionGroupInvocationOutput: { text: writtenResult(move) } }),
};

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_agent-runtime_OrchestrationTrace.html */
function bedrockParts(moves: readonly Move[], { request, result }: typeof collaboration | typeof action) {
  let round = 0;
  const part = (step: string, facts: object) => ({
    trace: {
      agentId: 'A',
      sessionId: 's',
      trace: { orchestrationTrace: { [step]: { traceId: `t-${round}`, ...facts } } },
    },
  });
  const answer = () => {
    round++;
    return part('modelInvocationOutput', { metadata: { usage: { inputTokens: 9, outputTokens: 1 } } });
  };
  const prompt = (text: string) =>
    part('modelInvocationInput', { text: JSON.stringify({ messages: [{ role: 'user', content: text }] }) });
  return moves.flatMap((move): readonly object[] => {
    if ('user' in move) return [prompt(move.user)];
    if ('result' in move) return [part('observation', result(move))];
    if ('says' in move) return [answer(), part('observation', { type: 'FINISH', finalResponse: { text: move.says } })];
    return [answer(), ...move.asks.map((ask) => part('invocationInput', request(ask)))];
  });
}
