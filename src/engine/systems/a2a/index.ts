import { ok } from '../../../base/result.ts';
import type { System } from '../system.ts';
import { checkA2a } from './check.ts';
import type { A2aEvent } from './event.ts';
import type { A2aHeader } from './header.ts';
import { growing, historyOf } from './history.ts';
import { stateAt } from './state-at.ts';
import { isRecord } from '../../model/value.ts';
import { a2aGiven, openingOf, startedWith } from './opening.ts';
import { transientParameters, operationSpecs } from './operations/specs.ts';
import { sessionOfTasks, fromSnapshot } from './snapshot/from-snapshot.ts';
import { artifacts } from './views/artifacts.ts';
import { lifecycle } from './views/lifecycle.ts';
import type { Machine } from '../machine.ts';
import { apply } from './apply.ts';
import { decide } from './decide.ts';
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

/** Results in a run are values, so a text is not parsed as JSON. */
const givenAsValues = { textResults: 'text' } as const;

/** a2akit's TaskContext: the worker's side of an A2A task. */
export const a2a: System<A2aHeader, A2aEvent> = {
  id: 'a2a',
  title: 'A2A TaskContext',
  root: 'ctx',
  known: a2aGiven,
  check: checkA2a,
  history: historyOf,
  stateAt,
  machine: a2aMachine,
  opening({ snapshot, ...given }) {
    if (snapshot !== undefined) {
      const read = sessionOfTasks(snapshot);
      return read.ok ? ok(read.value.session) : read;
    }
    const opening = openingOf(given);
    return opening.ok
      ? ok({
          header: { title: 'A run', decisions: givenAsValues, ...opening.value.header },
          events: opening.value.events,
        })
      : opening;
  },
  objectIn(returns) {
    const id = isRecord(returns) ? returns['ctx'] : undefined;
    return typeof id === 'string' ? id : undefined;
  },
  growing,
  views: { lifecycle, artifacts },
  transient: transientParameters,
};
