import { ok, type Result } from '../../../base/result.ts';
import type { Note, Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import { withNotes, checkedSession } from '../checked-session.ts';
import { AdkEventSchema, type AdkEvent } from './event.ts';
import { AdkHeaderSchema, type AdkHeader } from './header.ts';
import { isPartial, timestampOf } from './session-event.ts';

const form = {
  name: 'langchain_adk session',
  code: 'adk/malformed',
  header: AdkHeaderSchema,
  event: AdkEventSchema,
};

/** Validates header and events from outside as an ADK session, and adds notes about unusual content. */
export function checkAdk(session: Session): Result<Session<AdkHeader, AdkEvent>, Problem> {
  const proven = checkedSession(session, form);
  if (!proven.ok) return proven;
  const { header, events } = proven.value;
  const notes = [...oddities(header), ...branchNotes(header, events), ...timeNotes(events), ...pieceNotes(events)];
  return ok(withNotes(proven.value, notes));
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
        'Only the session was recorded: its state is computed from the events’ deltas, and the context’s own state is unknown.',
      place: 'state',
    });
  }
  return notes;
}

/** A note on the rule that the branches follow; no note where no event has a branch. */
function branchNotes({ dialect }: AdkHeader, events: readonly AdkEvent[]): readonly Note[] {
  const hasBranch = (event: AdkEvent) => 'event' in event && (event.event['branch'] ?? '') !== '';
  if (dialect === undefined && !events.some(hasBranch)) return [];
  return [
    {
      severity: 'assumed',
      code: 'adk/branch-rule',
      message:
        dialect === 'documented'
          ? 'Branches start with the root agent’s name, as the library’s documentation says.'
          : 'Branches start below the root agent, whose own branch is empty, as in the library’s code.',
    },
  ];
}

/** A note on timestamps that run backwards. The order of the file is kept. */
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
      message: `Events with a time earlier than that of an event before them: ${backwards}. The order of the file is kept.`,
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
      message: `Partial answers, sent during generation: ${pieces.length}. They make no turns, and no session keeps them.`,
    },
  ];
}
