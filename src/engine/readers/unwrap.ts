import type { TextRange } from '../model/problem.ts';
import type { Notebook } from './notebook.ts';

/**
 * Chat answers and documents put values into a fenced code block. Returns the content of the block, or the whole text
 * without one.
 */
export function insideFence(text: string, notebook: Notebook): TextRange {
  const whole = { start: 0, end: text.length };
  const fence = text.indexOf('```');
  if (fence === -1 || !fenceBeforeValue.test(text.slice(0, fence).replaceAll(timeInBrackets, ''))) return whole;
  const line = text.indexOf('\n', fence);
  if (line === -1) return whole;
  // In a chat the value may begin directly behind the fence, and end directly before the other.
  const isOnLine = /[[{('"]/.test(text.slice(fence, Math.min(line, fence + 200)));
  const closing = isOnLine ? lastFence(text, fence) : text.indexOf('\n```', line);
  const start = isOnLine ? fence + 3 : line + 1;
  const inside = { start, end: closing === -1 ? text.length : closing + 1 };
  notebook.add('repaired', 'reader/code-fence', 'The text inside the code block was read.', fence);
  const after = closing === -1 ? '' : text.slice(closing + 4).trim();
  if (text.slice(0, fence).trim() !== '' || after !== '') {
    notebook.add(
      'lost',
      'reader/outside-fence',
      'Text outside the first code block was left out.',
      after === '' ? 0 : closing + 4,
    );
  }
  return inside;
}

/** Before the last fence; -1 where there is only one. */
function lastFence(text: string, first: number): number {
  const last = text.lastIndexOf('```');
  return last > first ? last - 1 : -1;
}

/** Only prose may be before the fence: after a bracket it is part of a value's text. */
const timeInBrackets = /\[\d[^\][{}'"\n]{0,30}\]/g;
const fenceBeforeValue = /^[^{[]*$/;

/** Code that people copy with a value: `export default`, `const log =`, `window.data =`. Bounded look-ahead. */
export function assignmentEnd(text: string, start: number): number {
  const match = assignment.exec(text.slice(start, start + 300));
  return match === null ? start : start + match[0].length;
}

const assignment =
  /^\s*(?:export\s+default\s|(?:export\s+)?(?:const|let|var)\s+[\w$]{1,80}\s*=|[\w$.]{1,120}\s*=(?!=))\s*/;
