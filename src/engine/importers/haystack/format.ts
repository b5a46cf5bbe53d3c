import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Haystack's `ChatMessage`: `to_dict()` of all 2.x versions, and as printed.
 * https://github.com/deepset-ai/haystack/blob/main/haystack/dataclasses/chat_message.py
 */
const roles = v.picklist(['system', 'user', 'assistant', 'tool']);

const Serialized = record({ role: roles, content: anyValue, meta: anyRecord, name: maybeText });
/** As the class has its fields: printed, and serialised from 2.9 to 2.11. */
const Fields = record({ _role: roles, _content: anyList, _meta: maybe(anyRecord), _name: maybeText });

export const Message = v.union([
  v.pipe(
    Fields,
    v.transform(({ _role, _content, _meta, _name }) => ({
      role: _role,
      key: '_content',
      content: _content,
      meta: _meta ?? {},
      name: _name,
    })),
  ),
  v.pipe(
    Serialized,
    v.check(({ content }) => typeof content === 'string' || Array.isArray(content)),
    v.transform((message) => ({ ...message, key: 'content' })),
  ),
]);
export type Message = v.InferOutput<typeof Message>;

export const ToolCall = record({ tool_name: v.string(), arguments: maybe(anyValue), id: maybeText });

export const ToolCallResult = record({ result: anyValue, origin: ToolCall, error: maybe(v.boolean()) });

export const Image = record({ base64_image: v.string(), mime_type: maybeText });

/** A part as `to_dict()` writes it, under a key that says what it is; printed ones stand without it. */
export const Part = record({
  text: maybeText,
  tool_call: maybe(anyRecord),
  tool_call_result: maybe(anyRecord),
  reasoning: maybe(anyRecord),
  reasoning_text: maybeText,
  image: maybe(anyRecord),
});
