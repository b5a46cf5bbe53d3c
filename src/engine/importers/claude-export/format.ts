import * as v from 'valibot';
import { anyList, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Conversations of claude.ai, as its data export (`conversations.json`) and its pages have them. Anthropic publishes no
 * definition; the fields are those that exports have.
 * https://support.claude.com/en/articles/9450526-how-can-i-export-my-claude-ai-data
 */
export const Conversation = record({
  uuid: maybeText,
  name: maybeText,
  model: maybeText,
  created_at: maybe(anyValue),
  chat_messages: anyList,
  /** Of the pages only. */
  current_leaf_message_uuid: maybeText,
});
export type Conversation = v.InferOutput<typeof Conversation>;

export const Message = record({
  uuid: maybeText,
  /** `human` or `assistant`. */
  sender: v.string(),
  /** All that was said, in one; older exports have nothing else. */
  text: maybeText,
  content: maybe(anyList),
  created_at: maybe(anyValue),
  attachments: maybe(anyList),
  files: maybe(anyList),
  parent_message_uuid: maybeText,
});
export type Message = v.InferOutput<typeof Message>;

/** A text of a file that the user gave; `extracted_content` is what the model saw of it. */
export const Attachment = record({ file_name: maybeText, file_type: maybeText, extracted_content: maybeText });

/** Words, thoughts, calls and results, one after the other. */
export const Block = record({
  type: v.string(),
  text: maybeText,
  id: maybeText,
  tool_use_id: maybeText,
  name: maybeText,
  input: maybe(anyValue),
  content: maybe(anyValue),
  is_error: maybe(v.boolean()),
  stop_timestamp: maybe(anyValue),
});
export type Block = v.InferOutput<typeof Block>;
