import type { Machine } from '../machine.ts';
import { apply } from './apply.ts';
import { decide } from './decide.ts';
import type { A2aEvent } from './event.ts';
import { startedWith } from './opening.ts';
import { operationSpecs } from './operations/specs.ts';
import { fromSnapshot } from './snapshot/from-snapshot.ts';
import { toSnapshot } from './snapshot/to-snapshot.ts';
import type { A2aState } from './state.ts';

/** A server with tasks and the workers' contexts of their turns. */
export const a2aMachine: Machine<A2aState, A2aEvent> = {
  operations: operationSpecs,
  start: startedWith,
  decide,
  apply,
  toSnapshot,
  fromSnapshot,
};
