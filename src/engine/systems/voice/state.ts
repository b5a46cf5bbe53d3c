import type { RecordValue, Value } from '../../model/value.ts';
import type { AppendedList } from './appended-list.ts';
import type { CallPath, Namespace } from './path.ts';
import { readPlace } from './place.ts';
import type { Fields } from './wide-record.ts';

/** A call's context at one moment. Two calls share nothing, and nothing outlives the call. */
export interface CallState {
  readonly call_id: string | null;
  readonly tenant_id: string | null;
  readonly workflow_id: string | null;
  readonly spaces: Spaces;
  readonly current_agent: string | null;
  /** In the order in which they took over. */
  readonly agent_history: AppendedList;
  /** A handoff that was asked for and has not happened yet. */
  readonly pending_handoff: string | null;
  /** What the context itself wrote down: the namespace `history`. */
  readonly trace: AppendedList;
  /** Of the prompt, not of the call: they stand in for missing values and never enter the data. */
  readonly variables: readonly Variable[];
  /** When the latest thing happened, as far as events tell: what `{{now}}` says. */
  readonly now: string | null;
  /** What an export had beside the keys we know: kept, so that it goes out again. */
  readonly aside: RecordValue;
  /** Other calls that a program holds beside this one, by their names. They share nothing. */
  readonly beside: { readonly [call: string]: CallState };
}

/** The namespaces that hold data. */
export interface Spaces {
  /** As the dispatch gave it: immutable. */
  readonly user: Fields;
  /** Shared by the agents of the call. */
  readonly workflow: Fields;
  /** Booleans by name. */
  readonly flags: Fields;
  /** Objects by agent: isolated. */
  readonly agents: Fields;
  /** Arguments of the latest tool call, and of no other. */
  readonly params: Fields;
}

export interface Variable {
  readonly name: string;
  readonly default?: Value;
}

/** A namespace as a whole. */
export const spaceOf = (state: CallState, namespace: Namespace): Value =>
  namespace === 'history' ? state.trace : state.spaces[namespace];

/** The value at a path, undefined where there is none. */
export const valueOf = (state: CallState, { namespace, steps }: CallPath): Value | undefined =>
  readPlace(spaceOf(state, namespace), steps);
