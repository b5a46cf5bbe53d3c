import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { outcomeOf, type MessageResult } from '../../importing/messages/any-message-parts.ts';
import { endIn, tokensOf } from '../../importing/messages/any-message.ts';
import { readContent, type Part as ContentPart } from '../../importing/messages/content.ts';
import { noteUnreadMessage } from '../../importing/transcript/conversation-entry.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import type { NormalizedMessage } from '../../importing/transcript/normalized-message.ts';
import { Image, Message, Part, ToolCall, ToolCallResult } from './format.ts';

export function readMessage(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const { value, place } = placed;
  const parsed = v.safeParse(Message, value);
  if (!parsed.success) {
    noteUnreadMessage(placed, report);
    return [];
  }
  const { role, key, content, meta, name } = parsed.output;
  const read: Read = { parts: [], calls: [], results: [], isReasoning: false };
  const where = [...place, key];
  if (Array.isArray(content)) {
    (content as readonly Value[]).forEach((part, index) => addPart(part, [...where, index], read, report)); // narrowed to any[]
  } else read.parts.push(...readContent(content, where, report));
  const parts = name === undefined ? read.parts : read.parts.map((part) => ({ ...part, metadata: { name } }));
  if (role !== 'assistant') return [{ role: role === 'tool' ? 'results' : role, parts, results: read.results, place }];
  const { model } = meta;
  return [
    {
      ...read,
      role,
      parts,
      ended: endIn(meta),
      tokens: tokensOf(meta['usage']),
      model: typeof model === 'string' ? model : undefined,
      place,
    },
  ];
}

interface Read {
  readonly parts: ContentPart[];
  readonly calls: RequestedCall[];
  readonly results: MessageResult[];
  isReasoning: boolean;
}

function addPart(value: Value, place: Path, read: Read, report: ImportReport): void {
  const parsed = v.safeParse(Part, value);
  const part = parsed.success ? parsed.output : {};
  const [result, resultPlace] = under(value, part.tool_call_result, 'tool_call_result', place);
  const ended = v.safeParse(ToolCallResult, result);
  if (ended.success) return addResult(ended.output, resultPlace, read, report);
  const [called, callPlace] = under(value, part.tool_call, 'tool_call', place);
  const call = v.safeParse(ToolCall, called);
  if (call.success) {
    const { id, tool_name: name, arguments: written } = call.output;
    read.calls.push({ id, name, input: openArguments(written, callPlace, report), place: callPlace });
  } else if (part.reasoning !== undefined || part.reasoning_text !== undefined) {
    read.isReasoning = true;
    noteReasoning(place, report);
  } else if (part.text !== undefined) {
    if (part.text !== '') read.parts.push({ mimeType: 'text/plain', text: part.text });
  } else read.parts.push(imageIn(part.image ?? value) ?? readContent(value, place, report)[0] ?? {});
}

const under = (whole: Value, inner: RecordValue | undefined, key: string, place: Path): readonly [Value, Path] =>
  inner === undefined ? [whole, place] : [inner, [...place, key]];

/**
 * | in a `ToolCallResult` | outcome |
 * | --- | --- |
 * | `error: true` | errored, with its result |
 * | anything else | successful |
 */
function addResult(
  { result, origin, error }: v.InferOutput<typeof ToolCallResult>,
  place: Path,
  read: Read,
  report: ImportReport,
): void {
  const { id, tool_name: name, arguments: input } = origin;
  const mark = { id, name, copy: { name, input }, place };
  read.results.push({ mark, result: outcomeOf(result, error === true, [...place, 'result'], report) });
}

function imageIn(value: Value): ContentPart | undefined {
  const image = isRecord(value) ? v.safeParse(Image, value) : undefined;
  if (image?.success !== true) return undefined;
  return { mimeType: image.output.mime_type ?? 'image/*', file: image.output.base64_image };
}
