import { assumed } from '../../importing/import-report.ts';
import type { Calls, ChatReading } from '../../importing/describing/chat-reading.ts';

/** Calls of version 1 have no ids: a result repeats its call. */
const callsV1: Calls = { list: 'tool_calls', name: 'name', arguments: 'parameters' };

export const reading: ChatReading = {
  messages: [
    {
      shape: { role: ['USER', 'CHATBOT', 'SYSTEM', 'TOOL'] },
      kind: { field: 'role', values: { SYSTEM: 'system', TOOL: 'result', CHATBOT: 'llm', USER: 'input' } },
      text: 'message',
      calls: callsV1,
      results: {
        list: 'tool_results',
        repeats: { name: 'call.name', arguments: 'call.parameters' },
        content: 'outputs',
        assumed: assumed(
          'cohere/outcome',
          () => 'Results do not say whether a call failed: each counts as successful.',
        ),
      },
    },
    {
      shape: { text: 'text' },
      kind: () => 'llm',
      text: 'text',
      calls: callsV1,
      end: 'finish_reason',
      tokens: 'meta.tokens',
    },
    {
      shape: { finish_reason: 'text' },
      kind: () => 'llm',
      text: 'message.content',
      // The model's plan: it is addressed to no one.
      reasoning: 'message.tool_plan',
      calls: { list: 'message.tool_calls', id: 'id', name: 'function.name', arguments: 'function.arguments' },
      end: 'finish_reason',
      tokens: 'usage.tokens',
    },
  ],
  session: {
    notes({ messages }, report) {
      if (messages.length > 1) return;
      report.note('lost', 'cohere/no-input', null, () => 'The answer is there without what was asked.');
    },
  },
};
