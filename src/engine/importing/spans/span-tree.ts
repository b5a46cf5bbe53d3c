import type { ImportReport } from '../import-report.ts';
import { isSilent, spanNotes } from './notes.ts';
import { completed, doublesIn, otherRecordsOf, toolsRecordedTwice, wrappersIn } from './records-of-one-call.ts';
import type { Span } from './spans.ts';

/** One agent of a trace. The root has no span of its own. */
export interface Agent {
  readonly span: Span | undefined;
  /** Spans around its first step, the outermost first: they may hold the question that it was asked. */
  readonly around: readonly Span[];
  /** The tool during whose use the agent worked. */
  readonly sentBy: Span | undefined;
  readonly steps: readonly Span[];
  readonly below: readonly Agent[];
}

/** A step of an agent, or the work of another agent. */
export interface Act {
  readonly span: Span;
  readonly agent?: Agent;
}

/** The actions of an agent, in the order of their starts. */
export const actsOf = ({ steps, below }: Agent): readonly Act[] =>
  [
    ...steps.map((span): Act => ({ span })),
    ...below.flatMap((agent): readonly Act[] => {
      const { span, sentBy } = agent;
      return span === undefined ? [] : [{ span, agent: { ...settled(agent), sentBy } }];
    }),
  ].toSorted((a, b) => byStart(a.span, b.span));

/** An agent nested deeper is treated as part of the one above: a hostile trace may nest without end. */
const deepest = 40;

/**
 * The agents of a trace. Spans are in any order; their parents and times determine the structure.
 *
 * - A model span with another model span inside is a wrapper, and so is one that lasts while another of another name
 *   gives the same answer: two libraries recorded one call.
 * - An agent that does nothing but run one other agent is that agent.
 */
export function agentsOf(spans: readonly Span[], report: ImportReport): Agent {
  const byId = indexed(spans, report);
  const ordered = [...byId.values()].toSorted(byStart);
  const ancestors = (span: Span) => ancestorsOf(span, byId);
  const wrappers = wrappersIn(ordered, ancestors);
  const doubles = doublesIn(
    ordered.filter((span) => span.kind === 'model' && !wrappers.has(span)),
    report,
  );
  const others = otherRecordsOf(wrappers, doubles);
  const again = toolsRecordedTwice(ordered, ancestors, report);
  const known = ordered.filter(
    (span) => isStep(span) && !wrappers.has(span) && !doubles.has(span) && !again.has(span) && !isEmpty(span),
  );
  noteOthers(ordered, byId, report);
  for (const { place } of ordered.filter(isEmpty)) spanNotes.empty(place, report);
  const steps = [...known, ...answersOfAgents(ordered, ancestors, report)].toSorted(byStart);
  return grown(steps, ancestors, (span) => completed(span, others.get(span)));
}

/**
 * An agent with nothing recorded inside, such as one that runs elsewhere: what it was asked and answered is one model call.
 * It must have messages: tracers of LangChain record its output parsers as agents too, with values only.
 */
function answersOfAgents(
  spans: readonly Span[],
  ancestors: (span: Span) => readonly Span[],
  report: ImportReport,
): readonly Span[] {
  const around = new Set(spans.flatMap((span) => (isStep(span) || span.kind === 'agent' ? ancestors(span) : [])));
  const alone = spans.filter((span) => span.kind === 'agent' && !around.has(span) && span.answerMessages().length > 0);
  for (const span of alone)
    (hasMessages(span) ? spanNotes['agent-alone'] : spanNotes['agent-of-values'])(span.place, report);
  return alone.filter(hasMessages).map((span) => ({ ...span, id: '', parent: span.id, kind: 'model' }));
}

const hasMessages = ({ attributes }: Span): boolean =>
  attributes.get('gen_ai.output.messages') !== undefined ||
  ['llm.output_messages', 'gen_ai.completion'].some((prefix) => attributes.list(prefix).length > 0);

const isStep = ({ kind }: Span): boolean =>
  kind === 'model' || kind === 'tool' || kind === 'retriever' || kind === 'guardrail';

function indexed(spans: readonly Span[], report: ImportReport): ReadonlyMap<string, Span> {
  const byId = new Map<string, Span>();
  for (const span of spans) {
    const known = byId.get(span.id);
    // Some exporters write a span when it begins and again when it ends: the complete one counts.
    if (known === undefined || (known.end === undefined && span.end !== undefined)) byId.set(span.id, span);
    if (known !== undefined) spanNotes.repeated(span.place, report);
  }
  return byId;
}

/**
 * By start, or by the end of a span without one; of two spans that began at once the longer comes first, because it is around
 * the other.
 */
export function byStart(a: Span, b: Span): number {
  return compare(a.start ?? a.end, b.start ?? b.end) || compare(b.end, a.end);
}

const compare = (a: bigint | undefined, b: bigint | undefined): number => {
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b ? -1 : 1;
};

/** Ancestors further out do not count: a hostile trace may nest without end. */
const mostAncestors = 100;

/** The ancestors of a span, the nearest first. Stops where spans are each other's parents. */
function ancestorsOf(span: Span, byId: ReadonlyMap<string, Span>): readonly Span[] {
  const found = new Set<Span>();
  for (let next = parentOf(span, byId); next !== undefined && next !== span; next = parentOf(next, byId)) {
    if (found.has(next) || found.size >= mostAncestors) break;
    found.add(next);
  }
  return [...found];
}

const parentOf = ({ parent }: Span, byId: ReadonlyMap<string, Span>): Span | undefined =>
  parent === undefined ? undefined : byId.get(parent);

/** Some libraries record the end of a call as an empty span. */
const isEmpty = (span: Span): boolean =>
  span.kind === 'model' && span.tokens === undefined && span.error === undefined && isSilent(span);

/** LangGraph interrupts a graph by an exception, which tracers print with or without its class. */
export const isInterrupt = (error: string | undefined): boolean =>
  error !== undefined && /^(?:GraphInterrupt|\(Interrupt)\(/.test(error);

function noteOthers(spans: readonly Span[], byId: ReadonlyMap<string, Span>, report: ImportReport): void {
  for (const { kind, parent, place, error } of spans) {
    if (error !== undefined && !isInterrupt(error) && (kind === 'agent' || kind === 'other'))
      spanNotes.failed(error)(place, report);
    if (kind === 'other') spanNotes['framework-steps'](place, report);
    if (kind === 'embedding') spanNotes.embeddings(place, report);
    if (parent !== undefined && !byId.has(parent)) spanNotes['parent-missing'](place, report);
  }
}

type Draft = Agent & { around: readonly Span[]; readonly steps: Span[]; readonly below: Draft[] };

/** Makes an agent of each agent span with a step in it, and of that span's own ancestors that are agents. */
function grown(steps: readonly Span[], ancestors: (span: Span) => readonly Span[], whole: (span: Span) => Span): Agent {
  const root: Draft = { span: undefined, around: [], sentBy: undefined, steps: [], below: [] };
  const drafts = new Map<Span, Draft>();
  for (const step of steps) {
    let draft = root;
    /** Where the spans inside the agent before begin. */
    let inside = 0;
    const path = ancestors(step).toReversed();
    for (const span of path.filter(({ kind }) => kind === 'agent').slice(0, deepest)) {
      const index = path.indexOf(span);
      const sentBy = path.slice(inside, index).find(({ kind }) => kind === 'tool');
      const next: Draft = drafts.get(span) ?? { span, around: path.slice(index), sentBy, steps: [], below: [] };
      if (!drafts.has(span)) draft.below.push(next);
      drafts.set(span, next);
      [draft, inside] = [next, index + 1];
    }
    if (draft.steps.length === 0 && draft.span === undefined) draft.around = path;
    draft.steps.push(whole(step));
  }
  return settled(root);
}

/** An agent that only runs one other agent is replaced by it. */
function settled(agent: Agent): Agent {
  const passed: Span[] = [];
  for (let here = agent; ;) {
    const [only, ...others] = here.below;
    if (only === undefined || others.length > 0 || here.steps.length > 0)
      return { ...here, around: [...passed, ...here.around] };
    passed.push(...here.around.slice(0, 1));
    here = only;
  }
}
