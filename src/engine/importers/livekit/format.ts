import * as v from 'valibot';
import { anyList, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * The chat context of a LiveKit agent: `ChatContext.to_dict()`, also as a session's history or report has it.
 * https://github.com/livekit/agents/blob/main/livekit-agents/livekit/agents/llm/chat_context.py
 * The library for Node writes the same in camelCase:
 * https://github.com/livekit/agents-js/blob/main/agents/src/llm/chat_context.ts
 */
export const Item = record({
  type: v.picklist(['message', 'function_call', 'function_call_output', 'agent_handoff', 'agent_config_update']),
  /** Seconds since 1970; the library for Node writes milliseconds. */
  created_at: maybe(anyValue),
  role: maybeText,
  /** Texts, and records for pictures and sound. */
  content: maybe(anyList),
  interrupted: maybe(v.boolean()),
  name: maybeText,
  arguments: maybe(anyValue),
  call_id: maybeText,
  output: maybeText,
  is_error: maybe(v.boolean()),
  new_agent_id: maybeText,
  tools_added: maybe(anyList),
});
export type Item = v.InferOutput<typeof Item>;

/** Pictures, sound with what was said in it, and instructions for the voice or for text. */
export const Content = record({ type: v.string(), transcript: maybeText, audio: maybeText, image: maybe(anyValue) });
