import type { TurnIndex } from '../../../model/history.ts';
import type { ContextState } from '../context-state.ts';
import { rootNode, type NoeticState } from '../state.ts';
import { eventsUpTo, turnOf } from '../timeline.ts';
import { countBelow, collectFromEvents, listUnder } from './collect-from-events.ts';
import { stateAtMoment, type NoeticMoment } from './noetic-moment.ts';

/**
 * How an item entered a log. `inherited`: it was already in the parent's log when this log branched off, at that turn.
 */
export interface Arrival {
  readonly how: 'appended' | 'given' | 'inherited';
  /** -1 means before the first turn. */
  readonly turn: TurnIndex;
}

/** By node: the events that appended to its log, and the event that created it. */
interface Arrivals {
  readonly appended: Map<string, number[]>;
  readonly createdBy: Map<string, number>;
}

const arrivals = collectFromEvents<Arrivals>(
  () => ({ appended: new Map(), createdBy: new Map() }),
  ({ appended, createdBy }, event, index) => {
    if (event.type === 'item-appended') listUnder(appended, event.node ?? rootNode).push(index);
    else if (event.type === 'context-created' || event.type === 'context-restored') {
      if (!createdBy.has(event.node)) createdBy.set(event.node, index);
    }
  },
);

/** How the items of one context's log entered it. */
export interface ArrivalsIn {
  /** By place in the log. */
  arrivalOf(place: number): Arrival;
  /** The place of the first item that the turn appended; the log's length if it appended none. */
  readonly firstNew: number;
}

export function arrivalsIn(at: NoeticMoment, node: string): ArrivalsIn {
  const { state, count } = stateAtMoment(at);
  const { appended, createdBy } = arrivals(at);
  const turnAt = (event: number | undefined) => (event === undefined ? -1 : turnOf(at.session, at.history, event));
  const owners = new Map<object, ContextState>();

  const arrivalOf = (place: number): Arrival => {
    let how: Arrival['how'] = 'appended';
    let context = state.contexts.get(node);
    while (context !== undefined) {
      const { log } = context;
      const owner: ContextState | undefined =
        log.inherited !== null && place < log.inherited.length
          ? ownerOf(state, owners, log.inherited.own.column)
          : undefined;
      if (owner === undefined) {
        const events = appended.get(context.node) ?? [];
        // Items that the log contained at its creation have no event.
        const initialCount = log.length - countBelow(events, count);
        if (place >= initialCount) return { how, turn: turnAt(events[place - initialCount]) };
        return { how: how === 'appended' ? 'given' : how, turn: turnAt(createdBy.get(context.node)) };
      }
      how = 'inherited';
      context = owner;
    }
    return { how, turn: -1 };
  };
  const own = appended.get(node) ?? [];
  const before = at.turn < 0 ? 0 : eventsUpTo(at.session, at.history, at.turn - 1);
  const byTurn = countBelow(own, count) - countBelow(own, before);
  return { arrivalOf, firstNew: (state.contexts.get(node)?.log.length ?? 0) - byTurn };
}

/** The context that owns this log. */
function ownerOf(state: NoeticState, owners: Map<object, ContextState>, column: object): ContextState | undefined {
  if (owners.size === 0) for (const [, context] of state.contexts) owners.set(context.log.own.column, context);
  return owners.get(column);
}
