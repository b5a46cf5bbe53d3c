import { ok } from '../../../base/result.ts';
import type { SessionEntry } from '../importer.ts';
import { counted, createImportReport } from '../import-report.ts';
import type { Note } from '../../model/problem.ts';
import { hasTurns, spansToSession } from './spans-to-session.ts';
import type { Span, Trace } from './spans.ts';

/** A session for each trace in which something was done; the first one's report names the others. */
export function tracesToSessions(traces: readonly Trace[]): readonly SessionEntry[] {
  const spoken = traces.map(withSpeakers);
  const [first, ...others] = spoken.filter(hasTurns);
  if (first === undefined) return [];
  const empty = spoken.filter((trace) => !hasTurns(trace));
  return [entryOf(first, empty), ...others.map((trace) => entryOf(trace, []))];
}

/**
 * Where a trace tells of its agents alone, what the outermost were asked and answered is all that there is; where it tells of none,
 * as an export of root runs does, that of its outermost spans.
 */
function withSpeakers(trace: Trace): Trace {
  if (hasTurns(trace)) return trace;
  const agents = new Set(trace.spans.flatMap(({ kind, id }) => (kind === 'agent' ? [id] : [])));
  const isOutermost = ({ kind, parent }: Span): boolean =>
    agents.size === 0 ? parent === undefined : kind === 'agent' && (parent === undefined || !agents.has(parent));
  const isSpeaker = (span: Span): boolean => isOutermost(span) && span.answered(createImportReport()).length > 0;
  const spans = trace.spans.map((span) => (isSpeaker(span) ? asModel(span) : span));
  return { ...trace, spans, speakers: spans.filter(({ kind }) => kind === 'model').length };
}

/** An agent may give back all messages, what it was asked among them: its answer is the last, and the others led to it. */
function asModel(span: Span): Span {
  const isWhole = span.answered(createImportReport()).some(({ role }) => role !== 'assistant');
  if (!isWhole) return { ...span, kind: 'model' };
  return {
    ...span,
    kind: 'model',
    asked: (report) => span.answered(report).slice(0, -1),
    answered: (report) => span.answered(report).slice(-1),
  };
}

function entryOf(trace: Trace, empty: readonly Trace[]): SessionEntry {
  return {
    title: trace.title,
    system: 'task',
    open() {
      const read = spansToSession(trace);
      const notes = notesOn(trace, empty);
      return ok({ ...read, session: { ...read.session, notes: [...read.session.notes, ...notes] } });
    },
  };
}

function notesOn({ speakers = 0, spans }: Trace, empty: readonly Trace[]): readonly Note[] {
  const report = createImportReport();
  const [first] = spans;
  if (speakers > 0 && first !== undefined) {
    report.note(
      'assumed',
      'spans/agents-alone',
      first.place,
      () =>
        `The trace tells of ${counted(speakers, spans.some(({ kind }) => kind === 'agent') ? 'agent' : 'run')} and of no model call: what each answered counts as one.`,
    );
  }
  const place = empty[0]?.spans[0]?.place;
  if (place !== undefined) {
    report.note(
      'info',
      'spans/no-turns',
      place,
      () => `${counted(empty.length, 'trace')} of the file without a model call or the use of a tool: left out.`,
    );
  }
  return report.notes();
}
