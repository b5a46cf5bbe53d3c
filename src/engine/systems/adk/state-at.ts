import type { History, TurnIndex } from '../../model/history.ts';
import type { Session } from '../../model/session.ts';
import { type Value, MapView } from '../../model/value.ts';
import { apply } from './apply.ts';
import type { AdkEvent } from './event.ts';
import type { AdkHeader } from './header.ts';
import { initialState } from './initial-state.ts';
import { rootContext, type AdkState } from './state.ts';
import { Views, type ContextView } from './views.ts';
import { eventBranch, speakerOf, textOr } from './nodes.ts';
import type { SessionEvent } from './session-event.ts';

/**
 * The context of a turn, after the turn, as JSON that is computed when it is read. A turn of the root has the root
 * context. A turn of a branch has the newest context of that branch. If no context was recorded, it is the root context
 * with the agent and branch that the event names; the rest is shared.
 */
export function stateAt(session: Session<AdkHeader, AdkEvent>, history: History, turn: TurnIndex): Value {
  const { state } = momentAt(session, history, turn);
  const views = new Views(() => state);
  const context = contextIdAt(session, history, turn);
  if (context !== undefined) return views.context(context);
  const root = views.context(rootContext);
  const event = session.events[history.turns[turn]?.event ?? -1];
  return event !== undefined && 'event' in event ? new ContextAtEvent(root, event.event, history.agent.name) : root;
}

/**
 * The id of the context of a turn; before the first turn, the root's. Undefined if the context is known only from its
 * event.
 */
export function contextIdAt(
  session: Session<AdkHeader, AdkEvent>,
  history: History,
  turn: TurnIndex,
): string | undefined {
  const at = history.turns[turn];
  if (at === undefined) return rootContext;
  if (at.node !== history.nodes[0]?.id) return momentAt(session, history, turn).context;
  return session.header.context === undefined ? undefined : rootContext;
}

interface Moment {
  readonly state: AdkState;
  /** The newest context with the branch of the turn's event; undefined if no such context was created. */
  readonly context: string | undefined;
}

/** The run at each turn, for the events read so far. The versions share unchanged parts. */
interface Moments {
  /** Entry k: the state before the event of turn k, which is the state after turn k - 1. */
  readonly states: AdkState[];
  /** Entry k: the context of turn k. */
  readonly contexts: (string | undefined)[];
  readonly newest: NewestContexts;
  state: AdkState;
  count: number;
}

const momentsOf = new WeakMap<Session<AdkHeader, AdkEvent>, Moments>();

/** The run after a turn; -1 means the initial state. The events of an open run may have grown since the last call. */
function momentAt(session: Session<AdkHeader, AdkEvent>, history: History, turn: TurnIndex): Moment {
  const moments = momentsOf.get(session) ?? initialMoments(session.header);
  momentsOf.set(session, moments);
  advance(moments, session.events, history);
  return { state: moments.states[turn + 1] ?? moments.state, context: moments.contexts[turn] };
}

function initialMoments(header: AdkHeader): Moments {
  const state = initialState(header);
  return { states: [], contexts: [], newest: new NewestContexts(), state, count: 0 };
}

function advance(moments: Moments, events: readonly AdkEvent[], { turns }: History): void {
  const { states, contexts, newest } = moments;
  for (; moments.count < events.length; moments.count++) {
    const event = events[moments.count];
    while (turns[states.length]?.event === moments.count) {
      states.push(moments.state);
      contexts.push(event === undefined ? undefined : newest.of(event));
    }
    if (event === undefined) continue;
    moments.state = apply(moments.state, event);
    newest.advance(event, moments.state);
  }
}

/** The newest context of each branch, updated event by event. */
class NewestContexts {
  readonly #byBranch = new Map<string, string>();

  /** The newest context of the branch that an event happened in. */
  of(event: AdkEvent): string | undefined {
    const branch = 'event' in event ? event.event['branch'] : undefined;
    return typeof branch === 'string' ? this.#byBranch.get(branch) : undefined;
  }

  /** `state`: the state after the event. */
  advance(event: AdkEvent, state: AdkState): void {
    switch (event.type) {
      case 'context-created':
      case 'context-derived':
      case 'session-cleared': {
        const created = state.contexts.get(event.context);
        const slot = created?.kind === 'context' ? created.fields['branch'] : undefined;
        if (slot !== undefined && 'value' in slot && typeof slot.value === 'string') {
          this.#byBranch.set(slot.value, event.context);
        }
        return;
      }
      default:
      // Other events create no context.
    }
  }
}

/**
 * The context in which an event happened, as `derive` would create it: agent and branch come from the event, and so
 * does the invocation if the event names it; everything else is shared with the root. An event without a branch
 * happened in the root context, whose branch is empty.
 */
class ContextAtEvent extends MapView {
  readonly #shared: ContextView;
  readonly #agentName: string | undefined;
  readonly #branch: string;
  readonly #event: SessionEvent;

  /** `rootAgent`: the agent that answers the user's messages. */
  constructor(shared: ContextView, event: SessionEvent, rootAgent: string | undefined) {
    super();
    this.#shared = shared;
    const speaker = speakerOf(event);
    this.#agentName = speaker === undefined || speaker === '' ? rootAgent : speaker;
    this.#branch = eventBranch(event);
    this.#event = event;
  }

  override get(key: string): Value | undefined {
    return this.#own(key) ?? this.#shared.get(key);
  }

  #own(key: string): Value | undefined {
    switch (key) {
      case 'agent_name':
        return this.#agentName;
      case 'branch':
        return this.#branch;
      case 'invocation_id':
        return textOr(this.#event['invocation_id'], '') || undefined;
      default:
        return undefined;
    }
  }

  override keys(): readonly string[] {
    return this.#shared.keys();
  }
}
