import * as v from 'valibot';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { fieldOf } from '../../importing/messages/gemini-content.ts';
import { maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * The Gemini API: contents, requests and responses, in camelCase as over HTTP, in snake_case as google-genai prints them.
 * https://ai.google.dev/api/generate-content, https://ai.google.dev/api/caching#Content
 */
const roles: ReadonlySet<Value> = new Set(['user', 'model', 'function', 'tool']);

/** `role` may be missing in a single-turn question; it then means the user. */
export function isContent(value: Value): boolean {
  if (!isRecord(value)) return false;
  const { role, parts } = value;
  const isKnown = role === undefined || role === null || roles.has(role);
  // Parts with a `type` belong to other formats: Gemini distinguishes parts by their keys.
  return (
    isKnown && parts !== undefined && isList(parts) && [...parts].every((part) => isRecord(part) && !('type' in part))
  );
}

/** `{candidates: [{content, finishReason}], usageMetadata, modelVersion}` */
export function isResponse(value: Value): boolean {
  if (!isRecord(value)) return false;
  const { candidates } = value;
  if (blockReasonIn(value) !== undefined) return true;
  if (candidates === undefined || !isList(candidates)) return false;
  const [first] = candidates;
  return (
    first !== undefined &&
    isRecord(first) &&
    (isContent(first['content'] ?? null) || 'index' in first || fieldOf(first, 'finish_reason') !== undefined)
  );
}

/** The reason why a prompt got no answer. https://ai.google.dev/api/generate-content#BlockReason */
export function blockReasonIn(response: RecordValue): string | undefined {
  const feedback = fieldOf(response, 'prompt_feedback');
  const reason = feedback !== undefined && isRecord(feedback) ? fieldOf(feedback, 'block_reason') : undefined;
  return typeof reason === 'string' ? reason : undefined;
}

/** A prompt saved by AI Studio: the conversation in pieces, including thoughts. */
export const Studio = record({
  chunkedPrompt: record({ chunks: v.custom<readonly Value[]>(Array.isArray) }),
  runSettings: maybe(record({ model: maybeText })),
});

export const Chunk = record({
  role: v.string(),
  text: maybeText,
  isThought: maybe(v.boolean()),
  tokenCount: maybeCount,
  createTime: maybeText,
});
