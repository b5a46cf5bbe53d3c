import {
  anthropicMessage,
  chatMessage,
  usual,
  writtenInput,
  writtenResult,
  type Move,
} from './written-conversations.ts';

/** Conversations in the formats in which agent frameworks save runs: states, trajectories and test sets. */
export const frameworkWriters: { readonly [importer: string]: (moves: readonly Move[]) => unknown } = {
  burr: (moves) => ({ __SEQUENCE_ID: 3, __PRIOR_STEP: 'respond', chat_history: moves.map(chatMessage) }),
  'swe-agent': (moves) => ({
    trajectory_format: 'mini-swe-agent-1.1',
    info: {},
    messages: moves.map(miniMessage),
  }),
  amp: (moves) => ({ id: 'T-1', created: 1, messages: moves.map(ampMessage) }),
  cline: (moves) => moves.map(clineMessage),
  'lm-studio': (moves) => ({ name: 't', messages: lmStudioMessages(moves) }),
  'agents-sdk': (moves) => ({
    $schemaVersion: '1.6',
    original_input: moves.flatMap((move) => ('user' in move ? [{ role: 'user', content: move.user }] : [])),
    generated_items: moves.flatMap(generatedItems),
    model_responses: [],
    current_agent: { name: 'agent' },
  }),
  'adk-evalset': (moves) => ({
    eval_set_id: 's',
    eval_cases: [{ eval_id: 'c', conversation: [invocation(moves)] }],
  }),
};

/** Results have the exit code of their command, and repeat their text as it was printed. */
function miniMessage(move: Move) {
  if (!('result' in move)) return chatMessage(move);
  const content = writtenResult(move);
  return { role: 'tool', tool_call_id: move.to.id, content, extra: { returncode: 0, raw_output: content } };
}

/** Results are runs, which have a status. */
function ampMessage(move: Move, messageId: number) {
  const message = (role: string, ...content: readonly object[]) => ({ role, messageId, content });
  if ('user' in move) return message('user', { type: 'text', text: move.user });
  if ('says' in move) return message('assistant', { type: 'text', text: move.says });
  if ('result' in move) {
    const run = { status: 'done', result: move.result };
    return message('user', { type: 'tool_result', toolUseID: move.to.id, run });
  }
  return message(
    'assistant',
    ...move.asks.map(({ id, name, input = usual }) => ({ type: 'tool_use', id, name, input, complete: true })),
  );
}

/** Only the task is in tags; a reply of the user is in others. */
function clineMessage(move: Move, index: number) {
  if (!('user' in move)) return anthropicMessage(move);
  const tag = index === 0 ? 'task' : 'feedback';
  return { role: 'user', content: [{ type: 'text', text: `<${tag}>\n${move.user}\n</${tag}>` }] };
}

function generatedItems(move: Move): readonly object[] {
  const item = (type: string, raw_item: object) => ({ type, raw_item, agent: { name: 'agent' } });
  if ('user' in move) return [];
  if ('says' in move) {
    const content = [{ type: 'output_text', text: move.says }];
    return [item('message_output_item', { type: 'message', role: 'assistant', content })];
  }
  if ('result' in move) {
    return [item('tool_call_output_item', { type: 'function_call_output', call_id: move.to.id, output: move.result })];
  }
  return move.asks.map((ask) =>
    item('tool_call_item', {
      type: 'function_call',
      call_id: ask.id,
      name: ask.name,
      arguments: writtenInput(ask),
    }),
  );
}

/** The user's first message, everything after it, and the agent's last message. */
function invocation(moves: readonly Move[]) {
  const text = (role: string, words: string) => ({ role, parts: [{ text: words }] });
  const user = moves.find((move) => 'user' in move);
  const last = moves.at(-1);
  const final = last !== undefined && 'says' in last ? last : undefined;
  const invocation_events = moves.flatMap((move): readonly object[] => {
    if ('user' in move || move === final) return [];
    if ('says' in move) return [{ author: 'agent', content: text('model', move.says) }];
    if ('result' in move) {
      const { id, name } = move.to;
      const response = { output: move.result };
      return [{ author: 'agent', content: { role: 'user', parts: [{ function_response: { id, name, response } }] } }];
    }
    const parts = move.asks.map(({ id, name, input = usual }) => ({ function_call: { id, name, args: input } }));
    return [{ author: 'agent', content: { role: 'model', parts } }];
  });
  return {
    invocation_id: 'i',
    user_content: text('user', user?.user ?? ''),
    intermediate_data: { invocation_events },
    ...(final !== undefined && { final_response: text('model', final.says) }),
  };
}

/** Calls and results are blocks of one answer; numbers are their ids. */
function lmStudioMessages(moves: readonly Move[]): readonly unknown[] {
  const said = (role: string, text: string) => ({
    type: 'singleStep',
    role,
    content: [{ type: 'text', text }],
  });
  const step = (content: readonly unknown[]) => ({ type: 'contentBlock', content });
  const steps = (move: Move): unknown => {
    if ('asks' in move)
      return step(
        move.asks.map((ask) => ({
          type: 'toolCallRequest',
          callId: Number(ask.id.slice(2)),
          name: ask.name,
          parameters: writtenInput(ask),
        })),
      );
    if ('result' in move)
      return step([{ type: 'toolCallResult', callId: Number(move.to.id.slice(2)), content: move.result }]);
    return 'says' in move ? step([{ type: 'text', text: move.says }]) : undefined;
  };
  const messages: unknown[] = [];
  for (const move of moves) {
    if ('user' in move) messages.push({ versions: [said('user', move.user)], currentlySelected: 0 });
    else
      messages.push({
        versions: [{ type: 'multiStep', role: 'assistant', steps: [steps(move)] }],
        currentlySelected: 0,
      });
  }
  return messages;
}
