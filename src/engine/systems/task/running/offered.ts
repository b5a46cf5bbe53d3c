import { capabilityOf } from '../capability.ts';
import type { LiveTask } from './live-task.ts';
import type { RunState } from './run-state.ts';

/** A function in the form in which it is offered to the model. */
export interface Offered {
  readonly key: string;
  readonly isAgent: boolean;
  /** Without the bound ones; null when no manifest lists them. */
  readonly parameters: readonly string[] | null;
  /** Hidden from the model, because bindings set them. */
  readonly bound: readonly string[];
}

/** The functions that the model of a task may call. */
export function offered({ sources }: RunState, { task, manifest }: LiveTask): readonly Offered[] {
  return (task.header.capabilities ?? []).flatMap((declared) => {
    const { key, action, isAgent, policy, toolAction } = capabilityOf(declared, manifest, sources);
    if (policy.include !== undefined && action !== undefined && !policy.include.includes(action)) return [];
    // An agent is offered as a function with one text parameter.
    const known = isAgent
      ? ['message']
      : toolAction?.parameters === undefined
        ? null
        : [...toolAction.parameters.keys()];
    const bound = [...policy.bindings.keys()].filter((name) => isAgent || known === null || known.includes(name));
    return [{ key, isAgent, parameters: known?.filter((name) => !policy.bindings.has(name)) ?? null, bound }];
  });
}
