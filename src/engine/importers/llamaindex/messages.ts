import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { readContent, textOf, type Part } from '../../importing/content/content.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { Block, OpenAiCall, ToolSelection, type Message } from './format.ts';
import { noteReasoning, noteUnreadCall } from '../../importing/notes.ts';

const assistants: ReadonlySet<string> = new Set(['assistant', 'chatbot', 'model']);

export function readMessage(message: Message, place: Path, report: ImportReport): NormalizedMessage {
  const { role, additional_kwargs: more } = message;
  const read = readBlocks(message, place, report);
  switch (role) {
    case 'system':
    case 'developer':
      return { role: 'system', parts: [], place };
    case 'tool':
    case 'function': {
      const mark = { id: textIn(more, 'tool_call_id'), name: textIn(more, 'name') ?? textIn(more, 'tool_name'), place };
      noteOutcome(place, report);
      // A message cannot express that its call failed; only an agent's event can.
      const result = outcomeOf(textOf(read.parts), false, [...place, 'blocks'], report);
      return { role: 'results', parts: [], results: [{ mark, result }], place };
    }
    default: {
      if (!assistants.has(role)) return { role: 'user', parts: read.parts, place };
      const written = openAiCalls(more, [...place, 'additional_kwargs', 'tool_calls'], report);
      // If both list calls, they list the same ones.
      const calls = written.length > 0 ? written : read.calls;
      return { role: 'assistant', parts: read.parts, calls, isReasoning: read.isReasoning, place };
    }
  }
}

const noteOutcome = (place: Path, report: ImportReport): void =>
  report.note(
    'assumed',
    'llamaindex/outcome',
    place,
    () => 'A tool’s message does not say whether the call failed: each such result counts as successful.',
  );

const textIn = (fields: RecordValue, key: string): string | undefined => {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return typeof value === 'string' ? value : undefined;
};

function openAiCalls(more: RecordValue, place: Path, report: ImportReport): readonly RequestedCall[] {
  const list = Object.hasOwn(more, 'tool_calls') ? (more['tool_calls'] ?? null) : null;
  return elementsOf(list).flatMap((value, index) => {
    const where = [...place, index];
    const call = v.safeParse(OpenAiCall, value);
    if (!call.success) return selectionsIn([value], where, report, true);
    const { name, arguments: written } = call.output.function;
    return [{ id: call.output.id, name, input: openArguments(written, where, report), place: where }];
  });
}

/** `ToolSelection`s of an agent's output. */
export function selectionsIn(
  values: readonly Value[],
  place: Path,
  report: ImportReport,
  isPlaced = false,
): readonly RequestedCall[] {
  return values.flatMap((value, index) => {
    const where = isPlaced ? place : [...place, index];
    const call = v.safeParse(ToolSelection, value);
    if (!call.success) {
      noteUnreadCall(where, report);
      return [];
    }
    const { tool_id: id, tool_name: name, tool_kwargs: written } = call.output;
    return [{ id, name, input: openArguments(written, where, report), place: where }];
  });
}

/** The tokens of an OpenAI answer, if the event kept them. */
export const tokensIn = (raw: Value | undefined) =>
  raw !== undefined && isRecord(raw) ? tokensOf(raw['usage']) : undefined;

interface Read {
  readonly parts: Part[];
  readonly calls: RequestedCall[];
  isReasoning: boolean;
}

function readBlocks({ blocks, content }: Message, place: Path, report: ImportReport): Read {
  const read: Read = { parts: [], calls: [], isReasoning: false };
  if (blocks === undefined) {
    read.parts.push(...readContent(content, [...place, 'content'], report).filter(saysSomething));
    return read;
  }
  blocks.forEach((value, index) => {
    const where = [...place, 'blocks', index];
    const block = v.safeParse(Block, value);
    if (block.success) addBlock(block.output, value, where, read, report);
    else read.parts.push(...readContent(value, where, report));
  });
  return read;
}

const saysSomething = (part: Part): boolean => part['text'] !== '';

function addBlock(block: Block, whole: Value, place: Path, read: Read, report: ImportReport): void {
  const { block_type: type = 'text', text, tool_call_id: id, tool_name: name, tool_kwargs: written } = block;
  if (type === 'thinking') {
    read.isReasoning = true;
    noteReasoning(place, report);
  } else if (type === 'tool_call' && name !== undefined) {
    read.calls.push({ id, name, input: openArguments(written, place, report), place });
  } else if (type === 'text' && text !== undefined) {
    if (text !== '') read.parts.push({ mimeType: 'text/plain', text });
  } else if (type !== 'cache') read.parts.push(mediaOf(type, block) ?? readContent(whole, place, report)[0] ?? {});
}

function mediaOf(type: string, block: Block): Part | undefined {
  if (!media.has(type)) return undefined;
  const file = block.url ?? block.path ?? block.image ?? block.audio ?? block.video ?? block.data;
  const mime = block.image_mimetype ?? block.video_mimetype ?? block.document_mimetype;
  return {
    mimeType: mime ?? (type === 'document' ? 'application/octet-stream' : `${type}/*`),
    ...(file !== undefined && { file }),
  };
}

const media: ReadonlySet<string> = new Set(['image', 'audio', 'video', 'document']);
