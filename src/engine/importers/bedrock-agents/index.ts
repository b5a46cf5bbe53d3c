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

/** The step of the agent's loop in each part, with the part's own facts; other parts are under `other`. */
function findTraces({ value }: { readonly value: Value }): readonly FoundConversation[] {
  const holder = { value, place: [] };
  const parts: readonly Placed[] = elementsOf(
    isRecord(value) ? (value['completion'] ?? value['traces'] ?? null) : value,
  ).map((part, index) => ({
    value: part,
    place: [...(isRecord(value) ? ['completion' in value ? 'completion' : 'traces'] : []), index],
  }));
  let isLoop = false;
  const messages = parts.flatMap(({ value: part, place }) => {
    const trace = findAt(part, tracesOfLoop);
    const found = steps.flatMap((step) => {
      const one = findAt(trace?.value, step);
      return one === undefined ? [] : [{ [step]: one.value }];
    });
    isLoop ||= found.length > 0;
    const failure = findAt(part, ['trace.trace.failureTrace', 'trace.failureTrace', 'failureTrace']);
    if (failure !== undefined) found.push({ failure: failure.value });
    const facts = findAt(part, 'trace.trace') === undefined ? part : (findAt(part, 'trace')?.value ?? null);
    const { eventTime = null, collaboratorName = null, agentId = null } = isRecord(facts) ? facts : {};
    const path = (found.length === 0 ? undefined : (trace ?? failure)?.path) ?? [];
    return (found.length === 0 ? [{ other: part }] : found).map((step) => ({
      value: { ...step, eventTime, collaboratorName, agentId },
      place: [...place, ...path],
    }));
  });
  return isLoop ? [{ holder, messages }] : [];
}

/** A supervisor that only routes a request has a trace of its own. */
const tracesOfLoop = ['orchestrationTrace', 'routingClassifierTrace'].flatMap((loop) => [
  `trace.trace.${loop}`,
  `trace.${loop}`,
  loop,
]);
