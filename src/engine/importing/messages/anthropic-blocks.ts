import { below, type Path } from '../../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf, type Part } from '../content/content.ts';
import { counted, type ImportReport } from '../import-report.ts';
import type { RequestedCall } from '../transcript/call-matcher.ts';
import { noteReasoning } from '../notes.ts';

/**
 * The content of an Anthropic message: a text, or blocks of many types.
 * https://docs.anthropic.com/en/api/messages
 */
export interface Blocks {
  readonly parts: readonly Part[];
  readonly calls: readonly RequestedCall[];
  readonly results: readonly BlockResult[];
  /** The model reasoned, whether or not its reasoning is readable. */
  readonly thinks: boolean;
}

export interface BlockResult {
  readonly id: string | undefined;
  readonly output: Value | undefined;
  /** The output in words. */
  readonly text: string;
  readonly isError: boolean;
  readonly place: Path;
}

export function readBlocks(content: Value | undefined, place: Path, report: ImportReport): Blocks {
  if (content === undefined || !isList(content)) {
    return { parts: readContent(content, place, report), calls: [], results: [], thinks: false };
  }
  const parts: Part[] = [];
  const calls: RequestedCall[] = [];
  const results: BlockResult[] = [];
  let thinks = false;
  [...content].forEach((block, index) => {
    const where = below(place, index);
    const type = isRecord(block) ? entry(block, 'type') : undefined;
    if (!isRecord(block) || typeof type !== 'string') parts.push(...readContent([block], place, report));
    else if (type === 'thinking' || type === 'redacted_thinking') {
      thinks = true;
      noteReasoning(where, report);
    } else if (isCall(type)) calls.push(callOf(block, where, report));
    else if (isResult(type)) results.push(resultOf(block, where, report));
    else parts.push(partOf(block, type, where, report));
  });
  // Some programs write a blank text before a call.
  const spoken = parts.filter((part) => typeof part['text'] !== 'string' || part['text'].trim() !== '');
  return { parts: spoken, calls, results, thinks };
}

const isCall = (type: string): boolean => type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use';

/** Besides `tool_result`, each tool that the provider runs has a type of its own: `web_search_tool_result` and the like. */
const isResult = (type: string): boolean => type === 'tool_result' || type.endsWith('_tool_result');

function callOf(block: RecordValue, place: Path, report: ImportReport): RequestedCall {
  const id = entry(block, 'id');
  const name = entry(block, 'name');
  if (typeof name !== 'string') {
    report.note(
      'assumed',
      'import/call-name',
      place,
      (n) => `${counted(n, 'call')} without a name: shown as “unknown”.`,
    );
  }
  return {
    id: typeof id === 'string' ? id : undefined,
    name: typeof name === 'string' ? name : 'unknown',
    input: entry(block, 'input'),
    place,
  };
}

function resultOf(block: RecordValue, place: Path, report: ImportReport): BlockResult {
  const id = entry(block, 'tool_use_id');
  const content = entry(block, 'content');
  const inner = content !== undefined && isRecord(content) ? content : undefined;
  const code = inner && entry(inner, 'error_code');
  const where = below(place, 'content');
  const parts = inner === undefined ? readResult(content, where, report) : undefined;
  const exit = inner && entry(inner, 'return_code');
  const failed =
    typeof code === 'string' ? code : typeof exit === 'number' && exit !== 0 ? `exit code ${exit}` : undefined;
  const text = failed ?? (parts === undefined ? '' : textOf(parts));
  return {
    id: typeof id === 'string' ? id : undefined,
    output: outputOf(content, parts, text),
    text,
    isError: entry(block, 'is_error') === true || failed !== undefined,
    place,
  };
}

/** A list of search hits and the like is not message content, and neither is a number: they are kept as they are. */
function readResult(content: Value | undefined, place: Path, report: ImportReport): readonly Part[] | undefined {
  if (typeof content === 'string') return readContent(content, place, report);
  if (content === undefined || !isList(content)) return undefined;
  const blocks = [...content];
  return blocks.every((block) => isRecord(block) && (block['type'] === 'text' || block['type'] === 'image'))
    ? readBlocks(content, place, report).parts
    : undefined;
}

function outputOf(content: Value | undefined, parts: readonly Part[] | undefined, text: string): Value | undefined {
  if (content === undefined || content === null) return undefined;
  if (parts === undefined || (isList(content) && [...content].length === 0)) return content;
  const isText = parts.every((part) => typeof part['text'] === 'string');
  return isText ? text : parts;
}

function partOf(block: RecordValue, type: string, place: Path, report: ImportReport): Part {
  const source = entry(block, 'source');
  if ((type === 'image' || type === 'document') && source !== undefined && isRecord(source)) {
    const file = entry(source, 'data') ?? entry(source, 'url') ?? entry(source, 'file_id');
    const mime = entry(source, 'media_type');
    if (typeof file === 'string') {
      const kind = type === 'image' ? 'image/*' : 'application/octet-stream';
      return { mimeType: typeof mime === 'string' ? mime : kind, file };
    }
  }
  // One block in, one part out.
  const [part = { mimeType: 'application/json', metadata: block }] = readContent([block], place.slice(0, -1), report);
  return part;
}
