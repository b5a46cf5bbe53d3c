import * as v from 'valibot';
import { anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Calls of Weave, as its page and its API export them.
 * https://docs.wandb.ai/weave/guides/tracking/call-schema-reference
 */
export const Call = record({
  id: v.string(),
  trace_id: v.string(),
  parent_id: maybeText,
  /** `weave:///team/project/op/name:version`, or the name alone. */
  op_name: v.string(),
  display_name: maybeText,
  thread_id: maybeText,
  wb_user_id: maybeText,
  started_at: maybe(anyValue),
  ended_at: maybe(anyValue),
  inputs: maybe(anyValue),
  output: maybe(anyValue),
  exception: maybeText,
  attributes: maybe(anyRecord),
  /** `usage` by the name of the model; those around the calls of a model hold their sums. */
  summary: maybe(record({ usage: maybe(anyRecord) })),
});
export type Call = v.InferOutput<typeof Call>;
