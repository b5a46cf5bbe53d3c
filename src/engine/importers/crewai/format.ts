import * as v from 'valibot';
import { anyList, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Output of a crew of CrewAI, printed or as JSON.
 * https://docs.crewai.com/en/concepts/crews#crew-output
 */
export const CrewOutput = record({
  raw: v.string(),
  tasks_output: anyList,
  token_usage: maybe(record({ prompt_tokens: maybeCount, completion_tokens: maybeCount })),
});
export type CrewOutput = v.InferOutput<typeof CrewOutput>;

/** https://docs.crewai.com/en/concepts/tasks#task-output */
export const TaskOutput = record({
  description: v.string(),
  raw: v.string(),
  agent: v.string(),
  name: maybeText,
  expected_output: maybeText,
  pydantic: maybe(anyValue),
  json_dict: maybe(anyValue),
  /** Messages between the agent and its model; only newer versions keep them. */
  messages: maybe(anyList),
});
export type TaskOutput = v.InferOutput<typeof TaskOutput>;
