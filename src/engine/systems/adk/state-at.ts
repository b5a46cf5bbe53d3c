import type { History, TurnIndex } from '../../model/history.ts';
import type { Session } from '../../model/session.ts';
import type { Value } from '../../model/value.ts';
import { apply } from './apply.ts';
import { ContextAtEvent } from './context-at-event.ts';
import type { AdkEvent } from './event.ts';
import type { AdkHeader } from './header.ts';
import { initialState } from './initial-state.ts';
import { rootContext, type AdkState } from './state.ts';
import { Views } from './views.ts';

/**
 * The context in which a turn happened, after it, and all that belongs to it: its JSON, computed where it is read.
 * A turn of the root has the root context, one of a branch the newest context of that branch. Where no context was
 * recorded it is the root's with the agent and the branch that the event names: the rest is shared.
 */
export function stateAt(session: Session<AdkHeader, AdkEvent>, history: History, turn: TurnIndex): Value {
  const { state, context } = momentAt(session, history, turn);
  const views = new Views(() => state);
  const root = views.context(rootContext);
  const at = history.turns[turn];
  if (at === undefined) return root;
  const isRoot = at.node === history.nodes[0]?.id;
  if (isRoot && session.header.context !== undefined) return root;
  if (!isRoot && context !== undefined) return views.context(context);
  const event = session.events[at.event];
  return event !== undefined && 'event' in event ? new ContextAtEvent(root, event.event, history.agent.name) : root;
}

interface Moment {
  readonly state: AdkState;
  /** The newest context with the branch of the turn's event; undefined where none was ever made. */
  readonly context: string | undefined;
}

/** The run at each turn, as far as its events have been read; the versions share all that has not changed. */
interface Moments {
  /** Entry k: before the event of turn k, which is after turn k - 1. */
  readonly states: AdkState[];
  /** Entry k: the context of turn k. */
  readonly contexts: (string | undefined)[];
  readonly newest: NewestContexts;
  state: AdkState;
  count: number;
}

const momentsOf = new WeakMap<Session<AdkHeader, AdkEvent>, Moments>();

/** The whole run after a turn; -1 is the start. The events of an open run may have grown since last time. */
function momentAt(session: Session<AdkHeader, AdkEvent>, history: History, turn: TurnIndex): Moment {
  const moments = momentsOf.get(session) ?? start(session.header);
  momentsOf.set(session, moments);
  follow(moments, session.events, history);
  return { state: moments.states[turn + 1] ?? moments.state, context: moments.contexts[turn] };
}

function start(header: AdkHeader): Moments {
  const state = initialState(header);
  return { states: [], contexts: [], newest: new NewestContexts(), state, count: 0 };
}

function follow(moments: Moments, events: readonly AdkEvent[], { turns }: History): void {
  const { states, contexts, newest } = moments;
  for (; moments.count < events.length; moments.count++) {
    const event = events[moments.count];
    while (turns[states.length]?.event === moments.count) {
      states.push(moments.state);
      contexts.push(event === undefined ? undefined : newest.of(event));
    }
    if (event === undefined) continue;
    moments.state = apply(moments.state, event);
    newest.follow(event, moments.state);
  }
}

/** Which context of each branch was made last, while a run is followed event by event. */
class NewestContexts {
  readonly #byBranch = new Map<string, string>();

  /** The newest context of the branch that an event happened in. */
  of(event: AdkEvent): string | undefined {
    const branch = 'event' in event ? event.event['branch'] : undefined;
    return typeof branch === 'string' ? this.#byBranch.get(branch) : undefined;
  }

  /** `state` is the one after the event. */
  follow(event: AdkEvent, state: AdkState): void {
    switch (event.type) {
      case 'context-created':
      case 'context-derived':
      case 'session-cleared': {
        const made = state.contexts.get(event.context);
        const slot = made?.kind === 'context' ? made.fields['branch'] : undefined;
        if (slot !== undefined && 'value' in slot && typeof slot.value === 'string') {
          this.#byBranch.set(slot.value, event.context);
        }
        return;
      }
      default:
      // The others make no context.
    }
  }
}
