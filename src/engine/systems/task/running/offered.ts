import { capabilityOf } from '../capability.ts';
import type { LiveTask } from './live-task.ts';
import type { RunState } from './run-state.ts';

/** A function as the model is offered it. */
export interface Offered {
  readonly key: string;
  readonly isAgent: boolean;
  /** Without those that are bound; null where no manifest tells them. */
  readonly parameters: readonly string[] | null;
  /** Hidden from the model, because bindings say what they are. */
  readonly bound: readonly string[];
}

/** What the model of a task may call. */
export function offered({ sources }: RunState, { task, manifest }: LiveTask): readonly Offered[] {
  return (task.header.capabilities ?? []).flatMap((declared) => {
    const { key, action, isAgent, policy, told } = capabilityOf(declared, manifest, sources);
    if (policy.include !== undefined && action !== undefined && !policy.include.includes(action)) return [];
    // An agent is offered as a function of one text.
    const known = isAgent ? ['message'] : told?.parameters === undefined ? null : [...told.parameters.keys()];
    const bound = [...policy.bindings.keys()].filter((name) => isAgent || known === null || known.includes(name));
    return [{ key, isAgent, parameters: known?.filter((name) => !policy.bindings.has(name)) ?? null, bound }];
  });
}
