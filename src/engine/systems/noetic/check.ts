import * as v from 'valibot';
import { ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import { isRecord } from '../../model/value.ts';
import { noted, provenSession } from '../proven-session.ts';
import type { NoeticEvent } from './event.ts';
import { NoeticEventSchema } from './event-schema.ts';
import { NoeticHeaderSchema, type NoeticHeader } from './header.ts';
import { logNotes } from './log-notes.ts';

const form = {
  called: 'Noetic session',
  code: 'noetic/malformed',
  header: NoeticHeaderSchema,
  event: NoeticEventSchema,
  isPlain: isPlainEvent,
};

/** Proves that a header and events from outside are a run of Noetic, and says what about them is odd. */
export function checkNoetic(session: Session): Result<Session<NoeticHeader, NoeticEvent>, Problem> {
  const proven = provenSession(session, form);
  return proven.ok ? ok(noted(proven.value, logNotes(proven.value.header, proven.value.events))) : proven;
}

/** The schema changes nothing of what it passes. */
function isPlainEvent(event: unknown): event is NoeticEvent {
  return isPlainItem(event) || v.is(NoeticEventSchema, event);
}

/** Most events by far, and too many for a schema to look at one by one. */
function isPlainItem(event: unknown): boolean {
  if (!isRecord(event) || event['type'] !== 'item-appended' || event['item'] === undefined) return false;
  for (const key in event) {
    if ((key === 'node' || key === 'at') && typeof event[key] !== 'string') return false;
  }
  return true;
}
