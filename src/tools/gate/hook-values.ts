import { isList, isRecord, type Value } from '../../engine/model/value.ts';

/**
 * The result of a call as the model reads it, which is what a transcript records. Hooks get the tool's own record: what a command
 * printed, the blocks of an MCP server. Other records stay as they are.
 */
export function resultOf(output: Value): Value {
  if (!isRecord(output)) return isList(output) ? (textOf(output) ?? output) : output;
  const { stdout, stderr, content, llmContent } = output;
  if (typeof stdout === 'string')
    return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n');
  return textOf(content ?? llmContent ?? null) ?? output;
}

/** The text of blocks that are all texts. */
function textOf(content: Value): string | undefined {
  if (typeof content === 'string') return content;
  if (!isList(content)) return undefined;
  const texts = [...content].map((block) => (isRecord(block) ? block['text'] : block));
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? texts.join('\n') : undefined;
}
