import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * The log of OpenAI's framework for evaluations (`oaieval`): a line with the specification of the run, one for each event,
 * and one with the final report. A sampling is one model call; other events evaluate it.
 * https://github.com/openai/evals/blob/main/evals/record.py
 */
export const Event = record({
  run_id: maybeText,
  sample_id: v.string(),
  type: v.string(),
  data: anyRecord,
  /** With or without a zone; always UTC. */
  created_at: maybeText,
});
export type Event = v.InferOutput<typeof Event>;

/** `sampled`: a text, a list of them, or messages. Solvers add the model and its tokens. */
export const Sampling = record({
  prompt: maybe(anyValue),
  sampled: maybe(anyValue),
  model: maybeText,
  usage: maybe(anyValue),
});
export type Sampling = v.InferOutput<typeof Sampling>;

export const Spec = record({
  run_id: maybeText,
  eval_name: maybeText,
  base_eval: maybeText,
  split: maybeText,
  completion_fns: maybe(anyList),
});
