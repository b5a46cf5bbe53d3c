import { ok } from '../../../base/result.ts';
import type { System } from '../system.ts';
import { checkNoetic } from './check.ts';
import type { NoeticEvent } from './event.ts';
import { noeticGiven, type NoeticHeader } from './header.ts';
import { growing, historyOf } from './history.ts';
import { stateAt } from './timeline.ts';
import { noeticMachine } from './machine.ts';
import { loggedItems } from './views/logged-items.ts';
import { shownChannels } from './views/shown-channels.ts';
import { shownLayers } from './views/shown-layers.ts';

/** They return the name of a context, or of a handle. */
const makers: ReadonlySet<string> = new Set(['spawn', 'parallel', 'nest', 'open_handle']);

const tellsTokens = (event: NoeticEvent): boolean =>
  event.type === 'usage-accounted' || (event.type === 'context-recorded' && Object.hasOwn(event.fields, 'tokens'));

/** Noetic's Context and item log. */
export const noetic: System<NoeticHeader, NoeticEvent> = {
  id: 'noetic',
  title: 'Noetic Context',
  root: 'ctx',
  known: noeticGiven,
  check: checkNoetic,
  history: historyOf,
  unrecorded({ header, events }) {
    const tokens = events.some(tellsTokens) ? [] : (['tokens'] as const);
    if (header.recorded === 'items') return tokens;
    return header.recorded === 'fields' ? ['input', 'output', 'capabilities', '_history', ...tokens] : [];
  },
  stateAt,
  growing,
  views: { itemLog: loggedItems, channels: shownChannels, layers: shownLayers },
  machine: noeticMachine,
  opening({ snapshot, ...given }) {
    const start = snapshot === undefined ? noeticMachine.start(given) : noeticMachine.fromSnapshot(snapshot);
    return start.ok ? ok({ header: start.value.header, events: [] }) : start;
  },
  objectIn: (returns, op) => (makers.has(op) && typeof returns === 'string' ? returns : undefined),
};
