import { isRecord, type Value } from '../../../model/value.ts';

/** The child task of a call, from the value that the call (or the review that let it continue) returns while it waits. */
export function childIn(returns: Value): string | undefined {
  if (!isRecord(returns)) return undefined;
  const { task_id: id, awaiting } = returns;
  if (typeof id === 'string') return id;
  return awaiting === undefined ? undefined : childIn(awaiting);
}
