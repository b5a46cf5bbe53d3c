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

/** In either spelling. */
export const readState = (text: string): TaskState | undefined => states.get(text) ?? otherWords.get(text);

export const writtenState = (state: TaskState, version: Protocol): string =>
  version === '0.3' ? state : longState(state);

export const writtenRole = (role: 'user' | 'agent', version: Protocol): string =>
  version === '0.3' ? role : `ROLE_${role.toUpperCase()}`;

export function readRole(text: string): 'user' | 'agent' | undefined {
  const short = text.replace(/^ROLE_/, '').toLowerCase();
  return short === 'user' || short === 'agent' ? short : undefined;
}

/** Python's `isoformat` and protobuf's JSON write UTC differently. */
export const writtenTime = (at: string, style: 'offset' | 'zulu'): string =>
  style === 'offset' ? at.replace(/[Zz]$/, '+00:00') : at.replace(/\+00:?00$/, 'Z');
