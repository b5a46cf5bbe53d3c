import { tokensOf } from '../../importing/messages/any-message.ts';
import { noteReasoning } from '../../importing/notes.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { assumed } from '../../importing/import-report.ts';
import { groupedBy, joinedEntries, type Placed } from '../../importing/values/elements.ts';
import { fits, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import type { Calls, ChatReading, MessageReading } from '../../importing/describing/chat-reading.ts';

/** Calls of version 1 have no ids: a result repeats its call. */
const callsV1: Calls = { list: 'tool_calls', name: 'name', arguments: 'parameters' };

const isStream = ([first]: readonly Placed[]): boolean => fits(first?.value ?? null, { type: ['message-start'] });

/** A stream of version 2: the first event, joined by the pieces of the answer. */
const stream: MessageReading = {
  shape: { type: ['message-start'] },
  kind: () => 'llm',
  finish(message, _, { more, report }) {
    const of = (type: string) => more.filter(({ value }) => textAt(value, 'type') === type);
    const text = of('content-delta').map(({ value }) => textAt(value, 'delta.message.content.text') ?? '');
    const [plan] = of('tool-plan-delta');
    if (plan !== undefined) noteReasoning(plan.place, report);
    const pieces = groupedBy(of('tool-call-delta'), ({ value }) => numberAt(value, 'index'));
    const calls = of('tool-call-start').map(({ value, place }) => {
      const [id, name, begun] = ['id', 'function.name', 'function.arguments'].map((where) =>
        textAt(value, `delta.message.tool_calls.${where}`),
      );
      const rest = (pieces.get(numberAt(value, 'index')) ?? []).map((piece) =>
        textAt(piece.value, 'delta.message.tool_calls.function.arguments'),
      );
      const input = openArguments([begun, ...rest].join(''), place, report);
      return { id, name: name ?? 'unnamed_function', input, place };
    });
    const end = of('message-end')[0]?.value;
    const parts = text.length === 0 ? [] : [{ text: text.join('') }];
    const [ended, tokens] = [textAt(end, 'delta.finish_reason'), tokensOf(recordAt(end, 'delta.usage.tokens'))];
    return [{ ...message, parts, calls, ended, tokens, alsoAt: more.map(({ place }) => place) }];
  },
};

export const reading: ChatReading = {
  messages: [
    stream,
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
    arrange: (messages) => (isStream(messages) ? joinedEntries(messages, () => true) : messages),
    notes({ messages }, report) {
      if (messages.length > 1 && !isStream(messages)) return;
      report.note('lost', 'cohere/no-input', null, () => 'The recording contains an answer without its question.');
    },
  },
};
