import * as v from 'valibot';
import type { Pairing } from '../pairing.ts';
import { denied, waiting } from '../response-outcomes.ts';
import { Approval, Interruption, type RunState } from './format.ts';

/** Which calls wait for the user, and which he refused, with his words if he gave any. */
export interface Approvals {
  readonly pending: ReadonlySet<string>;
  readonly rejected: ReadonlyMap<string, string | undefined>;
}

export function approvalsIn({ current_step, context }: RunState): Approvals {
  const pending = new Set<string>();
  for (const value of current_step?.data?.interruptions ?? []) {
    const interruption = v.safeParse(Interruption, value);
    const id = interruption.success
      ? (interruption.output.raw_item.call_id ?? interruption.output.raw_item.id)
      : undefined;
    if (id !== undefined) pending.add(id);
  }
  const rejected = new Map<string, string | undefined>();
  for (const value of Object.values(context?.approvals ?? {})) {
    const approval = v.safeParse(Approval, value);
    if (!approval.success || !Array.isArray(approval.output.rejected)) continue;
    for (const id of approval.output.rejected) rejected.set(id, approval.output.rejection_messages?.[id]);
  }
  return { pending, rejected };
}

/**
 * | in the state | outcome |
 * | --- | --- |
 * | an interruption of `current_step` names the call | restricted: it waits for the user |
 * | `context.approvals` lists the call under `rejected` | restricted, with the message of the rejection |
 * | `status: failed` or `incomplete`, or an `error`, of an item | errored |
 * | any other output | successful |
 */
export function withApprovals(pairing: Pairing, { pending, rejected }: Approvals): Pairing {
  return {
    ...pairing,
    generated(turn, calls, unread) {
      const known = calls.map((call) => {
        const id = call.id ?? '';
        if (call.result !== undefined) return call;
        if (rejected.has(id)) return { ...call, result: denied(rejected.get(id)) };
        return pending.has(id) ? { ...call, result: waiting } : call;
      });
      pairing.generated(turn, known, unread);
    },
    result(mark, result) {
      // A rejected call gets an output that says so; it is told already.
      if (mark.id === undefined || !rejected.has(mark.id)) pairing.result(mark, result);
    },
  };
}
