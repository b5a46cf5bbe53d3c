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
 * A line of the output of `codex exec --json`.
 * https://github.com/openai/codex/blob/main/codex-rs/exec/src/exec_events.rs (ThreadEvent)
 */
export const ExecEvent = record({
  type: v.picklist([
    'thread.started',
    'turn.started',
    'turn.completed',
    'turn.failed',
    'item.started',
    'item.updated',
    'item.completed',
    'error',
  ]),
  thread_id: maybeText,
  item: maybe(anyRecord),
  /** The tokens of the whole thread up to this line. */
  usage: maybe(record({ input_tokens: maybeCount, output_tokens: maybeCount })),
  error: maybe(record({ message: maybeText })),
  message: maybeText,
});
export type ExecEvent = v.InferOutput<typeof ExecEvent>;

/** All fields of all kinds of items; the type decides which of them matter. */
export const ExecItem = record({
  id: v.string(),
  type: v.string(),
  text: maybeText,
  status: maybeText,
  command: maybe(anyValue),
  aggregated_output: maybeText,
  exit_code: maybeNumber,
  changes: maybe(anyValue),
  tool: maybeText,
  arguments: maybe(anyValue),
  result: maybe(anyValue),
  error: maybe(record({ message: maybeText })),
  query: maybeText,
  message: maybeText,
});
export type ExecItem = v.InferOutput<typeof ExecItem>;
