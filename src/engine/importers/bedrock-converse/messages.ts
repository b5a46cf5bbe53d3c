import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { MessageResult } from '../../importing/messages/any-message-parts.ts';
import type { Part } from '../../importing/messages/content.ts';
import { noteUnreadMessage } from '../../importing/transcript/conversation-entry.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import type { NormalizedMessage } from '../../importing/transcript/normalized-message.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { Block, Message } from './format.ts';

export function readMessage(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const { value, place } = placed;
  const message = v.safeParse(Message, value);
  if (!message.success) {
    noteUnreadMessage(placed, report);
    return [];
  }
  const { role, content } = message.output;
  const read = readBlocks(content, [...place, 'content'], report);
  const isResults = role === 'user' && read.results.length > 0 && read.parts.length === 0;
  return [{ role: isResults ? 'results' : role, ...read, place }];
}

interface Read {
  readonly parts: Part[];
  readonly calls: RequestedCall[];
  readonly results: MessageResult[];
  isReasoning: boolean;
}

function readBlocks(blocks: readonly Value[], place: Path, report: ImportReport): Read {
  const read: Read = { parts: [], calls: [], results: [], isReasoning: false };
  blocks.forEach((value, index) => {
    const where = [...place, index];
    const parsed = v.safeParse(Block, value);
    if (parsed.success) addBlock(parsed.output, value, where, read, report);
    else noteUnreadBlock(where, report);
  });
  return read;
}

function addBlock(block: Block, whole: Value, place: Path, read: Read, report: ImportReport): void {
  const { text, toolUse, toolResult, reasoningContent, guardContent, cachePoint, citationsContent } = block;
  if (text !== undefined) {
    if (text !== '') read.parts.push({ mimeType: 'text/plain', text });
  } else if (toolUse !== undefined) {
    const { toolUseId: id, name, input } = toolUse;
    read.calls.push({ id, name, input, place: [...place, 'toolUse'] });
  } else if (toolResult !== undefined) {
    const mark = { id: toolResult.toolUseId, name: undefined, place: [...place, 'toolResult'] };
    read.results.push({ mark, result: resultOf(toolResult) });
  } else if (reasoningContent !== undefined) {
    read.isReasoning = true;
    noteReasoning(place, report);
  } else if (cachePoint === undefined) {
    const words = wordsIn(guardContent) ?? wordsIn(citationsContent);
    read.parts.push(
      words === undefined ? (mediaOf(block) ?? wholeOf(whole, place, report)) : { mimeType: 'text/plain', text: words },
    );
  }
}

/** `guardContent: {text: {text}}`, `citationsContent: {content: [{text}]}` */
function wordsIn(holder: RecordValue | undefined): string | undefined {
  const inner = holder?.['text'];
  const text = inner !== undefined && isRecord(inner) ? inner['text'] : undefined;
  if (typeof text === 'string') return text;
  const content = holder?.['content'];
  if (!Array.isArray(content)) return undefined;
  const texts = (content as readonly Value[]).flatMap((one) =>
    isRecord(one) && typeof one['text'] === 'string' ? [one['text']] : [],
  ); // narrowed to any[]
  return texts.length === 0 ? undefined : texts.join('');
}

/** `{format: "png", source: {bytes}}`: the bytes themselves are seldom logged. */
function mediaOf({ image, document, video, audio }: Block): Part | undefined {
  for (const [media, kind] of [
    [image, 'image'],
    [video, 'video'],
    [audio, 'audio'],
    [document, 'application'],
  ] as const) {
    if (media === undefined) continue;
    const { format, name, source } = media;
    const held =
      source !== undefined && isRecord(source) ? (source['bytes'] ?? uriIn(source['s3Location'])) : undefined;
    const file = held ?? name;
    return { mimeType: `${kind}/${typeof format === 'string' ? format : '*'}`, ...(file !== undefined && { file }) };
  }
  return undefined;
}

const uriIn = (location: Value | undefined): Value | undefined =>
  location !== undefined && isRecord(location) ? location['uri'] : undefined;

function wholeOf(block: Value, place: Path, report: ImportReport): Part {
  report.note(
    'assumed',
    'import/content-part',
    place,
    (n) => `${counted(n, 'content part')} of a kind that is not known here: kept whole as “metadata”.`,
  );
  return { mimeType: 'application/json', metadata: block };
}

const noteUnreadBlock = (place: Path, report: ImportReport): void =>
  report.note('lost', 'import/part', place, (n) => `${counted(n, 'part')} of a message could not be read.`);

/**
 * | in a `toolResult` | outcome |
 * | --- | --- |
 * | `status: error` | errored, with its text |
 * | anything else | successful |
 */
function resultOf({ content = [], status }: NonNullable<Block['toolResult']>): CallResult {
  const texts = content.map((one) => (isRecord(one) ? one['text'] : undefined));
  const isText = texts.every((text) => typeof text === 'string');
  const text = texts.filter((one) => typeof one === 'string').join('\n');
  if (status === 'error') {
    return { outcome: 'error', output: undefined, reason: text === '' ? 'the result is marked as an error' : text };
  }
  const [only, ...others] = content;
  const json = others.length === 0 && only !== undefined && isRecord(only) ? only['json'] : undefined;
  if (json !== undefined) return { outcome: 'ok', output: json };
  return { outcome: 'ok', output: isText ? text : content };
}
