import * as v from 'valibot';
import type { SessionHeader } from '../../model/session.ts';
import type { RecordValue } from '../../model/value.ts';
import type { KnownKeys } from '../known-keys.ts';
import { anyValue, headerFields, record, text } from '../fields.ts';
import { startCall, type Started } from './start.ts';
import type { Variable } from './state.ts';

/** What holds for a whole call. An absent field means *the recording does not say*. */
export interface CallHeader extends SessionHeader {
  /** The constructor's arguments, or an export to go on from; any part may be missing. */
  readonly context?: RecordValue;
  /** The prompt's defaults for missing values. */
  readonly variables?: readonly Variable[];
  /** UTC ISO 8601. */
  readonly started_at?: string;
  readonly model?: string;
  /** The recording holds tool calls and values, and nothing of what was said. */
  readonly without_transcript?: boolean;
  /** Tools that the agents have, whether or not they are used. */
  readonly tools?: readonly string[];
  /** Of agents, tools and prompts, as far as it came with the call: what holds texts to be filled. */
  readonly configuration?: RecordValue;
}

export const CallHeaderSchema: v.GenericSchema<unknown, CallHeader> = v.looseObject({
  ...headerFields,
  context: v.exactOptional(record),
  variables: v.exactOptional(v.array(v.looseObject({ name: v.string(), default: v.exactOptional(anyValue) }))),
  started_at: text,
  model: text,
  without_transcript: v.exactOptional(v.boolean()),
  tools: v.exactOptional(v.array(v.string())),
  configuration: v.exactOptional(record),
});

/** What a run of a call may be given at its start: the context, or its fields themselves; and what goes with it. */
export const voiceGiven: KnownKeys = {
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

/** The call before its first event. */
export const startOf = ({ context = {}, variables = [], started_at: now }: CallHeader): Started =>
  startCall(context, { variables, ...(now === undefined ? {} : { now }) });
