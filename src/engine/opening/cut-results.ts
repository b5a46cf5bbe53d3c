import { changedEntry } from '../importing/transcript/changed-entry.ts';
import type { Importer, ReadSession, SessionEntry } from '../importing/importer.ts';
import { counted } from '../importing/import-report.ts';
import { cutOffIn } from '../importing/values/cut-off.ts';
import type { Path } from '../model/path.ts';
import { formatPath } from '../model/path.ts';
import type { Note } from '../model/problem.ts';
import { isRecord, type RecordValue } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { callOutcomeOf, partsOf } from '../systems/adk/session-event.ts';

/**
 * In a text that ends in the middle, a result in its last record counts as not recorded. Most formats write after the
 * result whether the call failed, so half of a result may well be an error.
 */
export function withoutCutResults<T extends CutText>(text: T): T {
  const { document, importer } = text;
  const isCutOff = cutOffIn(document);
  const isCut = (path: Path): boolean => path.length > 0 && isCutOff(path);
  const doubt = importer.statesOutcomes === true ? ofOutput : ofOutcome;
  return { ...text, entries: text.entries.map((entry) => changedEntry(entry, (read) => doubted(read, doubt, isCut))) };
}

interface CutText {
  readonly document: Document;
  readonly importer: Pick<Importer, 'statesOutcomes'>;
  readonly entries: readonly SessionEntry[];
}

type IsCut = (path: Path) => boolean;

/** What half of a result leaves unknown. */
interface Doubt {
  readonly remark: string;
  /** The event without it; undefined if the event has no result that is cut off. */
  without(event: RecordValue, place: Path, isCut: IsCut): RecordValue | undefined;
}

function doubted(read: ReadSession, doubt: Doubt, isCut: IsCut): ReadSession {
  const { session, sources } = read;
  const cut: Path[] = [];
  const events = session.events.map((event, index): unknown => {
    const [apart] = sources.also?.(index) ?? [];
    const place = apart ?? sources.at(index) ?? [];
    const other = isRecord(event) ? doubt.without(event, place, isCut) : undefined;
    if (other !== undefined) cut.push(place);
    return other ?? event;
  });
  const [first] = cut;
  if (first === undefined) return read;
  const note: Note = {
    severity: 'lost',
    code: 'import/cut-result',
    message: `${counted(cut.length, 'result')} in the record that the text ends in: ${doubt.remark}`,
    place: formatPath(first),
  };
  return { ...read, session: { ...session, events, notes: [...session.notes, note] } };
}

const ofOutput: Doubt = {
  remark: 'the output is unknown.',
  without(event, place, isCut) {
    if (event['output'] === undefined || !isCut(place)) return undefined;
    const { output: _half, ...rest } = event;
    return rest;
  },
};

const ofOutcome: Doubt = {
  remark: 'it is not recorded whether the call succeeded, so it is in none of the counts.',
  without(event, place, isCut) {
    if (event['type'] === 'event-appended') return withoutResponse(event, place, isCut);
    if (event['type'] !== 'capability-invoked' || !isCut(place)) return undefined;
    const unknown = noResults.get(event['outcome']);
    if (unknown === undefined) return undefined;
    const { output: _half, ...rest } = event;
    return { ...rest, outcome: unknown };
  },
};

/** The outcome without a result that replaces a success, in the words of each system. */
const noResults: ReadonlyMap<unknown, string> = new Map([
  ['ok', 'no_result'],
  ['successful', 'no-result'],
]);

/** ADK has the responses among the parts of its events. Only the last part can be cut off. */
function withoutResponse(logged: RecordValue, place: Path, isCut: IsCut): RecordValue | undefined {
  const { event = null } = logged;
  const content = isRecord(event) ? event['content'] : undefined;
  if (!isRecord(event) || !isRecord(content)) return undefined;
  const parts = partsOf(event);
  const last = parts.at(-1);
  const isHalf = last?.['type'] === 'tool_response' && callOutcomeOf(last).kind === 'successful';
  if (!isHalf || !isCut([...place, 'content', 'parts', parts.length - 1])) return undefined;
  const unknown = { ...last, metadata: { outcome: 'no_result' } };
  return { ...logged, event: { ...event, content: { ...content, parts: [...parts.slice(0, -1), unknown] } } };
}
