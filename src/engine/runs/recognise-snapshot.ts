import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { SystemId } from '../model/session.ts';
import { isRecord, type Value } from '../model/value.ts';
import { systems } from '../systems/registry.ts';
import type { System } from '../systems/system.ts';
import { snapshotLikeness } from '../systems/task/running/snapshot/likeness.ts';

/** The system that exported this value, recognised from the value alone. */
export async function recogniseSnapshot(
  value: Value,
  load: (id: SystemId) => Promise<System>,
): Promise<Result<System, Problem>> {
  const found: System[] = [];
  for (const { id } of systems) {
    const system = await load(id);
    if (isLike(value, system)) found.push(system);
  }
  const [first, second] = found;
  if (first === undefined) return err(unrecognised);
  return second === undefined ? ok(first) : err(several(found));
}

/** Keys of `to_dict()` that are in no other system's export. */
const voiceKeys = ['call_id', 'tenant_id', 'workflow_id', 'current_agent', 'agent_history'];

/**
 * Most systems refuse the exports of others. Task Context and CallContext take any object, so their own keys are
 * required as well.
 */
function isLike(value: Value, { id, machine }: System): boolean {
  switch (id) {
    case 'task':
      return snapshotLikeness(value) !== 'no';
    case 'voice':
      return isRecord(value) && voiceKeys.filter((key) => Object.hasOwn(value, key)).length >= 2;
    default:
      return machine.fromSnapshot(value).ok;
  }
}

const unrecognised: Problem = {
  code: 'run/unrecognised-snapshot',
  message: 'No system’s export was recognised in this text. Choose the system: the message then names what is missing.',
};

const several = (found: readonly System[]): Problem => ({
  code: 'run/ambiguous-snapshot',
  message: `This could be an export of ${found.map(({ title }) => title).join(' or of ')}. Choose the system.`,
});
