import { ok } from '../../../base/result.ts';
import { malformed, type Read, type SessionEntry, type ReadSession } from '../../importing/importer.ts';
import { recordingsIn, type Recording, serverErrorIn } from './format.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { AdkEvent } from '../../systems/adk/event.ts';
import type { AdkHeader } from '../../systems/adk/header.ts';
import { partsOf } from '../../systems/adk/session-event.ts';
import { AdkLog } from '../../importing/adk/adk-log.ts';
import { startState } from '../../importing/adk/adk-start.ts';
import { inSnakeCase, rawPartsOf, textIn, wordsOf } from '../../importing/messages/gemini-content.ts';
import { noteNewestFirst } from '../../importing/transcript/newest-first.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { eventOf } from './event.ts';
import { plainJson } from '../../readers/json-text/read.ts';
import type { Path } from '../../model/path.ts';
import { fieldAt, textAt, recordAt } from '../../importing/values/where.ts';
import type { Placed } from '../../importing/values/elements.ts';

export const read: Read = ({ value }) => {
  const recordings = recordingsIn(value);
  if (recordings === undefined) {
    return malformed(
      'This looks like an ADK session, but it has no list of events. Export it again with its `events`.',
    );
  }
  return ok({ sessions: recordings.flatMap(sessionsOf) });
};

/** One for each branch of the session: rewound events are on another branch than the events that went on. */
function sessionsOf(recording: Recording): readonly SessionEntry[] {
  const branches = branchesOf(recording);
  return branches.map((branch, index) => {
    const which = branches.length === 1 ? '' : ` (branch ${branches.length - index} of ${branches.length})`;
    return { title: `${titleOf(branch)}${which}`, system: 'adk', open: () => ok(toSession(branch, recording)) };
  });
}

function titleOf({ session, events }: Recording): string {
  const app = session === undefined ? '' : textIn(session, 'app_name') || textIn(session, 'id');
  const inputs = events.slice(0, 20).filter(({ value }) => fieldAt(value, 'author') === 'user');
  const words = inputs.map(({ value }) => wordsOf(isRecord(value) ? openedRow(value)['content'] : undefined));
  const text = words.find((one) => one.trim() !== '');
  if (text !== undefined) return shortTitle(isGreeting(text) && app !== '' ? `${text} (${app})` : text);
  if (app !== '') return shortTitle(app);
  const author = events.map(({ value }) => textAt(value, 'author') ?? '').find((name) => name !== '');
  return author === undefined ? 'events of an agent' : `events of ${shortTitle(author)}`;
}

/** Too short to distinguish sessions by. */
const isGreeting = (text: string): boolean => text.trim().length < 12;

/** `whole`: the recording including the rewound events, if `recording` is one of its branches. */
function toSession(recording: Recording, whole: Recording): ReadSession {
  const report = createImportReport();
  const { events, sources } = logOf(recording, report);
  if (!events.some((event) => 'event' in event && event.event['type'] === 'user_message')) {
    const message = 'The events contain only the agent’s side: its input is not recorded.';
    report.note('lost', 'adk/no-input', null, () => message);
  }
  if (recording.wereNewestFirst) noteNewestFirst('adk-session', report);
  const { session } = recording;
  // The state was exported after all events of all branches: each of their deltas shows keys that were not there before.
  const isWhole = whole === recording;
  const stateReport = isWhole ? report : createImportReport();
  const header: AdkHeader = {
    title: titleOf(recording),
    importer: 'adk-session',
    ...(session !== undefined && {
      session: sessionBefore(recording, session, isWhole ? events : logOf(whole, stateReport).events, stateReport),
    }),
  };
  return { session: { system: 'adk', header, events, notes: report.notes() }, sources };
}

function logOf({ events }: Recording, report: ImportReport): ReturnType<AdkLog['finish']> {
  const log = new AdkLog(report);
  for (const { value, place } of events) {
    const failure = serverErrorIn(value);
    if (isRecord(value) && typeof value['author'] === 'string') addEvent(value, place, log, report);
    else if (failure === undefined) {
      report.note('lost', 'import/event', place, '{# event} without an author could not be read.');
    } else {
      report.note('info', 'adk/server-error', place, () => {
        return `The server stopped with an error that no event records: “${failure.slice(0, 200)}”.`;
      });
    }
  }
  return log.finish();
}

function addEvent(written: RecordValue, place: Path, log: AdkLog, report: ImportReport): void {
  const event = openedRow(written);
  noteClosedColumns(event, place, report);
  const read = eventOf(event, place, report);
  const isWhole = event === written && rawPartsOf(written['content']).length === partsOf(read).length;
  log.add(read, place, (part) => (isWhole ? [...place, 'content', 'parts', part] : place));
}

const apart = new Set(['events', 'session_events', 'state', 'context', 'last_update_time']);

/** The session before its first event. Its events show when it was last changed. */
function sessionBefore(
  { place }: Recording,
  session: RecordValue,
  events: readonly AdkEvent[],
  report: ImportReport,
): RecordValue {
  const kept = Object.entries(inSnakeCase(session)).filter(([key]) => !apart.has(key));
  // The first releases called the state `context`.
  const name = Object.hasOwn(session, 'state') ? 'state' : 'context';
  return { ...Object.fromEntries(kept), state: startState(session[name], events, [...place, name], report) };
}

/**
 * Columns of `DatabaseSessionService`'s table of events that hold JSON; a dump of the table has it as text.
 * https://github.com/google/adk-python/blob/main/src/google/adk/sessions/database_session_service.py
 */
const columns = [
  ...'content actions usage_metadata grounding_metadata custom_metadata'.split(' '),
  ...'input_transcription output_transcription long_running_tool_ids_json'.split(' '),
];

/** An event with the JSON texts of a table row parsed; returns the same event if there are none. */
function openedRow(event: RecordValue): RecordValue {
  if (!columns.some((name) => typeof event[name] === 'string')) return event;
  const entries = Object.entries(event).map(([key, value]) => {
    const inner = typeof value === 'string' && columns.includes(key) ? plainJson(value) : undefined;
    const isOpen = inner !== undefined && (isRecord(inner) || isList(inner));
    return [key.replace(/^(long_running_tool_ids)_json$/, '$1'), isOpen ? inner : value] as const;
  });
  return Object.fromEntries(entries);
}

/** Early versions store the actions pickled. */
function noteClosedColumns(event: RecordValue, place: Path, report: ImportReport): void {
  if (textAt(event, 'actions') !== undefined) {
    report.note('lost', 'adk/pickled', [...place, 'actions'], (n) => {
      return `${counted(n, 'event')} whose actions are not JSON (early tables pickle them): their effect on state and artifacts is unknown.`;
    });
  }
  if (textAt(event, 'content') !== undefined) {
    report.note('lost', 'adk/content', [...place, 'content'], (n) => {
      return `${counted(n, 'event')} whose content is not JSON: it could not be read.`;
    });
  }
}

/**
 * The branches of a session. Google's kit keeps rewound events in the log, but does not show them to the model. An event
 * with `rewind_before_invocation_id` removes all events since the first event of that invocation, and its own delta
 * restores the session's state and artifacts. https://google.github.io/adk-docs/sessions/session/rewind/
 *
 * The first branch is the one that went on, without the rewound events; the others end at their rewind, the last one first.
 */
function branchesOf(recording: Recording): readonly Recording[] {
  const { events } = recording;
  const rewinds = events.flatMap(({ value }, index) => (targetOf(value) === '' ? [] : [index]));
  if (rewinds.length === 0) return [recording];
  return [events.length, ...rewinds.toReversed()].map((end) => ({
    ...recording,
    events: keptOf(events.slice(0, end)),
  }));
}

const targetOf = (event: Value): string => textAt(event, 'actions.rewind_before_invocation_id') ?? '';

/** Reads from the end to the start, as the kit does, so that a rewind may undo another rewind. */
function keptOf(events: readonly Placed[]): readonly Placed[] {
  const kept: Placed[] = [];
  let rewoundFrom = events.length;
  for (const [index, event] of [...events.entries()].toReversed()) {
    if (index >= rewoundFrom) {
      const value = lastingPart(event.value);
      if (value !== undefined) kept.push({ value, place: event.place });
      continue;
    }
    kept.push(event);
    const target = targetOf(event.value);
    const first = target === '' ? -1 : events.findIndex(({ value }) => textAt(value, 'invocation_id') === target);
    if (first >= 0 && first < index) rewoundFrom = first;
  }
  return kept.toReversed();
}

/** Keys that a rewind does not change: `app:` and `user:` keys do not belong to one session only. */
function lastingPart(event: Value): RecordValue | undefined {
  const delta = Object.entries(recordAt(event, 'actions.state_delta') ?? {});
  const lasting = delta.filter(([key]) => key.startsWith('app:') || key.startsWith('user:'));
  if (!isRecord(event) || lasting.length === 0) return undefined;
  const { content: _content, ...bare } = event;
  return { ...bare, actions: { state_delta: Object.fromEntries(lasting) } };
}
