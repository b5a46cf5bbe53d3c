import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { Entry, FoundConversation, MessageReading } from '../../importing/describing/chat-reading.ts';
import { joinedEntries, rowsIn, type Placed } from '../../importing/values/elements.ts';
import { entriesAt, fieldAt, textAt } from '../../importing/values/where.ts';
import type { Value } from '../../model/value.ts';
import { noteReasoning } from '../../importing/notes.ts';

const withCalls: MessageReading['finish'] = (message, _, { more }) => [
  { ...message, calls: [...(message.calls ?? []), ...more.flatMap(callIn)] },
];

/**
 * Interactions of Google's API (`"object": "interaction"`): with steps, or with outputs in its first version.
 * https://ai.google.dev/api/interactions-api
 */
export const googleInteractions = chatImporter({
  id: 'google-interactions',
  title: 'Google interaction',
  turns: [''],
  message: { type: 'text' },
  find: ({ value }) => rowsIn(value, ['interactions'], ['interaction']).flatMap(interactionIn),
  reading: {
    messages: [
      { shape: { type: ['user_input'] }, kind: () => 'input', text: ['content', 'text'] },
      {
        shape: { call_id: 'text' },
        kind: () => 'result',
        results: { id: 'call_id', name: 'name', content: ['result', 'output'], flag: 'is_error' },
      },
      {
        shape: { type: ['function_call', 'mcp_server_tool_call'] },
        kind: () => 'llm',
        calls: { id: 'id', name: 'name', arguments: 'arguments' },
        finish: withCalls,
      },
      { shape: { type: ['model_output', 'text'] }, kind: () => 'llm', text: ['content', 'text'], finish: withCalls },
      { shape: { type: ['thought'] }, kind: () => 'skip', skipped: noteReasoning },
    ],
    session: {
      agent: 'agent',
      model: 'model',
      startedAt: 'created',
      recording: { interaction: 'id', previous: 'previous_interaction_id', status: 'status' },
      system: 'system_instruction',
      totals: { prompt: 'usage.total_input_tokens', completion: 'usage.total_output_tokens' },
      arrange: (steps) => answersOf(steps),
    },
  },
});

/** What was asked, if it is there, and what the model did. */
function interactionIn(holder: Placed): readonly FoundConversation[] {
  if (!isInteraction(holder.value)) return [];
  const messages = [...entriesAt(holder, 'input'), ...entriesAt(holder, ['steps', 'outputs'])];
  return messages.length > 0 ? [{ holder, messages }] : [];
}

const isInteraction = (value: Value): boolean =>
  textAt(value, 'object') === 'interaction' && textAt(value, ['model', 'agent']) !== undefined;

const isCall = (step: Value): boolean => /^(?:function|mcp_server_tool)_call$/.test(textAt(step, 'type') ?? '');

const isWords = (step: Value): boolean => /^(?:model_output|text)$/.test(textAt(step, 'type') ?? '');

/** Calls belong to the answer before them, and to the calls before them. */
const answersOf = (steps: readonly Placed[]): readonly Entry[] =>
  joinedEntries(steps, (last, { value }) => isCall(value) && (isCall(last) || isWords(last)));

function callIn({ value, place }: Placed) {
  const name = textAt(value, 'name');
  return name === undefined ? [] : [{ id: textAt(value, 'id'), name, input: fieldAt(value, 'arguments'), place }];
}
