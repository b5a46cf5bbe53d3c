import * as v from 'valibot';
import type { SessionHeader } from '../../model/session.ts';
import type { RecordValue } from '../../model/value.ts';
import type { KnownKeys } from '../known-keys.ts';
import { anyValue, headerFields, record, text } from '../fields.ts';
import { startCall, type StartedCall } from './start.ts';
import type { Variable } from './state.ts';

/** Facts about a complete call. A missing field was not recorded. */
export interface CallHeader extends SessionHeader {
  /** The constructor's arguments, or an export to continue from; any part may be missing. */
  readonly context?: RecordValue;
  /** Keys of an export in `context` that the recording does not have, or not completely: their values are unknown. */
  readonly unrecorded?: readonly string[];
  /** The prompt's defaults for missing values. */
  readonly variables?: readonly Variable[];
  /** UTC ISO 8601. */
  readonly started_at?: string;
  readonly model?: string;
  /** The recording contains tool calls and values, but no transcript. */
  readonly without_transcript?: boolean;
  /** The tools that the agents have, used or not. */
  readonly tools?: readonly string[];
  /** Configuration of agents, tools and prompts that came with the call; its texts may contain placeholders. */
  readonly configuration?: RecordValue;
}

export const CallHeaderSchema: v.GenericSchema<unknown, CallHeader> = v.looseObject({
  ...headerFields,
  context: v.exactOptional(record),
  unrecorded: v.exactOptional(v.array(v.string())),
  variables: v.exactOptional(v.array(v.looseObject({ name: v.string(), default: v.exactOptional(anyValue) }))),
  started_at: text,
  model: text,
  without_transcript: v.exactOptional(v.boolean()),
  tools: v.exactOptional(v.array(v.string())),
  configuration: v.exactOptional(record),
});

/** The keys that a run accepts at its start: the context or its fields, and further data. */
export const voiceStartKeys: KnownKeys = {
  context: null,
  variables: null,
  now: null,
  call_id: null,
  tenant_id: null,
  workflow_id: null,
  user: null,
  workflow: null,
  flags: null,
  agents: null,
  params: null,
  history: null,
  current_agent: null,
  agent_history: null,
  pending_handoff: null,
  tools: null,
  prompt: null,
  prompts: null,
  configuration: null,
};

/** The state of the call before its first event. */
export const startOf = ({ context = {}, variables = [], started_at: now, unrecorded = [] }: CallHeader): StartedCall =>
  startCall(context, { variables, unrecorded, ...(now === undefined ? {} : { now }) });
