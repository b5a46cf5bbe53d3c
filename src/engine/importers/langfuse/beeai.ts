import type { Value } from '../../model/value.ts';
import { blank } from '../../importing/messages/any-message.ts';
import { nanosOf } from '../../importing/values/instants.ts';
import type { Span } from '../../importing/spans/spans.ts';
import { groupedBy } from '../../importing/values/elements.ts';
import { opened } from '../../importing/values/written-value.ts';

/**
 * A run of BeeAI's ReAct agent. Its instrumentation writes one span for each event. All these spans end with the run, so only
 * their start times are useful. The model's streamed answer is not recorded. Instead, the events contain the agent's reading
 * of it as the state of an iteration: thought, tool, parameters, output.
 * https://github.com/Arize-ai/openinference/tree/main/js/packages/openinference-instrumentation-beeai
 */
export function withBeeAi(spans: readonly Span[]): readonly Span[] {
  const iterations = iterationsIn(spans);
  if (iterations.size === 0) return spans;
  const byId = new Map(spans.map((span) => [span.id, span]));
  const completed = spans.map((span) => {
    const iteration = span.kind === 'model' ? iterations.get(iterationOf(span, iterations, byId) ?? '') : undefined;
    if (iteration === undefined) return span;
    // The end of a call is a separate span. It has no question, and its answer is in streamed pieces.
    return span.promptMessages().length > 0 ? answering(span, iteration) : ({ ...span, kind: 'other' } as const);
  });
  return [...completed, ...[...iterations.values()].flatMap(toolOf)];
}

/** One state of an iteration, taken from one event. */
interface State {
  readonly span: Span;
  readonly thought: string | undefined;
  readonly tool: string | undefined;
  readonly parameters: Value | undefined;
  readonly output: Value | undefined;
}

const targets: ReadonlySet<unknown> = new Set(['agent.react.update', 'agent.react.partial_update']);

/** The states of each iteration in the order of time, by the id of the surrounding span. */
function iterationsIn(spans: readonly Span[]): ReadonlyMap<string | undefined, readonly State[]> {
  const states = spans.filter(
    ({ parent, attributes }) => parent !== undefined && targets.has(attributes.get('target')),
  );
  return groupedBy(
    states.map(stateOf).toSorted((a, b) => ((a.span.startedAt ?? '') < (b.span.startedAt ?? '') ? -1 : 1)),
    ({ span }) => span.parent,
  );
}

function stateOf(span: Span): State {
  const { attributes } = span;
  const [parameters, output] = [attributes.get('tool.parameters'), attributes.get('output.value') ?? undefined];
  return {
    span,
    thought: attributes.text('thought'),
    tool: attributes.text('tool.name'),
    // The text `null` until the model has generated the parameters.
    parameters: parameters === undefined || parameters === 'null' ? undefined : opened(parameters),
    output: output === undefined ? undefined : opened(output),
  };
}

/** Spans are not nested deeper than this. */
const maxDepth = 20;

function iterationOf(
  span: Span,
  iterations: ReadonlyMap<string | undefined, unknown>,
  byId: ReadonlyMap<string, Span>,
): string | undefined {
  let ancestor = span.parent;
  for (let depth = 0; depth < maxDepth && ancestor !== undefined && !iterations.has(ancestor); depth++) {
    ancestor = byId.get(ancestor)?.parent;
  }
  return ancestor;
}

/** The first state after the model finished. It has a tool and parameters, or an answer. */
const settledIn = (states: readonly State[]): State | undefined =>
  states.find(({ tool, parameters }) => tool !== undefined && parameters !== undefined) ??
  states.find(({ tool, output }) => tool === undefined && output !== undefined);

/** The model's span with its answer. The prompt repeats earlier answers, which are left out. */
function answering(span: Span, states: readonly State[]): Span {
  const settled = settledIn(states);
  if (settled === undefined) return span;
  const { thought, tool, parameters: input, output } = settled;
  const { place } = span;
  const text = tool === undefined ? textOf(output) : thought;
  const answer = {
    ...blank('assistant', place),
    parts: text === undefined ? [] : [{ mimeType: 'text/plain', text }],
    calls: tool === undefined ? [] : [{ id: undefined, name: tool, input, place: settled.span.place }],
  };
  return {
    ...endingAt(span, settled.span),
    alsoAt: [settled.span.place],
    promptMessages: (report) => span.promptMessages(report).filter(({ role }) => role !== 'assistant'),
    answerMessages: () => [answer],
  };
}

function toolOf(states: readonly State[]): readonly Span[] {
  const settled = settledIn(states);
  if (settled?.tool === undefined) return [];
  const ended = states.find(({ tool, output }) => tool !== undefined && output !== undefined);
  const { span, tool: name, parameters } = settled;
  const own = endingAt(ended === undefined ? span : { ...span, place: ended.span.place }, ended?.span);
  return [
    {
      ...own,
      id: `${span.id} tool`,
      name,
      kind: 'tool',
      input: () => parameters,
      output: () => ended?.output,
    },
  ];
}

function endingAt(span: Span, end: Span | undefined): Span {
  const { startedAt } = end ?? {};
  return { ...span, endedAt: startedAt, end: startedAt === undefined ? undefined : nanosOf(startedAt) };
}

function textOf(output: Value | undefined): string | undefined {
  return typeof output === 'string' ? output : undefined;
}
