import type { Problem, TextRange } from '../model/problem.ts';

/** What is wrong with an expression before it runs, at a place in it. */
export interface Diagnostic extends Problem {
  readonly severity: Severity;
  readonly range: TextRange;
  /** What the message advises, where it can be done for the author. */
  readonly fix?: Fix;
}

export type Severity = 'error' | 'warning' | 'hint';

/** A change of the text that removes a problem. */
export interface Fix {
  /** What it does, in a few words; code stands between backquotes. */
  readonly title: string;
  /** In the order of the text; none overlaps another. */
  readonly edits: readonly Edit[];
}

export interface Edit extends TextRange {
  /** What takes the place of the range. */
  readonly text: string;
}

const diagnostic =
  (severity: Severity) =>
  (code: string, message: string, range: TextRange, fix?: Fix): Diagnostic => ({
    code: `cel/${code}`,
    message,
    severity,
    range,
    ...(fix !== undefined && { fix }),
  });

export const error = diagnostic('error');
export const warning = diagnostic('warning');
export const hint = diagnostic('hint');

/** A fix that writes something else in one place. */
export const rewrite = (range: TextRange, text: string, title = `Write \`${text}\``): Fix => ({
  title: title.length > 80 ? 'Rewrite it' : title,
  edits: [{ start: range.start, end: range.end, text }],
});

/** The text with edits made. */
export function applied(text: string, edits: readonly Edit[]): string {
  let at = 0;
  let whole = '';
  for (const { start, end, text: by } of edits) {
    whole += text.slice(at, start) + by;
    at = end;
  }
  return whole + text.slice(at);
}
