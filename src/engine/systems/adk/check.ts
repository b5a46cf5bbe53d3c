import { ok, type Result } from '../../../base/result.ts';
import type { Note, Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import { noted, provenSession } from '../proven-session.ts';
import { isRecord } from '../../model/value.ts';
import { AdkEventSchema, type AdkEvent } from './event.ts';
import { AdkHeaderSchema, type AdkHeader } from './header.ts';
import { isPartial, timestampOf } from './session-event.ts';

const form = {
  called: 'langchain_adk session',
  code: 'adk/malformed',
  header: AdkHeaderSchema,
  event: AdkEventSchema,
  isPlain: isPlainEvent,
};

/** Proves that a header and events from outside are of this system, and says what about them is odd. */
export function checkAdk(session: Session): Result<Session<AdkHeader, AdkEvent>, Problem> {
  const proven = provenSession(session, form);
  if (!proven.ok) return proven;
  const { header, events } = proven.value;
  const notes = [...oddities(header), ...branchNotes(header, events), ...timeNotes(events), ...pieceNotes(events)];
  return ok(noted(proven.value, notes));
}

/** What recordings consist of, told without the schema: it would pass these as they stand. */
function isPlainEvent(event: unknown): event is AdkEvent {
  if (!isRecord(event)) return false;
  const { type, event: held, session, now } = event;
  if (type === 'state-set') {
    return typeof event['context'] === 'string' && typeof event['key'] === 'string' && event['value'] !== undefined;
  }
  const isRecorded = type === 'event-appended' || type === 'event-streamed';
  if (!isRecorded || !isRecord(held) || typeof held['type'] !== 'string') return false;
  return (
    (session === undefined ? !('session' in event) : typeof session === 'string') &&
    !('now' in event && typeof now !== 'number')
  );
}

function oddities({ event_sink, context }: AdkHeader): readonly Note[] {
  const notes: Note[] = [];
  if (event_sink === true) {
    notes.push({
      severity: 'info',
      code: 'adk/callback',
      message:
        'The event callback is a function: snapshots show it as “<callable>”; the library’s own export would fail.',
      place: 'event_callback',
    });
  }
  if (context === undefined) {
    notes.push({
      severity: 'info',
      code: 'adk/context-not-recorded',
      message:
        'Only the session was recorded: its state is made of the events’ deltas, and what the context held is unknown.',
      place: 'state',
    });
  }
  return notes;
}

/** Which rule the branches follow; nothing is to be said where nothing has any. */
function branchNotes({ dialect }: AdkHeader, events: readonly AdkEvent[]): readonly Note[] {
  const hasBranch = (event: AdkEvent) => 'event' in event && (event.event['branch'] ?? '') !== '';
  if (dialect === undefined && !events.some(hasBranch)) return [];
  return [
    {
      severity: 'assumed',
      code: 'adk/branch-rule',
      message:
        dialect === 'documented'
          ? 'Branches start with the root agent’s name, as the library’s page has it.'
          : 'Branches start below the root, whose own is empty, as the library’s code has it.',
    },
  ];
}

/** The order of the file counts; times that run backwards are told and not sorted. */
function timeNotes(events: readonly AdkEvent[]): readonly Note[] {
  let latest = Number.NEGATIVE_INFINITY;
  let backwards = 0;
  let first = -1;
  for (let index = 0; index < events.length; index++) {
    const event = events[index];
    const at = event?.type === 'event-appended' ? timestampOf(event.event) : undefined;
    if (at === undefined || at <= 0) continue;
    if (at < latest) {
      backwards += 1;
      if (first === -1) first = index;
    } else latest = at;
  }
  if (backwards === 0) return [];
  return [
    {
      severity: 'info',
      code: 'adk/time-backwards',
      message: `The times of ${backwards} of the events lie before the one of an event above them; the order of the file is kept.`,
      place: `events[${first}]`,
    },
  ];
}

function pieceNotes(events: readonly AdkEvent[]): readonly Note[] {
  const pieces = events.filter((event) => 'event' in event && event.type !== 'event-pushed' && isPartial(event.event));
  if (pieces.length === 0) return [];
  return [
    {
      severity: 'info',
      code: 'adk/pieces',
      message: `${pieces.length} of the events are pieces of an answer that was still being written; they are no turns, and no session has them.`,
    },
  ];
}
