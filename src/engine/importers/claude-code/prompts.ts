import { textBetween } from '../../../base/scan.ts';
import { entry, isList, isRecord, type Value } from '../../model/value.ts';

/** The text of a user's line that is no result of a tool; undefined where it is one, or says nothing. */
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

/** What Claude Code writes in the user's place when he stopped it. */
export const isInterruption = (text: string): boolean => text.startsWith('[Request interrupted by user');

/** Commands of the program and of the user's own shell, with what they printed: they reach nobody but the user. */
export const isLocalOutput = (text: string): boolean =>
  /^\s*<(?:local-command-|bash-(?:input|stdout|stderr))/.test(text);

const command = /<command-name>([^<]*)<\/command-name>/;

/** `/name arguments`, as the user typed it, where the line is a command in tags. */
export function commandIn(text: string): string | undefined {
  const start = text.slice(0, 200_000);
  const name = command.exec(start)?.[1]?.trim();
  if (name === undefined || name === '' || !/^\s*<command-/.test(start)) return undefined;
  const args = textBetween(start, '<command-args>', '</command-args>')?.trim() ?? '';
  return args === '' ? name : `${name} ${args}`;
}
