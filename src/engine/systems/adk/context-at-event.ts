import { MapView, type Value } from '../../model/value.ts';
import { textOr } from './nodes.ts';
import type { SessionEvent } from './session-event.ts';
import type { ContextView } from './views.ts';

/** The context that an agent had at an event, as deriving it gives one: its own name and branch, everything else shared. */
export class ContextAtEvent extends MapView {
  readonly #shared: ContextView;
  readonly #event: SessionEvent;

  constructor(shared: ContextView, event: SessionEvent) {
    super();
    this.#shared = shared;
    this.#event = event;
  }

  override get(key: string): Value | undefined {
    const { agent_name, author, branch } = this.#event;
    const own = key === 'agent_name' ? textOr(agent_name, '') || textOr(author, '') : key === 'branch' ? branch : '';
    return typeof own === 'string' && own !== '' ? own : this.#shared.get(key);
  }

  override keys(): readonly string[] {
    return this.#shared.keys();
  }
}
