import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Messages of CAMEL, and responses of `ChatAgent.step`, printed or as JSON.
 * https://github.com/camel-ai/camel/blob/master/camel/messages/base.py
 * https://github.com/camel-ai/camel/blob/master/camel/messages/func_message.py
 * https://github.com/camel-ai/camel/blob/master/camel/responses/agent_responses.py
 */
export const Message = record({
  role_name: v.string(),
  /** `RoleType`: by value, or by name. */
  role_type: v.string(),
  meta_dict: maybe(anyRecord),
  content: maybe(anyValue),
  /** In a `FunctionCallingMessage`: first the call, and its result in a separate message. */
  func_name: maybeText,
  args: maybe(anyRecord),
  result: maybe(anyValue),
  tool_call_id: maybeText,
});
export type Message = v.InferOutput<typeof Message>;

const Usage = record({ prompt_tokens: maybeCount, completion_tokens: maybeCount });

/** `info` of a `ChatAgentResponse`. */
const Info = record({ usage: maybe(Usage), tool_calls: maybe(anyList), termination_reasons: maybe(anyList) });

export const Response = record({ msgs: anyList, terminated: v.boolean(), info: maybe(Info) });
export type Response = v.InferOutput<typeof Response>;

/** A call that was made before the answer; until version 0.2.20 with `func_name`. */
export const ToolCallingRecord = record({
  tool_name: maybeText,
  func_name: maybeText,
  args: maybe(anyRecord),
  result: maybe(anyValue),
  tool_call_id: maybeText,
});
