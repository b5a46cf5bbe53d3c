import type { AdkEvent } from './event.ts';
import type { AdkState } from './state.ts';

/** Which context of each branch was made last, while a run is followed event by event. */
export class NewestContexts {
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
