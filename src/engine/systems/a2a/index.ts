import type { System } from '../system.ts';
import { checkA2a } from './check.ts';
import type { A2aEvent } from './event.ts';
import type { A2aHeader } from './header.ts';
import { historyOf } from './history.ts';
import { stateAt } from './state-at.ts';

/** a2akit's TaskContext: the worker's side of an A2A task. */
export const a2a: System<A2aHeader, A2aEvent> = {
  id: 'a2a',
  title: 'A2A TaskContext',
  root: 'ctx',
  check: checkA2a,
  decisions: () => ({}),
  history: historyOf,
  stateAt,
};
