import { present } from '../values/present.ts';
import { ok } from '../../../base/result.ts';
import { unreachable } from '../../../base/unreachable.ts';
import { isRecord, type RecordValue } from '../../model/value.ts';
import { readContent as readParts, textOf } from '../content/content.ts';
import { createImportReport, type ImportReport } from '../import-report.ts';
import type { ReadSession, SessionEntry } from '../importer.ts';
import { shortTitle } from '../transcript/title.ts';
import { entriesAt, textAt, type Where } from '../values/where.ts';
import { exportKeys } from '../../systems/voice/start.ts';
import { createCallLog, when, type CallLog } from './call-log.ts';
import { voiceNotes } from './notes-and-times.ts';
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

/** How many entries are read for the caller's first words. */
const sample = 2000;

function firstWords<Call extends Placed>(format: VoiceFormat<Call>, call: Call, otherwise: string): string {
  const { log } = readEntries(format, call, sample);
  const texts = log.events().map(({ event }) => (event.type === 'user-spoke' ? (event.text ?? '') : ''));
  return shortTitle(texts.find((text) => text.trim() !== '') ?? otherwise);
}

function readCall<Call extends Placed>(format: VoiceFormat<Call>, call: Call, title: string): ReadSession {
  const reading = readEntries(format, call);
  format.end?.(reading);
  const { context: recorded = {}, recording, ...facts } = format.facts(reading);
  const context = recordOf(recorded);
  const unrecorded = unrecordedIn(context, reading.log);
  if (unrecorded.length > 0) voiceNotes.unrecorded('import/context-unrecorded', unrecorded)(call.place, reading.report);
  return reading.log.session({
    title,
    importer: format.importer,
    ...present(facts),
    ...(Object.keys(context).length > 0 && { context }),
    ...(unrecorded.length > 0 && { unrecorded }),
    ...(recording !== undefined && { recording: recordOf(recording) }),
  });
}

/** The keys of an export that a recorded call does not have. Its agents are known from the first one and the switches. */
function unrecordedIn(context: RecordValue, log: CallLog): readonly string[] {
  const written = log.events().map(({ event }) => event.type === 'value-set' && event.path.split('.', 1)[0]);
  const known = new Set([...Object.keys(context), ...written]);
  if (known.has('current_agent')) known.add('agent_history');
  return exportKeys.filter((key) => !known.has(key));
}

const recordOf = (facts: NonNullable<CallFacts['recording']>): RecordValue =>
  Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** Reads the first `most` entries of a call. */
function readEntries<Call extends Placed>(format: VoiceFormat<Call>, call: Call, most?: number): VoiceReading<Call> {
  const report = createImportReport();
  const { entries, log } = format;
  const found = (typeof entries === 'function' ? entries(call, report) : entriesAt(call, entries)).slice(0, most);
  const reading = {
    call,
    entries: found.filter((entry): entry is VoiceEntry => isRecord(entry.value)),
    log: createCallLog(report),
    report,
    startedAt: undefined as string | undefined, // set by the first entry with a time
  };
  const description = typeof log === 'function' ? log(reading) : log;
  let planned: string[] | undefined;
  for (const entry of found) {
    const known = knownIn(description, entry, reading);
    const call = listOf(known?.contents ?? []).find(isCallEntry);
    planned = call && known && requested(call, known.entry, reading, planned);
    if (known === undefined) description.unread(entry.place, report);
    else readContents(known.contents, known.entry, reading);
    reading.startedAt ??= known?.entry.at;
  }
  description.atEnd?.();
  return reading;
}

/** Adds the response that requests the call in an entry. Neighbouring entries with calls are of one response. */
function requested(
  call: Calls,
  entry: TimedEntry,
  { log, report }: VoiceReading,
  planned: string[] | undefined,
): string[] {
  const name = valueOf(call.name, entry, report);
  const tool = typeof name === 'string' ? name : 'unknown';
  if (planned !== undefined) {
    planned.push(tool);
    return planned;
  }
  const [names, tokens] = [[tool], call.tokens?.(entry)];
  log.add({ type: 'model-called', ...when(entry.at), planned: names, ...present({ tokens }) }, entry.place);
  return names;
}

const isCallEntry = (content: Content): content is Calls =>
  typeof content !== 'function' && content.holds === 'calls' && content.list === undefined;

// Array.isArray narrows a readonly list to any[].
const listOf = (contents: Content | readonly Content[]): readonly Content[] =>
  Array.isArray(contents) ? (contents as readonly Content[]) : [contents as Content];

/** An entry with its content; undefined if it is no record, or has no kind. */
function knownIn({ kind, kinds, otherwise, time }: VoiceLog, { value, ...one }: RecordedEntry, reading: VoiceReading) {
  if (!isRecord(value)) return undefined;
  const entry = { ...one, value };
  const name = valueOf(kind, entry, reading.report);
  if (typeof name !== 'string') return undefined;
  const contents = (Object.hasOwn(kinds, name) ? kinds[name] : undefined) ?? otherwise;
  return { entry: { ...entry, at: time(entry, reading) }, contents };
}

/** Reads an entry that is within another one. */
export function readEntry(log: VoiceLog, one: RecordedEntry, reading: VoiceReading): void {
  const known = knownIn(log, one, reading);
  if (known === undefined) log.unread(one.place, reading.report);
  else readContents(known.contents, known.entry, reading);
}

/** Reads the content of an entry into the log. Also for code that reads the parts of an entry itself. */
export function readContents(contents: Content | readonly Content[], entry: TimedEntry, reading: VoiceReading): void {
  for (const content of listOf(contents)) readContent(content, entry, reading);
}

function readContent(content: Content, entry: TimedEntry, reading: VoiceReading): void {
  const { log, report } = reading;
  if (typeof content === 'function') return content(entry, reading);
  switch (content.holds) {
    case 'words':
      return readWords(content, entry, reading);
    case 'calls': {
      if (content.list !== undefined) return readCalls(content, entry, reading);
      const call = callIn(content, entry, report);
      if (call !== undefined) log.called({ ...call, at: entry.at });
      return;
    }
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
