import { MapView, type Value } from '../../model/value.ts';
import { eventBranch, speakerOf, textOr } from './nodes.ts';
import type { SessionEvent } from './session-event.ts';
import type { ContextView } from './views.ts';

/**
 * The context that an event happened in, as deriving gives one: the agent and the branch that the event names, and the
 * invocation where it names that; everything else is shared. An event without a branch happened in the root's, which is empty.
 */
export class ContextAtEvent extends MapView {
  readonly #shared: ContextView;
  readonly #agentName: string | undefined;
  readonly #branch: string;
  readonly #event: SessionEvent;

  /** `rootAgent` is who answers what the user says. */
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
