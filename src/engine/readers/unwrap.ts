import type { TextRange } from '../model/problem.ts';
import type { Notebook } from './notebook.ts';

/** Chat answers and documents put values into a fenced code block: what is inside, or the whole text without one. */
export function insideFence(text: string, notebook: Notebook): TextRange {
  const whole = { start: 0, end: text.length };
  const fence = text.indexOf('```');
  if (fence === -1 || !fenceBeforeValue.test(text.slice(0, fence))) return whole;
  const line = text.indexOf('\n', fence);
  if (line === -1) return whole;
  const closing = text.indexOf('\n```', line);
  const inside = { start: line + 1, end: closing === -1 ? text.length : closing + 1 };
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

/** Only prose may stand before the fence: after a bracket it is part of some value's text. */
const fenceBeforeValue = /^[^{[]*$/;

/** What people copy along with a value: `export default`, `const log =`, `window.data =`. Bounded look-ahead. */
export function assignmentEnd(text: string, start: number): number {
  const match = assignment.exec(text.slice(start, start + 300));
  return match === null ? start : start + match[0].length;
}

const assignment =
  /^\s*(?:export\s+default\s|(?:export\s+)?(?:const|let|var)\s+[\w$]{1,80}\s*=|[\w$.]{1,120}\s*=(?!=))\s*/;
