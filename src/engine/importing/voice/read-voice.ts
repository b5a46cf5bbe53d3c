import { present } from '../values/present.ts';
import { ok } from '../../../base/result.ts';
import { unreachable } from '../../../base/unreachable.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue } from '../../model/value.ts';
import { readContent as readParts, textOf } from '../content/content.ts';
import { createImportReport, type ImportReport } from '../import-report.ts';
import type { ReadSession, SessionEntry } from '../importer.ts';
import { shortTitle } from '../transcript/title.ts';
import { entriesAt, textAt, type Where } from '../values/where.ts';
import { createCallLog, when } from './call-log.ts';
import { callIn, placeOf, readCalls, readResults, valueOf } from './read-tools.ts';
import type {
  CallFacts,
  Calls,
  Content,
  Field,
  RecordedEntry,
  TimedEntry,
  VoiceEntry,
  VoiceFormat,
  VoiceLog,
  VoiceReading,
  Words,
} from './voice-format.ts';
import type { OpenCalls } from './voice-importer.ts';
import type { Placed } from '../values/elements.ts';

/** The reader of a format, made of its description. */
export const readerOf =
  <Call extends Placed>(format: VoiceFormat<Call>): OpenCalls<Call> =>
  (calls) =>
    ok({ sessions: calls.map((call) => sessionEntry(format, call)) });

export function sessionEntry<Call extends Placed>(format: VoiceFormat<Call>, call: Call): SessionEntry {
  const title = typeof format.title === 'string' ? firstWords(format, call, format.title) : format.title(call);
  return { title, system: 'voice', open: () => ok(readCall(format, call, title)) };
}

/** A title with the call's id, and the agent's name where it is recorded. */
export const callTitle =
  (id: Where, agent?: Where) =>
  ({ value }: Placed): string => {
    const name = textAt(value, agent);
    return `call ${textAt(value, id) ?? ''}${name === undefined ? '' : ` with ${name}`}`.trim();
  };

/** A title made of the first words among several texts. */
export const titleOf = (texts: readonly (string | undefined)[], otherwise: string): string =>
  shortTitle(texts.find((text) => text !== undefined && text.trim() !== '') ?? otherwise);

/** How many entries are searched for the caller's first words. */
const sample = 500;

function firstWords<Call extends Placed>(format: VoiceFormat<Call>, call: Call, otherwise: string): string {
  const reading = readingOf(call);
  const { report } = reading;
  const description = typeof format.log === 'function' ? format.log(reading) : format.log;
  for (const one of entriesIn(format, call, report).slice(0, sample)) {
    const known = knownIn(description, one, report);
    const words = listOf(known?.contents ?? []).find(isOfCaller);
    const text = known === undefined || words === undefined ? undefined : wordsOf(words.text, known.entry, report);
    if (text !== undefined && text.trim() !== '') return shortTitle(text);
  }
  return otherwise;
}

const isOfCaller = (content: Content): content is Words =>
  typeof content !== 'function' && content.holds === 'words' && content.by === 'user';

const entriesIn = <Call extends Placed>({ entries }: VoiceFormat<Call>, call: Call, report: ImportReport) =>
  typeof entries === 'function' ? entries(call, report) : entriesAt(call, entries);

type Reading<Call extends Placed> = { -readonly [K in keyof VoiceReading<Call>]: VoiceReading<Call>[K] };

function readingOf<Call extends Placed>(call: Call): Reading<Call> {
  const report = createImportReport();
  return { call, entries: [], log: createCallLog(report), report, startedAt: undefined };
}

/** The content of a readable entry. */
interface Known {
  readonly entry: VoiceEntry;
  readonly contents: Content | readonly Content[];
}

/** The entry at this offset from the current one, after or before it. */
type Neighbour = (steps: number) => Known | undefined;

const noNeighbour: Neighbour = () => undefined;

function readCall<Call extends Placed>(format: VoiceFormat<Call>, call: Call, title: string): ReadSession {
  const reading = readingOf(call);
  const { log, report } = reading;
  const found = entriesIn(format, call, report);
  reading.entries = found.filter((entry): entry is VoiceEntry => isRecord(entry.value));
  const description = typeof format.log === 'function' ? format.log(reading) : format.log;
  const known = found.map((entry) => knownIn(description, entry, report));
  found.forEach((entry, index) => {
    const at = readKnown(description, known[index], entry.place, reading, (steps) => known[index + steps]);
    reading.startedAt ??= at;
  });
  description.atEnd?.();
  format.end?.(reading);
  const { context, recording, ...facts } = format.facts(reading);
  return log.session({
    title,
    importer: format.importer,
    ...present(facts),
    ...(context !== undefined && { context: recordOf(context) }),
    ...(recording !== undefined && { recording: recordOf(recording) }),
  });
}

const recordOf = (facts: NonNullable<CallFacts['recording']>): RecordValue =>
  Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

// Array.isArray narrows a readonly list to any[].
const listOf = (contents: Content | readonly Content[]): readonly Content[] =>
  Array.isArray(contents) ? (contents as readonly Content[]) : [contents as Content];

function knownIn({ kind, kinds, otherwise }: VoiceLog, one: RecordedEntry, report: ImportReport): Known | undefined {
  const { value } = one;
  if (!isRecord(value)) return undefined;
  const entry = { ...one, value };
  const name = valueOf(kind, entry, report);
  if (typeof name !== 'string') return undefined;
  return { entry, contents: (Object.hasOwn(kinds, name) ? kinds[name] : undefined) ?? otherwise };
}

/** Gives the time of the entry. */
function readKnown(
  { time, unread }: VoiceLog,
  known: Known | undefined,
  place: Path,
  reading: VoiceReading,
  neighbour: Neighbour,
): string | undefined {
  if (known === undefined) {
    unread(place, reading.report);
    return undefined;
  }
  const at = time(known.entry, reading);
  readContents(known.contents, { ...known.entry, at }, reading, neighbour);
  return at;
}

/** Reads one entry, for code that finds entries within another entry. */
export function readEntry(log: VoiceLog, one: RecordedEntry, reading: VoiceReading): void {
  readKnown(log, knownIn(log, one, reading.report), one.place, reading, noNeighbour);
}

/** Reads the content of an entry into the log. Also for code that reads the parts of an entry itself. */
export function readContents(
  contents: Content | readonly Content[],
  entry: TimedEntry,
  reading: VoiceReading,
  neighbour: Neighbour = noNeighbour,
): void {
  for (const content of listOf(contents)) readContent(content, entry, reading, neighbour);
}

function readContent(content: Content, entry: TimedEntry, reading: VoiceReading, neighbour: Neighbour): void {
  const { log, report } = reading;
  if (typeof content === 'function') return content(entry, reading);
  switch (content.holds) {
    case 'words':
      return readWords(content, entry, reading);
    case 'calls':
      return content.list === undefined
        ? readCallEntry(content, entry, neighbour, reading)
        : readCalls(content, entry, reading);
    case 'results':
      return readResults(content, entry, reading);
    case 'interruption':
      return log.interrupted();
    case 'nothing':
      content.note?.(entry.place, report);
      return;
    default:
      return unreachable(content);
  }
}

function readWords(content: Words, entry: TimedEntry, { log, report }: VoiceReading): void {
  const { at, place } = entry;
  const text = wordsOf(content.text, entry, report);
  if (content.skipEmpty === true && (text ?? '') === '') return;
  const intended = content.intended === undefined ? undefined : valueOf(content.intended, entry, report);
  log.said({
    by: content.by,
    text,
    at,
    place,
    intended: typeof intended === 'string' ? intended : undefined,
    interrupted: content.interrupted !== undefined && valueOf(content.interrupted, entry, report) === true,
    tokens: content.tokens?.(entry),
  });
}

/** Words are a text, or a list of content parts. */
function wordsOf(field: Field, entry: VoiceEntry, report: ImportReport): string | undefined {
  const written = valueOf(field, entry, report);
  if (typeof written === 'string') return written;
  if (written === undefined && typeof field === 'function') return undefined;
  return textOf(readParts(written, placeOf(field, entry), report));
}

/** One call. Neighbouring entries that are calls too were requested in the same response of the model. */
function readCallEntry(content: Calls, entry: TimedEntry, neighbour: Neighbour, { log, report }: VoiceReading): void {
  const { at, place } = entry;
  if (nameIn(neighbour(-1), report) === undefined) {
    const planned = [nameOf(content, entry, report)];
    for (let next = 1; ; next++) {
      const name = nameIn(neighbour(next), report);
      if (name === undefined) break;
      planned.push(name);
    }
    const tokens = content.tokens?.(entry);
    log.add({ type: 'model-called', ...when(at), planned, ...(tokens !== undefined && { tokens }) }, place);
  }
  const call = callIn(content, entry, report);
  if (call !== undefined) log.called({ ...call, at });
}

/** The name of the tool that an entry calls; undefined where the entry is no call. */
function nameIn(one: Known | undefined, report: ImportReport): string | undefined {
  const call = one === undefined ? undefined : listOf(one.contents).find(isCallEntry);
  return one === undefined || call === undefined ? undefined : nameOf(call, one.entry, report);
}

function nameOf(call: Calls, entry: VoiceEntry, report: ImportReport): string {
  const name = valueOf(call.name, entry, report);
  return typeof name === 'string' ? name : 'unknown';
}

const isCallEntry = (content: Content): content is Calls =>
  typeof content !== 'function' && content.holds === 'calls' && content.list === undefined;
