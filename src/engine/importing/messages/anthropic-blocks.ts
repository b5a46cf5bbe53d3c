import { below, type Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf, type Part } from '../content/content.ts';
import { assumed, type ImportReport } from '../import-report.ts';
import type { RequestedCall } from '../transcript/call-matcher.ts';
import { noteReasoning } from '../notes.ts';
import { plusAny } from '../transcript/transcript.ts';
import { countAt, numberAt, textAt, type Where } from '../values/where.ts';

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
  /** Its readable reasoning; undefined when there is none. */
  readonly thinking: string | undefined;
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
    return { parts: readContent(content, place, report), calls: [], results: [], thinks: false, thinking: undefined };
  }
  const parts: Part[] = [];
  const calls: RequestedCall[] = [];
  const results: BlockResult[] = [];
  let thinks = false;
  const thoughts: string[] = [];
  [...content].forEach((block, index) => {
    const where = below(place, index);
    const type = textAt(block, 'type');
    if (!isRecord(block) || type === undefined) parts.push(...readContent([block], place, report));
    else if (type === 'thinking' || type === 'redacted_thinking') {
      thinks = true;
      const thought = textAt(block, 'thinking');
      if (thought !== undefined && thought !== '') thoughts.push(thought);
      noteReasoning(where, report);
    } else if (isCall(type)) calls.push(callOf(block, where, report));
    else if (isResult(type)) results.push(readResultBlock(block, where, report));
    else parts.push(...readContent([block], place, report));
  });
  // Some programs write a blank text before a call.
  const spoken = parts.filter((part) => typeof part['text'] !== 'string' || part['text'].trim() !== '');
  return { parts: spoken, calls, results, thinks, thinking: thoughtsIn(thoughts) };
}

/** The parts of the model's reasoning as one text. */
export const thoughtsIn = (thoughts: readonly string[]): string | undefined =>
  thoughts.length === 0 ? undefined : thoughts.join('\n\n');

const isCall = (type: string): boolean => type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use';

/** Besides `tool_result`, each tool that the provider runs has a type of its own: `web_search_tool_result` and the like. */
const isResult = (type: string): boolean => type === 'tool_result' || type.endsWith('_tool_result');

function callOf(block: RecordValue, place: Path, report: ImportReport): RequestedCall {
  const name = textAt(block, 'name');
  if (name === undefined) noteUnnamed(place, report);
  return { id: textAt(block, 'id'), name: name ?? 'unknown', input: block['input'], place };
}

const noteUnnamed = assumed('import/call-name', '{# call} without a name: shown as “unknown”.');

export function readResultBlock(block: RecordValue, place: Path, report: ImportReport): BlockResult {
  const { content } = block;
  const parts = readResult(content, below(place, 'content'), report);
  const exit = numberAt(content, 'return_code') ?? 0;
  const failed = textAt(content, 'error_code') ?? (exit === 0 ? undefined : `exit code ${exit}`);
  const text = failed ?? (parts === undefined ? '' : textOf(parts));
  const isError = block['is_error'] === true || failed !== undefined;
  return { id: textAt(block, 'tool_use_id'), output: outputOf(content, parts, text), text, isError, place };
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

/**
 * Anthropic counts apart from the input what was read from a cache or written to it; both are part of the prompt. Programs that
 * write the counts of another provider in this form state a total, which shows that the input has them already. Haystack gives
 * Anthropic's counts OpenAI's names, without a total.
 */
export function promptTokens(usage: Value | undefined): number | undefined {
  const count = (name: string) => countAt(usage, name);
  const total = count('total_tokens');
  const input = count('input_tokens') ?? (total === undefined ? count('prompt_tokens') : undefined);
  if (input !== undefined && total === input + (count('output_tokens') ?? 0)) return input;
  return plusAny(input, count('cache_creation_input_tokens'), count('cache_read_input_tokens'));
}

/** Under the names of Anthropic, OpenAI (chat, Responses, Codex) and LangChain. */
const cacheReads: Where = [
  'cache_read_input_tokens',
  'prompt_tokens_details.cached_tokens',
  'input_tokens_details.cached_tokens',
  'cached_input_tokens',
  'input_token_details.cache_read',
];

/** Those of the prompt that were read from a cache. */
export const cachedTokens = (usage: Value | undefined): number | undefined => countAt(usage, cacheReads);
