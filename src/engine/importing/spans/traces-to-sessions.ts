import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { counted, createImportReport } from '../import-report.ts';
import type { Imported, SessionEntry } from '../importer.ts';
import { textOf } from '../content/content.ts';
import { shortTitle } from '../transcript/title.ts';
import { spanNotes } from './notes.ts';
import { hasTurns, spansToSession } from './spans-to-session.ts';
import type { Span, Trace } from './spans.ts';

/** A session for each trace with at least one turn; the first one's report mentions the others. Or else the problem. */
export function tracesToSessions(traces: readonly Trace[], problem: Problem): Result<Imported, Problem> {
  const readable = traces.map(withSpeakers);
  const [first, ...others] = readable.filter(hasTurns);
  if (first === undefined) return err(problem);
  const empty = readable.filter((trace) => !hasTurns(trace));
  return ok({ sessions: [entryOf(first, empty), ...others.map((trace) => entryOf(trace, []))] });
}

/** How many spans are searched for a title: the first ones are around all others. */
const titleSample = 40;

/** The first text of a user, or else the name given, or else the name of the outermost span. */
export function traceTitle(spans: readonly Span[], name?: string): string {
  const ordered = spans.toSorted((a, b) =>
    a.start === undefined || b.start === undefined ? 0 : Number(a.start - b.start),
  );
  for (const span of ordered.slice(0, titleSample)) {
    if (span.kind === 'tool' || span.kind === 'retriever' || span.kind === 'embedding') continue;
    const question = span.promptMessages().find(({ role, parts }) => role === 'user' && textOf(parts).trim() !== '');
    if (question !== undefined) return shortTitle(textOf(question.parts));
  }
  const root = ordered.find(({ parent }) => parent === undefined) ?? ordered[0];
  return shortTitle(name ?? root?.name ?? 'trace');
}

/**
 * A trace without model calls: its outermost agents count as the model, or else, as in an export of root runs, its outermost
 * spans.
 */
function withSpeakers(trace: Trace): Trace {
  if (hasTurns(trace)) return trace;
  const agents = new Set(trace.spans.flatMap(({ kind, id }) => (kind === 'agent' ? [id] : [])));
  const isOutermost = ({ kind, parent }: Span): boolean =>
    agents.size === 0 ? parent === undefined : kind === 'agent' && (parent === undefined || !agents.has(parent));
  const isSpeaker = (span: Span): boolean => isOutermost(span) && span.answerMessages().length > 0;
  const spans = trace.spans.map((span) => (isSpeaker(span) ? asModel(span) : span));
  return { ...trace, spans, speakers: spans.filter(({ kind }) => kind === 'model').length };
}

/** An agent may return its whole conversation: then the last message is the answer, and the others were the request. */
function asModel(span: Span): Span {
  const isWhole = span.answerMessages().some(({ role }) => role !== 'assistant');
  if (!isWhole) return { ...span, kind: 'model' };
  return {
    ...span,
    kind: 'model',
    promptMessages: (report) => span.answerMessages(report).slice(0, -1),
    answerMessages: (report) => span.answerMessages(report).slice(-1),
  };
}

const entryOf = (trace: Trace, empty: readonly Trace[]): SessionEntry => ({
  title: trace.title,
  system: 'task',
  open() {
    const read = spansToSession(trace);
    const report = createImportReport(read.session.notes);
    const { speakers = 0, spans } = trace;
    const noun = spans.some(({ kind }) => kind === 'agent') ? 'agent' : 'run';
    const [first, unread] = [spans[0], empty[0]?.spans[0]];
    if (speakers > 0 && first !== undefined) spanNotes.agentsAlone(counted(speakers, noun))(first.place, report);
    if (unread !== undefined) spanNotes.noTurns(counted(empty.length, 'trace'))(unread.place, report);
    return ok({ ...read, session: { ...read.session, notes: report.notes() } });
  },
});
