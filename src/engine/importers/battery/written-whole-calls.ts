import { chatCall, usual, writtenInput, type Ask, type Move } from './written-conversations.ts';

/**
 * Conversations in formats whose calls contain their results, or in which each call with its result is a separate record.
 * `written-conversations.ts` has the formats that separate calls from results.
 */
export const wholeCallWriters: { readonly [importer: string]: (moves: readonly Move[]) => unknown } = {
  'gemini-cli': geminiChat,
  langfuse: langfuseTrace,
};

/** The result of a call: the first later result with its id, before the id is reused. */
export function resultOf({ id }: Ask, moves: readonly Move[], from: number): unknown {
  for (const move of moves.slice(from + 1)) {
    if ('asks' in move && move.asks.some((ask) => ask.id === id)) return undefined;
    if ('result' in move && move.to.id === id) return move.result;
  }
  return undefined;
}

function geminiChat(moves: readonly Move[]) {
  const messages = moves.flatMap((move, index) => {
    const id = `m${index}`;
    if ('user' in move) return [{ id, type: 'user', content: move.user }];
    if ('says' in move) return [{ id, type: 'gemini', content: move.says }];
    if ('result' in move) return [];
    const toolCalls = move.asks.map((ask) => {
      const result = resultOf(ask, moves, index);
      const { id: call, name, input = usual } = ask;
      return result === undefined
        ? { id: call, name, args: input, status: 'executing', result: null }
        : {
            id: call,
            name,
            args: input,
            status: 'success',
            result: [{ functionResponse: { id: call, name, response: { output: result } } }],
          };
    });
    return [{ id, type: 'gemini', content: '', toolCalls }];
  });
  return { sessionId: 's', projectHash: 'h', messages };
}

/** Each answer is a generation with the conversation so far as its input; each result is a tool's record. */
function langfuseTrace(moves: readonly Move[]) {
  const heard: object[] = [];
  const observations = moves.flatMap((move, index) => {
    const second = String(index).padStart(2, '0');
    const times = { startTime: `2026-01-01T00:00:${second}.000Z`, endTime: `2026-01-01T00:00:${second}.500Z` };
    const common = { id: `o${index}`, traceId: 't', parentObservationId: null, ...times };
    if ('user' in move) {
      heard.push({ role: 'user', content: move.user });
      return [];
    }
    if ('result' in move) {
      heard.push({ role: 'tool', tool_call_id: move.to.id, content: move.result });
      return [{ ...common, type: 'TOOL', name: move.to.name, input: writtenInput(move.to), output: move.result }];
    }
    const output = 'says' in move ? { role: 'assistant', content: move.says } : askingMessage(move.asks);
    const input = JSON.stringify(heard);
    heard.push(output);
    return [{ ...common, type: 'GENERATION', name: 'chat', input, output: JSON.stringify(output) }];
  });
  return { trace: { id: 't', name: 'run' }, observations };
}

const askingMessage = (asks: readonly Ask[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: asks.map(chatCall),
});
