import { ok, type Result } from '../../../base/result.ts';
import type { System } from '../system.ts';
import type { NoeticEvent } from './event.ts';
import { noeticStartKeys, type NoeticHeader, NoeticHeaderSchema } from './header.ts';
import { growing, historyOf } from './history.ts';
import { stateAt } from './timeline.ts';
import { noeticMachine } from './machine.ts';
import { loggedItems } from './views/logged-items.ts';
import { shownChannels } from './views/shown-channels.ts';
import { shownLayers } from './views/shown-layers.ts';
import type { Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import { withNotes, checkedSession } from '../checked-session.ts';
import { NoeticEventSchema } from './event.ts';
import { logNotes } from './log-notes.ts';

const form = {
  name: 'Noetic session',
  code: 'noetic/malformed',
  header: NoeticHeaderSchema,
  event: NoeticEventSchema,
};

/** Validates header and events from outside as a Noetic session, and adds notes on irregularities. */
export function checkNoetic(session: Session): Result<Session<NoeticHeader, NoeticEvent>, Problem> {
  const proven = checkedSession(session, form);
  return proven.ok ? ok(withNotes(proven.value, logNotes(proven.value.header, proven.value.events))) : proven;
}

/** Operations that return the name of a new context or handle. */
const creatingOperations: ReadonlySet<string> = new Set(['spawn', 'parallel', 'nest', 'open_handle']);

/** The Context and the item log of Noetic. */
export const noetic: System<NoeticHeader, NoeticEvent> = {
  id: 'noetic',
  title: 'Noetic Context',
  root: 'ctx',
  known: noeticStartKeys,
  check: checkNoetic,
  history: historyOf,
  unrecorded: ({ header }) => (header.recorded === 'fields' ? ['input', 'output', 'capabilities', '_history'] : []),
  stateAt,
  growing,
  views: { itemLog: loggedItems, channels: shownChannels, layers: shownLayers },
  machine: noeticMachine,
  opening({ snapshot, ...given }) {
    const start = snapshot === undefined ? noeticMachine.start(given) : noeticMachine.fromSnapshot(snapshot);
    return start.ok ? ok({ header: start.value.header, events: [] }) : start;
  },
  objectIn: (returns, op) => (creatingOperations.has(op) && typeof returns === 'string' ? returns : undefined),
};
