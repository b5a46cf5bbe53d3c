import type { Brand } from '../../base/brand.ts';
import type { Value } from './value.ts';

/** Counted from 0; "at turn n" means after it. -1 is the state before the first turn. */
export type TurnIndex = number;
export type NodeId = Brand<string, 'NodeId'>;

/**
 * `pending`: the recording says that the call waits, for an approval say. `no-result`: it does not say what the call
 * returned, because it was cut off or the call was still running. Both are listed, and neither is counted.
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
  /** As on record: the result, `{error: text}` when errored, null when it did not run. Rules see it as `results` says. */
  readonly output: Value | undefined;
  readonly outcome: InvocationOutcome;
  /** Child task of a delegation; null for anything else. */
  readonly taskId: string | null;
  /** Why it was errored or restricted, in words, where recorded. */
  readonly reason: string | undefined;
}
