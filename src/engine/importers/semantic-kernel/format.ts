import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Chat histories of Semantic Kernel: of Python (`ChatHistory.serialize()`) and of C# (`JsonSerializer.Serialize(chatHistory)`).
 * https://learn.microsoft.com/semantic-kernel/concepts/ai-services/chat-completion/chat-history
 */
const Python = record({
  role: v.string(),
  items: anyList,
  metadata: maybe(anyRecord),
  ai_model_id: maybeText,
  name: maybeText,
  finish_reason: maybeText,
});
const DotNet = record({
  Role: record({ Label: v.string() }),
  Items: anyList,
  Metadata: maybe(anyRecord),
  ModelId: maybeText,
  AuthorName: maybeText,
});

export const Message = v.union([
  v.pipe(
    Python,
    v.transform(({ role, items, metadata, ai_model_id, name, finish_reason }) => ({
      role,
      key: 'items',
      items,
      metadata,
      ended: finish_reason,
      model: ai_model_id,
      author: name,
    })),
  ),
  v.pipe(
    DotNet,
    v.transform(({ Role, Items, Metadata, ModelId, AuthorName }) => ({
      role: Role.Label.toLowerCase(),
      key: 'Items',
      items: Items,
      metadata: Metadata,
      ended: typeof Metadata?.['FinishReason'] === 'string' ? Metadata['FinishReason'] : undefined,
      model: ModelId,
      author: AuthorName,
    })),
  ),
]);
export type Message = v.InferOutput<typeof Message>;

/** Both languages in one: `content_type` and snake_case, or `$type` and PascalCase. */
export const PythonItem = record({
  content_type: v.string(),
  text: maybe(anyValue),
  id: maybeText,
  name: maybeText,
  function_name: maybeText,
  plugin_name: maybeText,
  arguments: maybe(anyValue),
  result: maybe(anyValue),
  uri: maybeText,
  data_uri: maybeText,
  mime_type: maybeText,
});
export const DotNetItem = record({
  $type: v.string(),
  Text: maybe(anyValue),
  Id: maybeText,
  CallId: maybeText,
  FunctionName: maybeText,
  PluginName: maybeText,
  Arguments: maybe(anyValue),
  Result: maybe(anyValue),
  Uri: maybeText,
  DataUri: maybeText,
  MimeType: maybeText,
});
