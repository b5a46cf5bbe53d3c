import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation, Spot } from '../../importing/describing/chat-reading.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { entriesAt, elementsAt, fieldAt, hasListAt, textAt } from '../../importing/values/where.ts';
import type { Placed } from '../../importing/values/elements.ts';

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
  reading: {
    messages: {
      shape: {},
      kind: () => 'llm',
      text: ['model_output.current_state.next_goal', 'model_output.next_goal'],
      reasoning: ['model_output.thinking'],
      time: 'metadata.step_start_time',
      finish: (message, record, spot) => [withActions(message, record, spot)],
    },
    session: { agent: () => 'browser-use' },
  },
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

/** Each action has the result at the same position. The last one, `done`, says what the agent answers. */
function withActions(message: NormalizedMessage, step: RecordValue, { place, found }: Spot): NormalizedMessage {
  const own = { value: step, place };
  const isPrinted = hasListAt(found.holder.value, 'all_results');
  const actions: readonly Placed[] = isPrinted ? [own] : entriesAt(own, 'model_output.action');
  const results = isPrinted
    ? [elementsAt(found.holder.value, 'all_results')[Number(place.at(-1))]]
    : elementsAt(step, 'result');
  const named = actions.map((action, index) => ({ ...action, name: nameOf(action.value), result: results[index] }));
  const done = named.find(({ name }) => name === 'done');
  return {
    ...message,
    parts: [...message.parts, ...(done === undefined ? [] : [{ text: textAt(done.value, 'done.text') ?? '' }])],
    calls: named.flatMap(({ value, place: at, name, result }) =>
      name === undefined || name === 'done'
        ? []
        : [
            {
              id: undefined,
              name,
              input: fieldAt(value, name) ?? null,
              place: at,
              ...(result !== undefined && { result: resultOf(result) }),
            },
          ],
    ),
  };
}

const nameOf = (action: Value): string | undefined =>
  isRecord(action)
    ? Object.keys(action).find((key) => key !== 'interacted_element' && action[key] !== null)
    : undefined;

function resultOf(result: Value): CallResult {
  const failed = textAt(result, 'error');
  return failed === undefined
    ? { outcome: 'ok', output: fieldAt(result, ['extracted_content', 'long_term_memory']) ?? null }
    : { outcome: 'error', output: undefined, reason: failed };
}
