import { nothingRecorded } from '../../model/snapshot-moment.ts';
import type { System } from '../system.ts';
import { checkAdk } from './check.ts';
import type { AdkEvent } from './event.ts';
import type { AdkHeader } from './header.ts';
import { growing, historyOf } from './history.ts';
import { adkStartKeys, adkMachine, openingOf } from './machine.ts';
import { sharingAt } from './sharing/sharing.ts';
import { stateAt } from './state-at.ts';
import { ContextView } from './views.ts';

/** The Context of langchain_adk, with its session. */
export const adk: System<AdkHeader, AdkEvent> = {
  id: 'adk',
  title: 'langchain_adk Context',
  root: 'adk',
  known: adkStartKeys,
  check: checkAdk,
  history: historyOf,
  // A session contains all events of its run; without a session, recordings are incomplete.
  unrecorded: ({ header }) => (header.importer === undefined || header.session !== undefined ? [] : nothingRecorded),
  stateAt,
  views: { sharing: sharingAt },
  machine: adkMachine,
  opening: openingOf,
  objectIn: (returns) => (returns instanceof ContextView ? returns.id : undefined),
  growing,
  looksAhead: true,
};
