import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { findAt } from '../../importing/values/where.ts';
import { isRecord, type Value } from '../../model/value.ts';

/**
 * Traces of Agents for Amazon Bedrock: the parts of the answer of `invoke_agent`, or its trace parts alone.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/trace-events.html
 */
export const bedrockAgents = chatImporter({
  id: 'bedrock-agents',
  title: 'Bedrock Agents trace',
  turns: [''],
  message: {},
  find: findTraces,
  reading: async () => (await import('./reading.ts')).reading,
});

const steps = ['modelInvocationInput', 'modelInvocationOutput', 'rationale', 'invocationInput', 'observation'];

/** What happens in the loop of the agent; its preparation and follow-up are other calls of a model. */
function findTraces({ value }: { readonly value: Value }): readonly FoundConversation[] {
  const holder = { value, place: [] };
  const parts: readonly Placed[] = elementsOf(
    isRecord(value) ? (value['completion'] ?? value['traces'] ?? null) : value,
  ).map((part, index) => ({
    value: part,
    place: [...(isRecord(value) ? ['completion' in value ? 'completion' : 'traces'] : []), index],
  }));
  const messages = parts.flatMap((part) => {
    const trace = findAt(part.value, [
      'trace.trace.orchestrationTrace',
      'trace.orchestrationTrace',
      'orchestrationTrace',
    ]);
    if (trace === undefined || !isRecord(trace.value)) return [];
    return steps.flatMap((step) => {
      const found = findAt(trace.value, step);
      return found === undefined ? [] : [{ value: { [step]: found.value }, place: [...part.place, ...trace.path] }];
    });
  });
  return messages.length > 0 ? [{ holder, messages }] : [];
}
