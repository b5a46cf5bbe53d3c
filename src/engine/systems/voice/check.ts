import { ok, type Result } from '../../../base/result.ts';
import type { Note, Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import { newNotes, checkedSession } from '../checked-session.ts';
import { CallEventSchema, type CallEvent } from './event.ts';
import { CallHeaderSchema, startOf } from './header.ts';
import { walkCall, type CallSession } from './trail.ts';

const form = {
  name: 'voice call',
  code: 'voice/malformed',
  header: CallHeaderSchema,
  event: CallEventSchema,
};

/** Validates header and events from outside as a voice call, and adds notes on irregularities. */
export function checkCall(session: Session): Result<CallSession, Problem> {
  const notes = [...session.notes];
  const proven = checkedSession({ ...session, notes }, form);
  if (!proven.ok) return proven;
  const checked = proven.value;
  // The states cached by `oddities` belong to this session object, so the notes are added to it afterwards.
  notes.push(...newNotes([...startOf(checked.header).notes, ...oddities(checked)], checked));
  return ok(checked);
}

/** Replays the call once, which also caches its states for later requests. */
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
    ...firstOf(lost, 'lost', 'voice/not-applied', 'is a write that the context refuses: it is not applied'),
    ...firstOf(params, 'info', 'voice/params-written', 'writes to params, which the next tool call throws away'),
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

/** One note per kind: the first event and their number. */
function firstOf(indices: readonly number[], severity: Note['severity'], code: string, words: string): readonly Note[] {
  const [first] = indices;
  if (first === undefined) return [];
  const more = indices.length === 1 ? '' : ` (${indices.length} such events)`;
  return [{ severity, code, message: `Event ${first} ${words}${more}.`, place: `events[${first}]` }];
}
