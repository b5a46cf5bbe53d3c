import { ok } from '../../../../base/result.ts';
import type { Machine } from '../../machine.ts';
import type { TaskEvent } from '../event.ts';
import { answersTo } from './answers.ts';
import { decide } from './decide.ts';
import { openingFromSnapshot, openingOf, startOf } from './opening.ts';
import { happened, type RunState } from './run-state.ts';
import { snapshotOf } from './snapshot.ts';
import { operationSpecs } from './specs.ts';

/** A task with its past, its agent’s manifest, the tasks that it delegates to, and their mounts. */
export const taskMachine: Machine<RunState, TaskEvent> = {
  operations: operationSpecs,
  start(given) {
    const opening = openingOf(given);
    return opening.ok ? ok(startOf(opening.value)) : opening;
  },
  decide,
  apply: happened,
  answers: answersTo,
  toSnapshot: snapshotOf,
  fromSnapshot(value) {
    const opening = openingFromSnapshot(value);
    return opening.ok ? ok(startOf(opening.value)) : opening;
  },
};
