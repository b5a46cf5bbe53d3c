import { err, ok } from '../../../base/result.ts';
import type { Read, SessionEntry, ReadSession } from '../../importing/importer.ts';
import { recordingsIn, type Recording, serverErrorIn } from './format.ts';
import { waysOf } from './rewinds.ts';
import { isRecord, type RecordValue, isList } from '../../model/value.ts';
import type { AdkHeader } from '../../systems/adk/header.ts';
import { partsOf } from '../../systems/adk/session-event.ts';
import { createAdkLog, type AdkLog } from '../../importing/adk/adk-log.ts';
import { startState } from '../../importing/adk/adk-start.ts';
import { inSnakeCase, rawPartsOf, textIn, fieldOf, wordsOf } from '../../importing/messages/gemini-content.ts';
import { noteNewestFirst } from '../../importing/transcript/newest-first.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { eventOf } from './event.ts';
import { plainJson } from '../../readers/json-text/read.ts';
import type { Path } from '../../model/path.ts';

export const read: Read = ({ value }) => {
  const recordings = recordingsIn(value);
  if (recordings === undefined) {
    return err({
      code: 'import/malformed',
      message: 'This looks like an ADK session, but it holds no list of events.',
    });
  }
  return ok({ sessions: recordings.flatMap(sessionsOf) });
};

/** One for each branch of the session: rewound events are on another branch than the events that went on. */
function sessionsOf(recording: Recording): readonly SessionEntry[] {
  const ways = waysOf(recording);
  return ways.map((way, index) => {
    const which = ways.length === 1 ? '' : ` (branch ${ways.length - index} of ${ways.length})`;
    return { title: `${titleOf(way)}${which}`, system: 'adk', open: () => ok(toSession(way, recording)) };
  });
}

function titleOf({ session, events }: Recording): string {
  const app = session === undefined ? '' : textIn(session, 'app_name') || textIn(session, 'id');
  for (const event of events.slice(0, 20)) {
    if (!isRecord(event) || event['author'] !== 'user') continue;
    const text = wordsOf(openedRow(event)['content']);
    if (text.trim() !== '') return shortTitle(isGreeting(text) && app !== '' ? `${text} (${app})` : text);
  }
  if (app !== '') return shortTitle(app);
  const author = events.map((event) => (isRecord(event) ? textIn(event, 'author') : '')).find((name) => name !== '');
  return author === undefined ? 'events of an agent' : `events of ${shortTitle(author)}`;
}

/** Too short to distinguish sessions by. */
const isGreeting = (text: string): boolean => text.trim().length < 12;

/** `whole`: the recording including the rewound events, if `recording` is one of its branches. */
function toSession(recording: Recording, whole: Recording = recording): ReadSession {
  const report = createImportReport();
  const { events, sources } = logOf(recording, report);
  if (!events.some((event) => 'event' in event && event.event['type'] === 'user_message')) {
    report.note(
      'lost',
      'adk/no-input',
      null,
      () => 'The events hold the agent’s side only: what it was asked is not recorded.',
    );
  }
  if (recording.wereNewestFirst) noteNewestFirst('adk-session', report);
  const { session } = recording;
  const header: AdkHeader = {
    title: titleOf(recording),
    importer: 'adk-session',
    ...(session !== undefined && { session: sessionBefore(session, stateAtStart(session)) }),
  };
  return { session: { system: 'adk', header, events, notes: report.notes() }, sources };

  /** The first releases called the state `context`. */
  function stateAtStart(from: RecordValue): RecordValue {
    const name = Object.hasOwn(from, 'state') ? 'state' : 'context';
    const place = [...recording.place, name];
    if (whole === recording) return startState(from[name], events, place, report);
    // The state was exported after all events of all branches: each of their deltas shows keys that were not there before.
    return startState(from[name], logOf(whole, createImportReport()).events, place, createImportReport());
  }
}

function logOf(recording: Recording, report: ImportReport): ReturnType<AdkLog['finish']> {
  const log = createAdkLog(report);
  recording.events.forEach((event, index) => {
    const place = recording.placeOf(index);
    const failure = serverErrorIn(event);
    if (isRecord(event) && typeof event['author'] === 'string') {
      const open = openedRow(event);
      noteClosedColumns(open, place, report);
      const read = eventOf(open, place, report);
      const isWhole = open === event && rawPartsOf(event['content']).length === partsOf(read).length;
      log.add(read, place, (part) => (isWhole ? [...place, 'content', 'parts', part] : place));
    } else if (failure !== undefined) {
      report.note('info', 'adk/server-error', place, () => {
        return `The server stopped with an error that no event records: “${failure.slice(0, 200)}”.`;
      });
    } else {
      report.note('lost', 'import/event', place, (n) => `${counted(n, 'event')} without an author could not be read.`);
    }
  });
  return log.finish();
}

const apart = new Set(['events', 'session_events', 'state', 'context', 'last_update_time']);

/** The session before its first event. Its events show when it was last changed. */
function sessionBefore(session: RecordValue, state: RecordValue): RecordValue {
  const kept = Object.entries(inSnakeCase(session)).filter(([key]) => !apart.has(key));
  return { ...Object.fromEntries(kept), state };
}

/**
 * Columns of `DatabaseSessionService`'s table of events that hold JSON; a dump of the table has it as text.
 * https://github.com/google/adk-python/blob/main/src/google/adk/sessions/database_session_service.py
 */
const columns = [
  'content',
  'actions',
  'usage_metadata',
  'grounding_metadata',
  'custom_metadata',
  'input_transcription',
  'output_transcription',
];
const longRunning = 'long_running_tool_ids_json';

/** An event with the JSON texts of a table row parsed; returns the same event if there are none. */
function openedRow(event: RecordValue): RecordValue {
  if (!columns.some((name) => typeof event[name] === 'string') && typeof event[longRunning] !== 'string') return event;
  const entries = Object.entries(event).map(([key, value]) => {
    const inner = typeof value === 'string' && [...columns, longRunning].includes(key) ? plainJson(value) : undefined;
    const isOpen = inner !== undefined && (isRecord(inner) || isList(inner));
    return [key === longRunning ? 'long_running_tool_ids' : key, isOpen ? inner : value] as const;
  });
  return Object.fromEntries(entries);
}

/** Early versions store the actions pickled. */
function noteClosedColumns(opened: RecordValue, place: Path, report: ImportReport): void {
  const closed = (name: string) => typeof fieldOf(opened, name) === 'string';
  if (closed('actions')) {
    report.note('lost', 'adk/pickled', [...place, 'actions'], (n) => {
      return `${counted(n, 'event')} whose actions are no JSON (early tables pickle them): what they did to state and artifacts is unknown.`;
    });
  }
  if (closed('content')) {
    report.note('lost', 'adk/content', [...place, 'content'], (n) => {
      return `${counted(n, 'event')} whose content is a text that is no JSON: it could not be read.`;
    });
  }
}
