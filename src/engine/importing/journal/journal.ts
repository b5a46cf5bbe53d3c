import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { textOf, contentText } from '../content/content.ts';
import { findAt, fits, textAt, type Shape, type Where } from '../values/where.ts';
import { branchSuffix } from '../describing/branches-of.ts';
import { createImportReport, type ImportReport, type Noted, sentenceOf } from '../import-report.ts';
import type { ReadSession, SessionEntry } from '../importer.ts';
import type { About } from '../messages/conversation-entry.ts';
import { createCallMatcher, type CallMatcher } from '../transcript/call-matcher.ts';
import { shortTitle } from '../transcript/title.ts';
import { toTaskSession } from '../transcript/to-task-session.ts';
import type { TranscriptEntry } from '../transcript/transcript.ts';
import { elementsOf, type Placed } from '../values/elements.ts';
import { readInstant } from '../values/instants.ts';

/**
 * A journal is the log of an agent: a list of records, each of which names its kind. A format is described by the meaning of
 * each kind: a note for the import report, or code. Code is usual here, because what a record means depends on others.
 */
export interface JournalFormat {
  readonly importer: string;
  /** The agent's own name. */
  readonly agent?: string;
  /** Contents of which the first with words gives the title; by default the inputs. */
  readonly titles?: (
    records: readonly JournalRecord[],
    read: JournalFormat['read'],
    importer: string,
  ) => Iterable<Value | undefined>;
  readonly untitled: string;
  /** Usually `readRecords` with the meaning of each kind. */
  readonly read: (records: readonly JournalRecord[], report: ImportReport) => readonly TranscriptEntry[];
  /** The record with facts about the session; by default the first one. */
  readonly header?: (records: readonly JournalRecord[]) => Pick<JournalRecord, 'value' | 'place'> | undefined;
  /** When the session began, in the header. */
  readonly startedAt?: Where;
  /** Facts about the whole recording: the name and the place of each in the header. */
  readonly recording?: { readonly [name: string]: Where };
  /** Other facts about the session. The model is the only one of its answers, unless given here. */
  readonly about?: (
    records: readonly JournalRecord[],
    report: ImportReport,
    entries: readonly TranscriptEntry[],
  ) => About;
}

export interface JournalRecord {
  readonly kind: string;
  /** Empty if the record could not be read. */
  readonly value: RecordValue;
  readonly place: Path;
  /** When it was written, if that is recorded. */
  readonly time?: Placed | undefined;
}

export interface TimedRecord extends JournalRecord {
  /** UTC ISO 8601. */
  readonly at: string | undefined;
}

/** What each kind of record means. */
export interface Meanings {
  readonly kinds: { readonly [kind: string]: Meaning };
  /** For other kinds, and for records that lack what their kind needs. Its notes, also one that it returns, name the kinds. */
  readonly otherwise: (record: TimedRecord, report: ImportReport) => Noted | void;
  /** What a record of a kind must have. */
  readonly shapes?: { readonly [kind: string]: Shape };
  /** Adds what is still open after the last record. */
  readonly atEnd?: () => void;
}

/** Undefined: the record has no meaning for a session, and no note about it. */
export type Meaning = ((record: TimedRecord, report: ImportReport) => void) | undefined;

/** How often, for a sentence. */
export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** The elements of a list as records, whose kind is their `type` and whose time is their `timestamp`. */
export const recordsIn = (list: Value, place: Path = []): readonly JournalRecord[] =>
  elementsOf(list).map((value, index) => recordOf(value, [...place, index]));

export function recordOf(value: Value, place: Path): JournalRecord {
  const body = isRecord(value) ? value : {};
  const { timestamp } = body;
  const time = timestamp === undefined ? undefined : { value: timestamp, place: [...place, 'timestamp'] };
  return { kind: textAt(body, 'type') ?? '', value: body, place, time };
}

export function sessionOf(format: JournalFormat, records: readonly JournalRecord[], suffix = ''): SessionEntry {
  const title = titleOf(format, records);
  return { title: `${title}${suffix}`, system: 'task', open: () => ok(readSession(format, records, title)) };
}

/** A session for each branch of a journal whose records form a tree. */
export const sessionsOf = (format: JournalFormat, branches: readonly (readonly JournalRecord[])[]) =>
  branches.map((records, index) => sessionOf(format, records, branchSuffix(index, branches.length)));

/** How many records are read for the title. */
const sample = 100;

function titleOf(
  { titles = inputsOf, untitled, read, importer }: JournalFormat,
  records: readonly JournalRecord[],
): string {
  for (const content of titles(records, read, importer)) {
    const words = contentText(content);
    if (words.trim() !== '') return shortTitle(words);
  }
  return untitled;
}

/** The texts of the first inputs. A text that grows is read again and again, mostly with the same first records. */
export function inputsOf(
  records: readonly JournalRecord[],
  read: JournalFormat['read'],
  importer: string,
): readonly Value[] {
  const first = records.slice(0, sample);
  const [key] = first;
  const known = key && readInputs.get(key.value);
  if (known?.importer === importer && isOf(known.records, first)) return known.inputs;
  const inputs = read(first, createImportReport()).flatMap((entry) =>
    entry.kind === 'input' ? [textOf(entry.message)] : [],
  );
  if (key !== undefined) readInputs.set(key.value, { importer, records: first.map(({ value }) => value), inputs });
  return inputs;
}

interface ReadInputs {
  readonly importer: string;
  readonly records: readonly RecordValue[];
  readonly inputs: readonly Value[];
}

/** By the first record. */
const readInputs = new WeakMap<RecordValue, ReadInputs>();

/** Records are never changed, so the same objects are the same records. */
const isOf = (values: readonly RecordValue[], records: readonly JournalRecord[]): boolean =>
  values.length === records.length && records.every(({ value }, index) => value === values[index]);

function readSession(format: JournalFormat, records: readonly JournalRecord[], title: string): ReadSession {
  const report = createImportReport();
  const entries = format.read(records, report);
  const models = new Set(entries.flatMap((entry) => (entry.kind === 'model' ? (entry.model ?? []) : [])));
  const [model] = models;
  const { header = ([first]) => first, startedAt = [], recording = {} } = format;
  const { value = {}, place = [] } = header(records) ?? {};
  const started = findAt(value, startedAt);
  return toTaskSession(
    {
      title,
      importer: format.importer,
      agent: format.agent,
      model: models.size === 1 ? model : undefined,
      startedAt: started && readInstant(started.value, [...place, ...started.path], report),
      declared: [],
      recording: Object.fromEntries(
        Object.entries(recording).flatMap(([name, where]) => {
          const fact = textAt(value, where);
          return fact === undefined ? [] : [[name, fact]];
        }),
      ),
      ...format.about?.(records, report, entries),
      entries,
    },
    report,
  );
}

/** Reads records in order; sub-agents have theirs in the journal of the agent that started them. */
export function readRecords(
  records: readonly JournalRecord[],
  describe: (matcher: CallMatcher) => Meanings,
  report: ImportReport,
): readonly TranscriptEntry[] {
  const matcher = createCallMatcher(report);
  const { kinds, otherwise, shapes = {}, atEnd } = describe(matcher);
  const others = new Map<string, Set<string>>();
  const noteWithKind = (kind: string, [severity, code, place, message]: Parameters<ImportReport['note']>) => {
    const named = others.get(code) ?? new Set();
    others.set(code, kind === '' ? named : named.add(kind));
    report.note(severity, code, place, (n) => withKinds(sentenceOf(message, n), named));
  };
  for (const record of records) {
    const { kind, value, place, time } = record;
    const at = time && readInstant(time.value, time.place, report);
    const shape = Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
    const isKnown = Object.hasOwn(kinds, kind) && (shape === undefined || fits(value, shape));
    if (!isKnown) {
      const named: ImportReport = { ...report, note: (...note) => noteWithKind(kind, note) };
      otherwise({ ...record, at }, named)?.(place, named);
    } else kinds[kind]?.({ ...record, at }, report);
  }
  atEnd?.();
  return matcher.entries();
}

const withKinds = (message: string, kinds: ReadonlySet<string>): string =>
  kinds.size === 0 ? message : `${message} Kinds: ${[...kinds].slice(0, 20).join(', ')}.`;
