import type { HookId } from '../model/hooks.ts';
import type { Problem, TextRange } from '../model/problem.ts';

/** A problem of an expression, found before it runs, with its place. */
export interface Diagnostic extends Problem {
  readonly severity: Severity;
  readonly range: TextRange;
  /** The change that the message advises, where it can be made automatically. */
  readonly fix?: Fix;
}

export type Severity = 'error' | 'warning' | 'hint';

/** A change of the text that removes a problem. */
export interface Fix {
  /** The effect in a few words; code is between backquotes. */
  readonly title: string;
  /** In the order of the text; edits never overlap. */
  readonly edits: readonly Edit[];
  /** Set where the rule is moved to another hook. */
  readonly hook?: HookId;
}

export interface Edit extends TextRange {
  /** The replacement of the range. */
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

/** A fix that replaces one range. */
export const rewrite = (range: TextRange, text: string, title = `Write \`${text}\``): Fix => ({
  title: title.length > 80 ? 'Rewrite it' : title,
  edits: [{ start: range.start, end: range.end, text }],
});

/** Applies edits to a text. */
export function applied(text: string, edits: readonly Edit[]): string {
  let at = 0;
  let whole = '';
  for (const { start, end, text: by } of edits) {
    whole += text.slice(at, start) + by;
    at = end;
  }
  return whole + text.slice(at);
}
