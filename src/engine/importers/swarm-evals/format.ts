import * as v from 'valibot';
import { anyList, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Evaluations of hand-offs that are part of OpenAI's Swarm: each case is tried several times. The file contains, for each
 * try, the function that the model requested, or its message instead.
 * https://github.com/openai/swarm/blob/main/examples/airline/evals/eval_utils.py
 */
export const Run = record({
  id: maybeText,
  /** Without a zone. */
  timestamp: maybeText,
  results: anyList,
  overall_accuracy_percent: maybeText,
});
export type Run = v.InferOutput<typeof Run>;

export const Case = record({
  messages: anyList,
  expected_function: v.string(),
  /** One per try; the text `None` if the model requested no function. */
  actual_function: v.array(v.string()),
  actual_message: maybe(anyList),
  case_accuracy: maybe(anyValue),
});
export type Case = v.InferOutput<typeof Case>;

export const Message = record({ role: v.picklist(['system', 'user', 'assistant']), content: maybe(anyValue) });

/** How Python prints a missing value. */
export const nothing = 'None';
