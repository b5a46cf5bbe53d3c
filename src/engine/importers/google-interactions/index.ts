import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { rowsIn, type Placed } from '../../importing/values/elements.ts';
import { entriesAt, fieldAt, fits, textAt, type Shape } from '../../importing/values/where.ts';
import type { Value } from '../../model/value.ts';

/** The first event of a stream. */
const began: Shape = { event_type: ['interaction.created', 'interaction.start'], interaction: 'record' };

/**
 * Interactions of Google's API (`"object": "interaction"`): with steps, or with outputs in its first version; streams of them.
 * https://ai.google.dev/api/interactions-api
 */
export const googleInteractions = chatImporter({
  id: 'google-interactions',
  title: 'Google interaction',
  turns: [''],
  message: { type: 'text' },
  find({ value }) {
    const root = { value, place: [] };
    const events = entriesAt(root, '');
    if (events.slice(0, 3).some((event) => fits(event.value, began))) return [{ holder: root, messages: events }];
    return rowsIn(value, ['interactions'], ['interaction']).flatMap(interactionIn);
  },
  reading: async () => (await import('./reading.ts')).reading,
});

/** The whole input, if it is there, and what the model did. */
function interactionIn(holder: Placed): readonly FoundConversation[] {
  if (!isInteraction(holder.value)) return [];
  const input = fieldAt(holder.value, 'input');
  const asked = input === undefined || input === null ? [] : [{ value: { input }, place: [...holder.place, 'input'] }];
  const messages = [...asked, ...entriesAt(holder, ['steps', 'outputs'])];
  return messages.length > 0 ? [{ holder, messages }] : [];
}

const isInteraction = (value: Value): boolean =>
  textAt(value, 'object') === 'interaction' && textAt(value, ['model', 'agent']) !== undefined;
