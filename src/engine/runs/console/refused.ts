import type { TextRange } from '../../model/problem.ts';
import type { Cursor } from './cursor.ts';

/** A feature that a playground lacks, in a sentence that quotes its first line. */
export function refuse(cursor: Cursor, at: TextRange, what: string, instead: string): void {
  const line = cursor.text.slice(at.start, at.start + 400).split('\n', 1)[0] ?? '';
  const named = line.length > 60 ? `${line.slice(0, 59)}…` : line.trimEnd();
  cursor.fail('not-here', `${what}: “${named}”. ${instead}`, {
    start: at.start,
    end: at.start + line.trimEnd().length,
  });
}

/** Refuses a function or a loop where a value is expected. `isLoop`: the token begins the loop of a comprehension. */
export function refusedDefinition(cursor: Cursor, isLoop = false): void {
  const { token } = cursor;
  if (isLoop) return refuse(cursor, token, 'A playground runs no loops', 'Write the values one by one.');
  const isArrow =
    (token.kind === 'name' && cursor.ahead(1).text === '=>') ||
    (token.kind === 'name' && token.text === 'async') ||
    (token.kind === 'mark' && token.text === '(' && isArrowAfter(cursor));
  if (isArrow || (token.kind === 'name' && (token.text === 'function' || token.text === 'lambda'))) {
    refuse(cursor, token, 'A playground defines no functions', 'Paste the lines inside it instead.');
  }
}

/** Whether this bracket opens a function's parameters. */
function isArrowAfter(cursor: Cursor): boolean {
  let depth = 0;
  // No example has more parameters than these.
  for (let i = 0; i < 200; i++) {
    const { kind, text } = cursor.ahead(i);
    if (kind === 'end') return false;
    if (kind === 'mark' && '([{'.includes(text)) depth += 1;
    if (kind === 'mark' && ')]}'.includes(text)) depth -= 1;
    if (depth === 0) return cursor.ahead(i + 1).text === '=>';
  }
  return false;
}
