import { textBetween } from '../../../base/scan.ts';
import { entry, isList, isRecord, type Value } from '../../model/value.ts';

/** The text of a user's line. Undefined if the line is a tool result or contains no text. */
export function promptOf(content: Value): string | undefined {
  if (typeof content === 'string') return content === '' ? undefined : content;
  if (!isList(content)) return undefined;
  const blocks = [...content];
  if (blocks.some((block) => isRecord(block) && entry(block, 'type') === 'tool_result')) return undefined;
  const texts = blocks.flatMap((block) => {
    const text = isRecord(block) ? entry(block, 'text') : undefined;
    return typeof text === 'string' ? [text] : [];
  });
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** Claude Code writes this text as a user message after the user interrupted it. */
export const isInterruption = (text: string): boolean => text.startsWith('[Request interrupted by user');

/** Commands of Claude Code and of the user's own shell, with their output. Only the user sees them. */
export const isLocalOutput = (text: string): boolean =>
  /^\s*<(?:local-command-|bash-(?:input|stdout|stderr))/.test(text);

const command = /<command-name>([^<]*)<\/command-name>/;

/** If the line is a command in tags: `/name arguments`, as the user typed it. */
export function commandIn(text: string): string | undefined {
  const start = text.slice(0, 200_000);
  const name = command.exec(start)?.[1]?.trim();
  if (name === undefined || name === '' || !/^\s*<command-/.test(start)) return undefined;
  const args = textBetween(start, '<command-args>', '</command-args>')?.trim() ?? '';
  return args === '' ? name : `${name} ${args}`;
}
