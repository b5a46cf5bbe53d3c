import type { Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { entriesAt, fieldAt, hasListAt } from '../../importing/values/where.ts';

/**
 * The history of an agent of browser-use, as it is saved (`{history}`) and as Python prints it
 * (`AgentHistoryList(all_results=[…], all_model_outputs=[…])`).
 * https://github.com/browser-use/browser-use/blob/main/browser_use/agent/views.py
 */
export const browserUse = chatImporter({
  id: 'browser-use',
  title: 'browser-use history',
  turns: ['history'],
  message: { model_output: 'there', result: 'list', state: 'record' },
  find: findHistory,
  reading: async () => (await import('./reading.ts')).reading,
});

function findHistory({ value }: { readonly value: Value }): readonly FoundConversation[] {
  const holder = { value, place: [] };
  if (hasListAt(value, 'all_results') && hasListAt(value, 'all_model_outputs'))
    return [{ holder, messages: entriesAt(holder, 'all_model_outputs') }];
  const steps = entriesAt(holder, 'history');
  const isStep =
    steps.length > 0 &&
    steps
      .slice(0, 20)
      .every(
        (step) =>
          hasListAt(step.value, 'result') &&
          fieldAt(step.value, 'state') !== undefined &&
          fieldAt(step.value, 'model_output') !== undefined,
      );
  return isStep ? [{ holder, messages: steps }] : [];
}
