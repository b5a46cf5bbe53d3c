import * as v from 'valibot';
import { isRecord, type Value, type RecordValue } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import type { Claim } from '../../importing/importer.ts';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

export function claimOf(value: Value, document: Document): Claim {
  if (!isRecord(value)) return 'no';
  if (document.typeName(value) === 'CallContext' || v.is(StatusEvent, value)) return 'certain';
  if (v.is(Dispatch, value)) return 'likely';
  const { namespaces, isCompleteContext, hasOnlyKnownKeys } = contextShapeOf(value);
  if (isCompleteContext || (hasOnlyKnownKeys && namespaces.length > 2)) return 'certain';
  if (!hasOnlyKnownKeys) return 'no';
  return namespaces.length === 2 ? 'likely' : 'possible';
}

/**
 * CallContext of a voice agent: the output of `to_dict()`, the body that starts a call, and the webhooks about a call.
 * https://docs.studio.tap.health/docs/concepts/context and its sibling pages *Workflows* and *Call Status Webhooks*.
 */
const namespaces = ['user', 'workflow', 'flags', 'agents', 'params'] as const;

const keys: ReadonlySet<string> = new Set([
  ...namespaces,
  'call_id',
  'tenant_id',
  'workflow_id',
  'history',
  'current_agent',
  'agent_history',
  'pending_handoff',
]);

/** The namespaces of the right type in a record, and whether the record has only known keys (`hasOnlyKnownKeys`). */
function contextShapeOf(value: RecordValue): {
  readonly namespaces: readonly string[];
  readonly isCompleteContext: boolean;
  readonly hasOnlyKnownKeys: boolean;
} {
  const found = namespaces.filter((name) => fits(name, value[name]));
  return {
    namespaces: found,
    isCompleteContext: typeof value['call_id'] === 'string' && found.some((name) => name !== 'user'),
    hasOnlyKnownKeys: found.length > 0 && Object.keys(value).every((key) => keys.has(key)),
  };
}

function fits(namespace: (typeof namespaces)[number], value: Value | undefined): boolean {
  // A workflow's `shared_context` may be a list of names.
  if (namespace === 'workflow' && Array.isArray(value)) return true;
  if (!isRecord(value)) return false;
  if (namespace === 'flags') return Object.values(value).every((flag) => typeof flag === 'boolean');
  return namespace !== 'agents' || Object.values(value).every(isRecord);
}

/** The body that starts a call. */
export const Dispatch = record({ user_context: anyRecord, workflow_slug: maybeText });
export type Dispatch = v.InferOutput<typeof Dispatch>;

/** A webhook that the platform sends during a call and when the call ends. */
export const StatusEvent = record({
  type: v.pipe(v.string(), v.regex(/^(?:call\.[a-z_.]+|agent\.changed)$/)),
  id: maybeText,
  tenant_id: maybeText,
  created: maybe(anyValue),
  data: record({
    call_id: v.string(),
    workflow_slug: maybeText,
    user_id: maybeText,
    status: maybeText,
    room_name: maybeText,
    duration_seconds: maybe(anyValue),
    agent_history: maybe(anyList),
    transcript: maybe(anyList),
  }),
});
export type StatusEvent = v.InferOutput<typeof StatusEvent>;

/** An entry of a transcript. The documentation shows only its `role`. */
export const TranscriptEntry = record({
  role: v.string(),
  content: maybeText,
  text: maybeText,
  message: maybeText,
  agent: maybeText,
  timestamp: maybe(anyValue),
});
