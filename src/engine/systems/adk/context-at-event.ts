import { MapView, type Value } from '../../model/value.ts';
import { eventBranch, speakerOf, textOr } from './nodes.ts';
import type { SessionEvent } from './session-event.ts';
import type { ContextView } from './views.ts';

/**
 * The context in which an event happened, as `derive` would create it: agent and branch come from the event, and so
 * does the invocation if the event names it; everything else is shared with the root. An event without a branch
 * happened in the root context, whose branch is empty.
 */
export class ContextAtEvent extends MapView {
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
