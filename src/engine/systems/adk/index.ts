import type { System } from '../system.ts';
import { checkAdk } from './check.ts';
import type { AdkEvent } from './event.ts';
import type { AdkHeader } from './header.ts';
import { historyOf } from './history.ts';
import { stateAt } from './state-at.ts';

/** Context of langchain_adk, with the session that it is bound to. */
export const adk: System<AdkHeader, AdkEvent> = {
  id: 'adk',
  title: 'langchain_adk Context',
  root: 'adk',
  check: checkAdk,
  decisions: () => ({}),
  history: historyOf,
  stateAt,
};
