import * as v from 'valibot';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Note, Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import { provenEvents, type Issues } from '../proven-events.ts';
import { CallEventSchema, type CallEvent } from './event.ts';
import { CallHeaderSchema, startOf } from './header.ts';
import { isPlainEvent } from './plain-event.ts';
import { walkCall, type CallSession } from './trail.ts';

/** Proves that a header and events from outside are a voice call's, and says what about them is odd. */
export function checkCall(session: Session): Result<CallSession, Problem> {
  const header = v.safeParse(CallHeaderSchema, session.header);
  if (!header.success) return err(malformed('its header', header.issues));
  const events = provenEvents(session.events, isPlainEvent, CallEventSchema, malformed);
  if (!events.ok) return events;
  const notes = [...session.notes];
  const checked: CallSession = { ...session, header: header.output, events: events.value, notes };
  const known = new Set(notes.map(noteKey));
  const found = [...startOf(header.output).notes, ...oddities(checked)];
  notes.push(...found.filter((note) => !known.has(noteKey(note))));
  return ok(checked);
}

function malformed(where: string, issues: Issues): Problem {
  const [{ message }] = issues;
  const path = v.getDotPath(issues[0]);
  const field = path === null ? '' : ` at “${path}”`;
  return {
    code: 'voice/malformed',
    message: `This is no voice call that can be read: ${where} is wrong${field} (${message}).`,
  };
}

const noteKey = ({ code, message }: Note) => `${code} ${message}`;

/** Goes over the call once, which also makes its states ready to be asked for. */
function oddities(session: CallSession): readonly Note[] {
  const lost: number[] = [];
  const params: number[] = [];
  const missed = new Map<string, number>();
  walkCall(session, (event, index, before, after) => {
    if (event.type === 'placeholder-missed' && !missed.has(event.path)) missed.set(event.path, index);
    if (!isWrite(event)) return;
    if (before.trace === after.trace) lost.push(index);
    else if ('path' in event && toParams.test(event.path)) params.push(index);
  });
  return [
    ...noted(lost, 'lost', 'voice/not-applied', 'is a write that the context refuses: it is not applied'),
    ...noted(params, 'info', 'voice/params-written', 'writes to params, which the next tool call throws away'),
    ...Array.from(missed, ([path, index]): Note => ({
      severity: 'info',
      code: 'voice/unresolved',
      message: `The placeholder {{${path}}} had neither value nor default: it stayed in the text.`,
      place: `events[${index}]`,
    })),
  ];
}

const toParams = /^params(?:[.[]|$)/;

const isWrite = ({ type }: CallEvent): boolean =>
  type === 'value-set' ||
  type === 'value-appended' ||
  type === 'value-deleted' ||
  type === 'flag-changed' ||
  type === 'agent-state-set';

/** Of a kind, the first, with how many there are. */
function noted(indices: readonly number[], severity: Note['severity'], code: string, words: string): readonly Note[] {
  const [first] = indices;
  if (first === undefined) return [];
  const more = indices.length === 1 ? '' : ` (${indices.length} such events)`;
  return [{ severity, code, message: `Event ${first} ${words}${more}.`, place: `events[${first}]` }];
}
