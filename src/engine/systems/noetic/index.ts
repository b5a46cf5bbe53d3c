import { ok } from '../../../base/result.ts';
import type { System } from '../system.ts';
import { checkNoetic } from './check.ts';
import type { NoeticEvent } from './event.ts';
import type { NoeticHeader } from './header.ts';
import { historyOf } from './history.ts';
import { stateAt } from './timeline.ts';
import { noeticMachine } from './machine.ts';

/** Noetic's Context and item log. */
export const noetic: System<NoeticHeader, NoeticEvent> = {
  id: 'noetic',
  title: 'Noetic Context',
  root: 'ctx',
  check: checkNoetic,
  decisions: () => ({}),
  history: historyOf,
  stateAt,
  machine: noeticMachine,
  opening({ snapshot, ...given }) {
    const start = snapshot === undefined ? noeticMachine.start(given) : noeticMachine.fromSnapshot(snapshot);
    return start.ok ? ok({ header: start.value.header, events: [] }) : start;
  },
};
