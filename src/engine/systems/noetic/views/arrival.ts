import type { TurnIndex } from '../../../model/history.ts';
import type { ContextState } from '../context-state.ts';
import { rootNode, type NoeticState } from '../state.ts';
import { eventsUpTo, turnOf } from '../timeline.ts';
import { countBelow, gathering, listUnder } from './gathering.ts';
import { standing, type NoeticMoment } from './noetic-moment.ts';

/** How an item came into a log. `inherited`: it was in the log that this one branched off, since that turn. */
export interface Arrival {
  readonly how: 'appended' | 'given' | 'inherited';
  /** -1: before the first turn. */
  readonly turn: TurnIndex;
}

/** By node: the events that appended to its log, and the one that made it. */
interface Arrivals {
  readonly appended: Map<string, number[]>;
  readonly made: Map<string, number>;
}

const arrivals = gathering<Arrivals>(
  () => ({ appended: new Map(), made: new Map() }),
  ({ appended, made }, event, index) => {
    if (event.type === 'item-appended') listUnder(appended, event.node ?? rootNode).push(index);
    else if (event.type === 'context-created' || event.type === 'context-restored') {
      if (!made.has(event.node)) made.set(event.node, index);
    }
  },
);

/** How the items of one context's log came there. */
export interface ArrivalsIn {
  /** By their place in the log. */
  came(place: number): Arrival;
  /** The place of the first that the turn itself appended; the log's length where it appended none. */
  readonly fresh: number;
}

export function arrivalsIn(at: NoeticMoment, node: string): ArrivalsIn {
  const { state, count } = standing(at);
  const { appended, made } = arrivals(at);
  const turnAt = (event: number | undefined) => (event === undefined ? -1 : turnOf(at.session, at.history, event));
  const owners = new Map<object, ContextState>();

  const came = (place: number): Arrival => {
    let how: Arrival['how'] = 'appended';
    let context = state.contexts.get(node);
    while (context !== undefined) {
      const { log } = context;
      const owner: ContextState | undefined =
        log.inherited !== null && place < log.inherited.length
          ? ownerOf(state, owners, log.inherited.column)
          : undefined;
      if (owner === undefined) {
        const events = appended.get(context.node) ?? [];
        // What stood in the log when it was made is not among the events.
        const given = log.length - countBelow(events, count);
        if (place >= given) return { how, turn: turnAt(events[place - given]) };
        return { how: how === 'appended' ? 'given' : how, turn: turnAt(made.get(context.node)) };
      }
      how = 'inherited';
      context = owner;
    }
    return { how, turn: -1 };
  };
  const own = appended.get(node) ?? [];
  const before = at.turn < 0 ? 0 : eventsUpTo(at.session, at.history, at.turn - 1);
  const byTurn = countBelow(own, count) - countBelow(own, before);
  return { came, fresh: (state.contexts.get(node)?.log.length ?? 0) - byTurn };
}

/** The context whose log this is a version of. */
function ownerOf(state: NoeticState, owners: Map<object, ContextState>, column: object): ContextState | undefined {
  if (owners.size === 0) for (const [, context] of state.contexts) owners.set(context.log.column, context);
  return owners.get(column);
}
