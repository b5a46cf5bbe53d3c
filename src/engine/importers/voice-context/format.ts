import { isRecord, type Value, type RecordValue } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import type { Claim } from '../../importing/importer.ts';
import { recordAt, textAt } from '../../importing/values/where.ts';

export function claimOf(value: Value, document: Document): Claim {
  if (!isRecord(value)) return 'no';
  if (document.typeName(value) === 'CallContext' || isWebhook(value)) return 'certain';
  if (isDispatch(value)) return 'likely';
  const found = namespaces.filter((name) => fits(name, value[name]));
  const isCompleteContext = typeof value['call_id'] === 'string' && found.some((name) => name !== 'user');
  const hasOnlyKnownKeys = found.length > 0 && Object.keys(value).every((key) => keys.has(key));
  if (isCompleteContext || (hasOnlyKnownKeys && found.length > 2)) return 'certain';
  if (!hasOnlyKnownKeys) return 'no';
  return found.length === 2 ? 'likely' : 'possible';
}

/**
 * CallContext of a voice agent: the output of `to_dict()`, the body that starts a call, and the webhooks about a call.
 * https://docs.studio.tap.health/docs/concepts/context and its sibling pages *Workflows* and *Call Status Webhooks*.
 */
const namespaces = ['user', 'workflow', 'flags', 'agents', 'params'] as const;

const keys: ReadonlySet<string> = new Set([
  ...namespaces,
  ...'call_id tenant_id workflow_id history current_agent agent_history pending_handoff'.split(' '),
]);

function fits(namespace: (typeof namespaces)[number], value: Value | undefined): boolean {
  // A workflow's `shared_context` may be a list of names.
  if (namespace === 'workflow' && Array.isArray(value)) return true;
  if (!isRecord(value)) return false;
  if (namespace === 'flags') return Object.values(value).every((flag) => typeof flag === 'boolean');
  return namespace !== 'agents' || Object.values(value).every(isRecord);
}

/** The body that starts a call. */
export const isDispatch = (value: RecordValue): boolean => recordAt(value, 'user_context') !== undefined;

/** A webhook that the platform sends during a call and when the call ends. */
export const isWebhook = (value: Value): boolean =>
  /^(?:call\.[a-z_.]+|agent\.changed)$/.test(textAt(value, 'type') ?? '') &&
  textAt(value, 'data.call_id') !== undefined;
