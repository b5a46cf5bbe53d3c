import type { Problem, TextRange } from '../../model/problem.ts';
import { problem } from './problems.ts';
import { tokensOf, type Token } from './tokens.ts';

/**
 * No person writes deeper nesting by hand, and reading is recursive; the same limit applies to a long chain such as `a
 * + b + c`.
 */
const maxDepth = 50;
const maxLinks = 100;

/**
 * The position of the reader. The first fault ends the reading: from then on every method sees the end of the text, so
 * that everything that was begun ends too.
 */
export class Cursor {
  readonly text: string;
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #at = 0;
  #depth: number;
  /** Inside brackets a line break means nothing. */
  brackets = 0;
  fault: Problem | null = null;

  constructor(text: string, range: TextRange = { start: 0, end: text.length }, depth = 0) {
    this.text = text;
    this.#tokens = tokensOf(text, range.start, range.end);
    this.#depth = depth;
    const { end } = range;
    this.#end = this.#tokens.at(-1) ?? {
      kind: 'end',
      text: '',
      start: end,
      end,
      isFirst: true,
      indent: 0,
      isApart: false,
    };
  }

  get token(): Token {
    return this.fault === null ? this.ahead(0) : this.#end;
  }

  /**
   * Whether no line is indented more than another: the indentation was lost in the page or program that the text was
   * copied from.
   */
  get isFlat(): boolean {
    const [first] = this.#tokens;
    return this.#tokens.every(({ kind, indent }) => kind === 'end' || indent === first?.indent);
  }

  get depth(): number {
    return this.#depth;
  }

  /** The end of the text read so far. */
  get last(): number {
    return this.#tokens[this.#at - 1]?.end ?? this.#end.start;
  }

  ahead(count: number): Token {
    return this.#tokens[this.#at + count] ?? this.#end;
  }

  next(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.#at += 1;
    return token;
  }

  /** Whether a mark or a word is next, on the same line when lines count. */
  is(...texts: readonly string[]): boolean {
    const { kind, text, isFirst } = this.token;
    if (isFirst && this.brackets === 0) return false;
    return (kind === 'mark' || kind === 'name') && texts.includes(text);
  }

  /** The same, on any line. */
  isNext(...texts: readonly string[]): boolean {
    const { kind, text } = this.token;
    return (kind === 'mark' || kind === 'name') && texts.includes(text);
  }

  take(...texts: readonly string[]): boolean {
    const found = this.is(...texts);
    if (found) this.next();
    return found;
  }

  /** Reads the content of brackets, the opening one of which is next; lines do not count there. */
  inBrackets<T>(close: string, read: () => T): T {
    const open = this.next();
    this.brackets += 1;
    const inner = this.deeper(read);
    if (!this.isNext(close)) this.failAtClose(open, close);
    this.brackets -= 1;
    this.next();
    return inner;
  }

  deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > maxDepth) {
      this.fail('too-deep', 'Brackets are nested too deep for a console. Load this as a script.', this.token);
    }
    const found = read();
    this.#depth -= 1;
    return found;
  }

  /** Counts one more link of a chain. */
  link(count: number): void {
    if (count > maxLinks)
      this.fail('too-deep', 'This chain is too long for a console: give its parts names.', this.token);
  }

  fail(code: string, message: string, range: TextRange): void {
    this.fault ??= problem(code, message, range);
  }

  failAtClose(open: Token, close: string): void {
    const { token } = this;
    if (token.kind === 'end') {
      this.fail('unclosed', 'This bracket is not closed.', { start: open.start, end: open.end });
    } else this.unexpected(`“${close}” or a comma`);
  }

  unexpected(expected: string): void {
    const { token } = this;
    switch (token.kind) {
      case 'end':
        return this.fail('unfinished', `${upper(expected)} is missing at the end.`, {
          start: token.start,
          end: token.start,
        });
      case 'open':
        return this.fail('unclosed-text', 'The text or comment that begins here is not closed.', {
          start: token.start,
          end: token.start + 1,
        });
      default:
        return this.fail('syntax', `${upper(expected)} was expected here.`, token);
    }
  }
}

const upper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
