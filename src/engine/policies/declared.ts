import type { Decisions, Added } from '../model/decisions.ts';
import { isList, isRecord, type Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { decisionsOf } from '../rules/decisions.ts';
import { functionKey } from '../systems/task/keys.ts';
import type { Policy } from './policy.ts';

/**
 * The decisions for a session while a policy is judged on it: capabilities that the policy declares are present, used
 * or not.
 */
export const decisionsUnder = (policy: Policy, session: OpenSession, added: Added = {}): Decisions =>
  decisionsOf(session, { declared: declaredBy(policy), ...added });

/**
 * Keys of the functions that a policy declares. A tool without `include` counts as one with a single action; the
 * functions of a session may show otherwise (`CapabilitiesView`).
 */
export function declaredBy({ document: { value } }: Policy): readonly string[] {
  if (!isRecord(value)) return [];
  const { capabilities = null, model_capabilities: listed = null } = value;
  const keys = Object.entries(isRecord(capabilities) ? capabilities : {}).flatMap(([ref, conditions]) => {
    const actions = isRecord(conditions) ? textsIn(conditions['include'] ?? null) : [];
    if (actions.length === 0) return [functionKey({ kind: 'single', ref })];
    return actions.map((capability) => functionKey({ kind: 'multi', ref, capability }));
  });
  return [...new Set([...keys, ...textsIn(listed).map((ref) => functionKey({ kind: 'single', ref }))])];
}

const textsIn = (value: Value): readonly string[] =>
  isList(value) ? [...value].filter((element) => typeof element === 'string') : [];
