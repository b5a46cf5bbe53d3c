import type { TextRange } from '../../model/problem.ts';
import { lineEnd } from '../lines.ts';
import { Frame } from './frames.ts';
import type { Node, Tree } from './node.ts';

/** An error as Node's console prints it: https://nodejs.org/api/util.html#utilinspectobject-options */
export interface PrintedError {
  readonly range: TextRange;
  readonly name: TextRange;
  readonly message: TextRange;
  /** Its stack, with its lines `at …`; undefined when it was printed in brackets, without them. */
  readonly stack: TextRange | undefined;
  /** Offset of its own properties; -1 when it has none. */
  readonly bracket: number;
}

const inBrackets = /\[((?:[A-Z][\w$]{0,60})?(?:Error|Exception))(?: \[[\w$]{1,60}\])?: /y;
const withStack = /(?:[A-Z][\w$]{0,60})?(?:Error|Exception)(?: \[[\w$]{1,60}\])?(?:: |(?=\r?\n\s{1,200}at \S))/y;
const stackLine = /^\s+(?:at \S|\.\.\. \d+ lines matching cause stack trace \.\.\.)/;
/** A longer text is no message of an error. */
const longest = 5000;

/** The error printed at an offset; undefined when there is none. */
export function printedErrorAt(text: string, start: number, end: number): PrintedError | undefined {
  return text[start] === '[' ? errorInBrackets(text, start, end) : errorWithStack(text, start, end);
}

/** `[Error: it broke]`, on one line, before a comma, a bracket or its properties. */
function errorInBrackets(text: string, start: number, end: number): PrintedError | undefined {
  inBrackets.lastIndex = start;
  const [head, name = ''] = inBrackets.exec(text) ?? [];
  if (head === undefined) return undefined;
  const lastAt = lineEnd(text, start, end);
  for (let at = text.indexOf(']', start + head.length); at !== -1 && at < lastAt; at = text.indexOf(']', at + 1)) {
    const after = text.slice(at + 1, Math.min(lastAt, at + 4));
    if (!/^(?:\s*$|,| [}\]]| \{)/.test(after)) continue;
    return {
      range: { start, end: at + 1 },
      name: { start: start + 1, end: start + 1 + name.length },
      message: { start: start + head.length, end: at },
      stack: undefined,
      bracket: after.startsWith(' {') ? at + 2 : -1,
    };
  }
  return undefined;
}

/** `Error: it broke` and its lines `at …`, the last of which a comma or the bracket of its properties may follow. */
function errorWithStack(text: string, start: number, end: number): PrintedError | undefined {
  withStack.lastIndex = start;
  const head = withStack.exec(text)?.[0];
  if (head === undefined) return undefined;
  const limit = Math.min(end, start + longest);
  let at = lineEnd(text, start, end);
  while (at < limit && !isStackLine(text, at, end)) at = lineEnd(text, at + 1, end);
  if (at >= limit) return undefined;
  const message = { start: start + head.length, end: at };
  while (at < end && isStackLine(text, at, end)) at = lineEnd(text, at + 1, end);
  const last = text.slice(Math.max(start, at - 3), at).trimEnd();
  const line = text.slice(start, at).trimEnd();
  const stackEnd = start + line.length - (last.endsWith(' {') ? 2 : last.endsWith(',') ? 1 : 0);
  return {
    range: { start, end: stackEnd },
    name: { start, end: start + head.search(/[: \r\n]|$/) },
    message,
    stack: { start, end: stackEnd },
    bracket: last.endsWith(' {') ? stackEnd + 1 : -1,
  };
}

/** `lineBreak`: the end of the line before it. */
const isStackLine = (text: string, lineBreak: number, end: number): boolean =>
  lineBreak < end && stackLine.test(text.slice(lineBreak + 1, Math.min(end, lineBreak + 201)));

/** An error and, where it has some, its properties, whose bracket is read next. */
export class ErrorFrame extends Frame {
  readonly #error: PrintedError;
  readonly #text: string;

  constructor(error: PrintedError, text: string) {
    super('class', error.range.start, text.slice(error.name.start, error.name.end));
    this.#error = error;
    this.#text = text;
  }

  override finish(tree: Tree, end: number): Node {
    const { name, message, stack, range } = this.#error;
    const own = this.last?.kind === 'dict' ? this.last : undefined;
    const words = (of: TextRange): Node => tree.leaf('words', of);
    const keywords = ['name', 'message', ...(stack === undefined ? [] : ['stack'])];
    const values = [name, message, ...(stack === undefined ? [] : [stack])].map(words);
    for (const [index, key] of (own?.keys ?? []).entries()) {
      const value = own?.values[index];
      if (value === undefined) continue;
      // Keys in the printed forms: `[cause]`, `code`, `'error-code'`.
      keywords.push(this.#text.slice(key.start, key.end).replace(/^(['"])(.*)\1$/, '$2'));
      values.push(value);
    }
    return tree.branch('call', { start: range.start, end }, { name: this.name, keywords, values });
  }
}
