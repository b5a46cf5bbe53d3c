import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { readContent, textOf, type Part } from '../../importing/messages/content.ts';
import { noteUnreadMessage } from '../../importing/transcript/conversation-entry.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import type { NormalizedMessage } from '../../importing/transcript/normalized-message.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { opened } from '../../importing/values/written-value.ts';
import { Content, Message } from './format.ts';

const reasoning: ReadonlySet<string> = new Set(['thoughts', 'reasoning_recap']);
/** What the user or ChatGPT wrote once for all conversations. */
const settings: ReadonlySet<string> = new Set(['user_editable_context', 'model_editable_context']);

export function readEntry(
  entry: Placed & { readonly more?: readonly Placed[] },
  report: ImportReport,
): readonly NormalizedMessage[] {
  const { value, place, more = [] } = entry;
  const parsed = v.safeParse(Message, value);
  if (!parsed.success) {
    noteUnreadMessage(entry, report);
    return [];
  }
  const { author, create_time, recipient = 'all', metadata } = parsed.output;
  const at = readInstant(create_time, [...place, 'create_time'], report);
  const where = [...place, 'content'];
  const content = v.safeParse(Content, parsed.output.content);
  const kind = content.success ? (content.output.content_type ?? '') : '';
  if (author.role === 'system' || settings.has(kind) || metadata?.is_user_system_message === true) {
    return [{ role: 'system', parts: [], place }];
  }
  if (reasoning.has(kind)) {
    noteReasoning(where, report);
    return [];
  }
  if (author.role === 'tool') {
    const results = [entry, ...more].map((one) => resultOf(one.value, one.place, report));
    const mark = { id: undefined, name: author.name, place };
    return [{ role: 'results', parts: [], results: [{ mark, result: together(results) }], at, place }];
  }
  const parts = partsOf(parsed.output.content, where, report);
  if (author.role !== 'assistant') return [{ role: 'user', parts, at, place }];
  const answer = { role: 'assistant', model: metadata?.model_slug, at, place } as const;
  if (recipient === 'all') return [{ ...answer, parts }];
  const input = opened(textOf(parts));
  return [{ ...answer, parts: [], calls: [{ id: undefined, name: recipient, input, place }] }];
}

/**
 * | in a message of a tool | outcome |
 * | --- | --- |
 * | `content_type: system_error` | errored, with its text |
 * | `metadata.aggregate_result.status` that begins with `failed`, or is `cancelled` | errored, with what the code printed |
 * | anything else | successful, whatever its text says |
 */
function resultOf(value: Value, place: Path, report: ImportReport): CallResult {
  const parsed = v.safeParse(Message, value);
  if (!parsed.success) return { outcome: 'ok', output: value };
  const { content, metadata } = parsed.output;
  const parts = partsOf(content, [...place, 'content'], report);
  const text = textOf(parts);
  const read = v.safeParse(Content, content);
  const status = metadata?.aggregate_result?.status ?? '';
  const isError = read.success && read.output.content_type === 'system_error';
  if (isError || status.startsWith('failed') || status === 'cancelled') {
    const name = metadata?.aggregate_result?.in_kernel_exception?.name ?? (read.success ? read.output.name : undefined);
    return { outcome: 'error', output: undefined, reason: text === '' ? (name ?? status) : text };
  }
  const isText = parts.every((part) => typeof part['text'] === 'string');
  return { outcome: 'ok', output: isText ? text : parts };
}

/** Several messages of one tool: a list of what they say, or the first failure among them. */
function together(results: readonly CallResult[]): CallResult {
  const [first] = results;
  const failure = results.find(({ outcome }) => outcome !== 'ok');
  if (failure !== undefined) return failure;
  if (results.length === 1 && first !== undefined) return first;
  return { outcome: 'ok', output: results.flatMap(({ output }) => output ?? []) };
}

/** `{content_type: text, parts}`, `{content_type: code, text}`, and a dozen rarer kinds. */
function partsOf(content: Value | undefined, place: Path, report: ImportReport): readonly Part[] {
  const parsed = v.safeParse(Content, content);
  if (!parsed.success) return [];
  const { content_type: kind, parts, text, result } = parsed.output;
  if (parts !== undefined) {
    return parts.flatMap((part, index) => partOf(part, [...place, 'parts', index], report)).filter(saysSomething);
  }
  const words = text ?? result;
  if (words !== undefined) return [{ mimeType: 'text/plain', text: words }].filter(saysSomething);
  return kind === undefined || content === undefined ? [] : readContent(content, place, report);
}

const saysSomething = (part: Part): boolean => part['text'] !== '';

/** Pictures and sound are pointers into the export; what was spoken is beside its sound as words. */
function partOf(part: Value, place: Path, report: ImportReport): readonly Part[] {
  if (!isRecord(part)) return readContent(part, place, report);
  const { content_type: kind, asset_pointer: pointer, text } = part;
  if (kind === 'audio_transcription' && typeof text === 'string') return [{ mimeType: 'text/plain', text }];
  const media = kind === 'image_asset_pointer' ? 'image/*' : 'audio/*';
  if (typeof pointer === 'string') return [{ mimeType: media, file: pointer }];
  return readContent(part, place, report);
}
