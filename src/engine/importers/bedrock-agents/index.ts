import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { entriesAt, findAt, fits, hasListAt, textAt } from '../../importing/values/where.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';

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

/** The answers of one session are one conversation, in the order of the file. */
function findTraces({ value }: { readonly value: Value }): readonly FoundConversation[] {
  const sessions = new Map<string | undefined, Answer[]>();
  for (const answer of answersIn(value)) {
    const id = sessionOf(answer);
    const known = sessions.get(id);
    if (known === undefined) sessions.set(id, [answer]);
    else known.push(answer);
  }
  const found = [...sessions.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ holder: first.holder, messages: [first, ...others].flatMap(({ parts }, index) => stepsIn(parts, index)) }],
  );
  return found.some(({ messages }) =>
    messages.some(({ value: step }) => isRecord(step) && (!('other' in step) || 'guardrail' in step)),
  )
    ? found
    : [];
}

/** One answer of `invoke_agent`, or a list of its parts. */
interface Answer {
  readonly holder: Placed;
  readonly parts: readonly Placed[];
}

function answersIn(value: Value): readonly Answer[] {
  const list = elementsOf(value).map((one, index) => ({ value: one, place: [index] }));
  const answers = list.map(answerAt);
  const areAnswers = answers.length > 0 && answers.every((one) => one !== undefined);
  if (areAnswers) return answers.filter((one) => one !== undefined);
  const holder = { value, place: [] };
  return [answerAt(holder) ?? { holder, parts: [] }];
}

function answerAt(holder: Placed): Answer | undefined {
  const list = isList(holder.value) ? '' : ['completion', 'traces'].find((key) => hasListAt(holder.value, key));
  return list === undefined ? undefined : { holder, parts: entriesAt(holder, list) };
}

const sessionOf = ({ holder, parts }: Answer): string | undefined =>
  textAt(holder.value, 'sessionId') ??
  parts.map(({ value }) => textAt(value, ['trace.sessionId', 'sessionId'])).find((id) => id !== undefined);

/** The step of the agent's loop in each part, with the part's own facts; other parts are under `other`. */
const stepsIn = (parts: readonly Placed[], answer: number): readonly Placed[] =>
  parts.flatMap(({ value: part, place }) => {
    const trace = findAt(part, tracesOfLoop);
    const found: RecordValue[] = steps.flatMap((step) => {
      const one = findAt(trace?.value, step);
      return one === undefined ? [] : [{ [step]: one.value }];
    });
    const failure = findAt(part, ['trace.trace.failureTrace', 'trace.failureTrace', 'failureTrace']);
    if (failure !== undefined) found.push({ failure: failure.value });
    const facts = findAt(part, 'trace.trace') === undefined ? part : (findAt(part, 'trace')?.value ?? null);
    const { eventTime = null, collaboratorName = null, agentId = null } = isRecord(facts) ? facts : {};
    const path = (found.length === 0 ? undefined : (trace ?? failure)?.path) ?? [];
    // A guardrail that let everything pass is no turn.
    const guardrail = findAt(part, guardrails, (one) => fits(one, { action: ['INTERVENED'] }));
    const other = guardrail === undefined ? { other: part } : { other: part, guardrail: guardrail.value };
    return (found.length === 0 ? [other] : found).map((step) => ({
      value: { ...step, eventTime, collaboratorName, agentId, answer },
      place: [...place, ...path],
    }));
  });

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_agent-runtime_GuardrailTrace.html */
const guardrails = ['trace.trace.guardrailTrace', 'trace.guardrailTrace', 'guardrailTrace'];

/** A supervisor that only routes a request has a trace of its own. */
const tracesOfLoop = ['orchestrationTrace', 'routingClassifierTrace'].flatMap((loop) => [
  `trace.trace.${loop}`,
  `trace.${loop}`,
  loop,
]);
