import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Conversations of ChatGPT, as its data export (`conversations.json`) and its pages have them. OpenAI publishes no
 * definition; the fields are those that exports have.
 * https://help.openai.com/en/articles/7260999-how-do-i-export-my-chatgpt-history-and-data
 */
export const Conversation = record({
  title: maybeText,
  /** Seconds since 1970. */
  create_time: maybe(anyValue),
  /** Nodes by their id, each hanging on the one before. */
  mapping: anyRecord,
  current_node: maybeText,
  conversation_id: maybeText,
  default_model_slug: maybeText,
  gizmo_id: maybeText,
});
export type Conversation = v.InferOutput<typeof Conversation>;

export const Node = record({ id: maybeText, parent: maybeText, message: maybe(anyRecord) });

export const Message = record({
  author: record({ role: v.string(), name: maybeText }),
  create_time: maybe(anyValue),
  content: maybe(anyRecord),
  /** Whom the message is for: `all`, or the tool that is called. */
  recipient: maybeText,
  metadata: maybe(
    record({
      model_slug: maybeText,
      is_visually_hidden_from_conversation: maybe(v.boolean()),
      is_user_system_message: maybe(v.boolean()),
      /** Of code that was run. */
      aggregate_result: maybe(
        record({ status: maybeText, in_kernel_exception: maybe(record({ name: maybeText, args: maybe(anyList) })) }),
      ),
    }),
  ),
});
export type Message = v.InferOutput<typeof Message>;

export const Content = record({
  content_type: maybeText,
  parts: maybe(anyList),
  text: maybeText,
  /** Of `tether_browsing_display`. */
  result: maybeText,
  /** Of `system_error`. */
  name: maybeText,
});
