import * as v from 'valibot';
import {
  anyRecord,
  anyValue,
  maybe,
  maybeCount,
  maybeNumber,
  maybeText,
  record,
} from '../../importing/values/schema.ts';

/**
 * A line of a Codex rollout.
 * https://github.com/openai/codex/blob/main/codex-rs/protocol/src/protocol.rs (RolloutLine, RolloutItem, EventMsg)
 */
export const Row = record({ timestamp: maybe(anyValue), type: v.string(), payload: anyRecord });

/** The oldest rollouts: a header, then unchanged items of the Responses API with lines of state between them. */
export const FirstHeader = record({ id: v.string(), timestamp: v.string(), instructions: anyValue });
export const FirstState = record({ record_type: v.string() });

/** A line of the terminal’s log, with its output and its input (`CODEX_TUI_RECORD_SESSION`). */
export const ScreenRow = record({
  ts: v.string(),
  dir: v.picklist(['meta', 'to_tui', 'from_tui']),
  kind: v.string(),
  payload: maybe(anyRecord),
  model: maybeText,
  cwd: maybeText,
});
export const ScreenEvent = record({ msg: anyRecord });

export const SessionMeta = record({
  id: maybeText,
  cwd: maybeText,
  cli_version: maybeText,
  timestamp: maybe(anyValue),
  git: maybe(record({ branch: maybeText })),
  parent_thread_id: maybeText,
  forked_from_id: maybeText,
});

export const TurnContext = record({ model: maybeText, approval_policy: maybeText });

const Usage = record({ input_tokens: maybeCount, output_tokens: maybeCount });

/** All fields of all kinds of events; the type decides which of them matter. */
export const Event = record({
  type: v.string(),
  message: maybe(anyValue),
  text: maybeText,
  call_id: maybeText,
  command: maybe(anyValue),
  changes: maybe(anyValue),
  invocation: maybe(record({ server: maybeText, tool: maybeText, arguments: maybe(anyValue) })),
  result: maybe(anyValue),
  stdout: maybeText,
  stderr: maybeText,
  aggregated_output: maybeText,
  exit_code: maybeNumber,
  success: maybe(v.boolean()),
  reason: maybeText,
  decision: maybe(anyValue),
  info: maybe(record({ total_token_usage: maybe(Usage), last_token_usage: maybe(Usage) })),
  /** Older `token_count` events have the numbers of one answer here. */
  input_tokens: maybeCount,
  output_tokens: maybeCount,
});
export type Event = v.InferOutput<typeof Event>;
