import type { Value } from '../../../model/value.ts';
import type { Protocol } from '../header.ts';
import { taskStates, type TaskState } from '../task-state.ts';

const prefix = 'TASK_STATE_';

export const longState = (state: TaskState): string => prefix + state.toUpperCase().replaceAll('-', '_');

const states: ReadonlyMap<string, TaskState> = new Map(
  taskStates.flatMap((state) => [
    [state, state],
    [longState(state), state],
  ]),
);

/** Words of other versions: 0.3 has `unknown`, which 1.0 reads as submitted, and drafts of 1.0 wrote British English. */
const otherWords: ReadonlyMap<string, TaskState> = new Map([
  ['unknown', 'submitted'],
  [`${prefix}UNSPECIFIED`, 'submitted'],
  ['cancelled', 'canceled'],
  [`${prefix}CANCELLED`, 'canceled'],
]);

/**
 * Version 1.0 is defined in protobuf, and its libraries hold numbers for what JSON spells out; by their number.
 * https://github.com/a2aproject/A2A/blob/main/specification/a2a.proto
 */
const numberedStates: readonly TaskState[] = [
  // Unspecified, as above.
  'submitted',
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'input-required',
  'rejected',
  'auth-required',
];
const numberedRoles = [undefined, 'user', 'agent'] as const;

/** Some servers write the names of their own constants: `INPUT_REQUIRED`, `input_required`. */
const plain = (word: string): string => word.toLowerCase().replaceAll('_', '-');

/** Reads a state in any spelling; undefined for other texts. */
export function readState(written: Value | undefined): TaskState | undefined {
  if (typeof written === 'number') return numberedStates[written];
  if (typeof written !== 'string') return undefined;
  return states.get(written) ?? otherWords.get(written) ?? states.get(plain(written)) ?? otherWords.get(plain(written));
}

/** Whether a state or a role has the spelling of version 1.0 only: in capitals, or as a number. */
export const isNewSpelling = (written: Value | undefined): boolean =>
  typeof written === 'string' ? /^(?:TASK_STATE|ROLE)_/.test(written) : typeof written === 'number';

export const writtenState = (state: TaskState, version: Protocol): string =>
  version === '0.3' ? state : longState(state);

export const writtenRole = (role: 'user' | 'agent', version: Protocol): string =>
  version === '0.3' ? role : `ROLE_${role.toUpperCase()}`;

export function readRole(written: Value | undefined): 'user' | 'agent' | undefined {
  if (typeof written === 'number') return numberedRoles[written];
  if (typeof written !== 'string') return undefined;
  const short = written.replace(/^ROLE_/, '').toLowerCase();
  return short === 'user' || short === 'agent' ? short : undefined;
}

/** Python's `isoformat` and protobuf's JSON write UTC differently. */
export const writtenTime = (at: string, style: 'offset' | 'zulu'): string =>
  style === 'offset' ? at.replace(/[Zz]$/, '+00:00') : at.replace(/\+00:?00$/, 'Z');
