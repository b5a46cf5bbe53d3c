import type { Brand } from '../../base/brand.ts';
import type { Value } from './value.ts';

/** Counted from 0; "at turn n" means after it. -1 is the state before the first turn. */
export type TurnIndex = number;
export type NodeId = Brand<string, 'NodeId'>;

/**
 * `pending`: the recording says that the call waits, for an approval say. `no-result`: the recording lacks the result,
 * because it was cut off or the call was still running. Both are listed, and neither is counted.
 */
export type InvocationOutcome = 'successful' | 'errored' | 'restricted' | 'pending' | 'no-result';

/** One use of a capability. */
export interface Invocation {
  readonly turn: TurnIndex;
  /** The function's key under `context.capabilities`. */
  readonly function: string;
  readonly node: NodeId;
  readonly at: string | undefined;
  readonly input: Value | undefined;
  /**
   * As recorded: the result, `{error: text}` when errored, null when the call did not run. Rules see it as `results`
   * defines.
   */
  readonly output: Value | undefined;
  readonly outcome: InvocationOutcome;
  /** Child task of a delegation; null for anything else. */
  readonly taskId: string | null;
  /** Why the call failed or was restricted, in words, where recorded. */
  readonly reason: string | undefined;
}
