import type { RecordValue, Value } from '../../model/value.ts';
import type { AppendedList } from './appended-list.ts';
import type { CallPath, Namespace } from './path.ts';
import { readPlace } from './place.ts';
import type { Fields } from './wide-record.ts';

/** A call's context at one moment. Calls share nothing, and nothing outlives the call. */
export interface CallState {
  readonly call_id: string | null;
  readonly tenant_id: string | null;
  readonly workflow_id: string | null;
  readonly spaces: Spaces;
  readonly current_agent: string | null;
  /** The agents in the order in which they took control. */
  readonly agent_history: AppendedList;
  /** The target of a requested handoff that is not completed yet. */
  readonly pending_handoff: string | null;
  /** The log that the context itself keeps: the namespace `history`. */
  readonly trace: AppendedList;
  /** Variables of the prompt: defaults for missing values, which never enter the data. */
  readonly variables: readonly Variable[];
  /** The time of the latest event, if recorded: the value of `{{now}}`. */
  readonly now: string | null;
  /** Keys of the export that the recording does not have, or not completely: their values are unknown. */
  readonly unrecorded: readonly string[];
  /** Unknown keys of an export, kept so that the next export contains them again. */
  readonly unknownKeys: RecordValue;
  /** Other calls of the program, by name. They share nothing. */
  readonly otherCalls: { readonly [call: string]: CallState };
}

/** The namespaces that hold data. */
export interface Spaces {
  /** Data from the dispatch: immutable. */
  readonly user: Fields;
  /** Shared by the agents of the call. */
  readonly workflow: Fields;
  /** Booleans by name. */
  readonly flags: Fields;
  /** One object per agent: isolated. */
  readonly agents: Fields;
  /** Arguments of the latest tool call only. */
  readonly params: Fields;
}

export interface Variable {
  readonly name: string;
  readonly default?: Value;
}

/** The keys that stay unrecorded once the values of some are known; the same list if nothing changes. */
export const stillUnrecorded = ({ unrecorded }: CallState, ...known: readonly string[]): readonly string[] =>
  unrecorded.some((key) => known.includes(key)) ? unrecorded.filter((key) => !known.includes(key)) : unrecorded;

/** The complete value of a namespace. */
export const spaceOf = (state: CallState, namespace: Namespace): Value =>
  namespace === 'history' ? state.trace : state.spaces[namespace];

/** The value at a path, undefined where there is none. */
export const valueOf = (state: CallState, { namespace, steps }: CallPath): Value | undefined =>
  readPlace(spaceOf(state, namespace), steps);
