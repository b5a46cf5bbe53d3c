import { entry, isRecord } from '../../../model/value.ts';
import type { CallMade } from '../../moment.ts';
import type { OperationFailed, ValueAppended, ValueDeleted, ValueSet } from '../event.ts';
import { parsePath } from '../path.ts';
import type { CallState } from '../state.ts';
import { withoutValue, withValue } from '../write.ts';

/** A write that changed nothing. */
export interface Refusal {
  /** The path as given; null if the recording does not name it. */
  readonly path: string | null;
  /** A sentence. */
  readonly reason: string;
}

/** The refusal of a tool's action; undefined without a path, because the action would have written nothing. */
export const refusalOfAction = ({ path, message }: OperationFailed): Refusal | undefined =>
  path === undefined ? undefined : { path, reason: message };

/** The reason why a recorded write has no effect; undefined for the deletion of a missing value. */
export function refusalOfEvent(
  { spaces }: CallState,
  event: ValueSet | ValueAppended | ValueDeleted,
): Refusal | undefined {
  const parsed = parsePath(event.path);
  if (!parsed.ok) return { path: event.path, reason: parsed.problem.message };
  const written =
    event.type === 'value-deleted'
      ? withoutValue(spaces, parsed.value)
      : withValue(spaces, { ...parsed.value, appends: event.type === 'value-appended' }, event.value);
  if (!written.ok) return { path: event.path, reason: written.problem.message };
  return parsed.value.appends
    ? { path: event.path, reason: 'A recorded write must name the list, without [+].' }
    : undefined;
}

/** Operations that write when called directly. */
const writing: ReadonlySet<string> = new Set(['set', 'delete', 'set_agent_state', 'action']);

/** The refusal of a call in a run. A refused call makes no event, so its outcome is the only record. */
export function refusalOfCall({ call, outcome }: CallMade): Refusal | undefined {
  if (!writing.has(call.op) || !('throws' in outcome) || !isRecord(outcome.throws)) return undefined;
  const message = entry(outcome.throws, 'message') ?? entry(outcome.throws, 'kind');
  const path = entry(outcome.throws, 'path') ?? entry(call.args, 'path') ?? entry(call.args, 'key') ?? null;
  return {
    path: typeof path === 'string' ? path : null,
    reason: typeof message === 'string' ? message : 'It was refused.',
  };
}
