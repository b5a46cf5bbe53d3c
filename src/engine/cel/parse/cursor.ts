import type { Problem, TextRange } from '../../model/problem.ts';
import { lex } from './lex.ts';
import type { Token } from './token.ts';
import { withVariables, type Variables } from './variables.ts';

/** More than these help no one: later ones are mostly consequences of the first. */
const maxProblems = 20;

const partners: { readonly [open: string]: string } = { '(': ')', '[': ']', '{': '}' };

/** The parser's position in the token list, and the problems found so far. */
export class Cursor {
  readonly text: string;
  readonly problems: Problem[];
  private readonly tokens: readonly Token[];
  /** Text that belongs to no token, in order. */
  private readonly skipped: readonly TextRange[];
  private index = 0;
  /** Closing brackets that are still expected, outermost first: recovery stops at any of them. */
  private readonly due: string[] = [];
  /** The position of the last grammar problem: one per token is enough. */
  private reportedAt = -1;

  constructor(text: string, variables: Variables | undefined) {
    this.text = text;
    const { tokens, problems, skipped } = lex(text);
    this.problems = [...problems];
    this.tokens =
      variables === undefined
        ? tokens
        : withVariables(tokens, variables, (problem) => {
            this.problems.push(problem);
          });
    this.skipped = skipped;
  }

  get token(): Token {
    return this.ahead(0);
  }

  /** Start of the current token. */
  get start(): number {
    return this.token.start;
  }

  /** End of the previous token. */
  get end(): number {
    return this.tokens[this.index - 1]?.end ?? 0;
  }

  ahead(count: number): Token {
    const token = this.tokens[Math.min(this.index + count, this.tokens.length - 1)];
    return token ?? { kind: 'end', text: '', start: this.text.length, end: this.text.length };
  }

  /** True when the current token is this sign, or this word. */
  at(text: string): boolean {
    const { token } = this;
    return token.text === text && (token.kind === 'punct' || token.kind === 'ident');
  }

  get atClosing(): boolean {
    return isClosing(this.token);
  }

  next(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.index++;
    return token;
  }

  take(text: string): boolean {
    if (!this.at(text)) return false;
    this.next();
    return true;
  }

  /** From `start` to the end of the last token taken. */
  rangeFrom(start: number): TextRange {
    return { start, end: Math.max(start, this.end) };
  }

  report(range: TextRange, message: string): void {
    this.problems.push({ code: 'cel/parse', message, range });
  }

  /** Reports at the current token, unless a problem was already reported there. */
  reportHere(message: string): void {
    if (this.reportedAt === this.index) return;
    this.reportedAt = this.index;
    const { start, end } = this.token;
    // The missing text may be the skipped text directly before, which has a message of its own.
    if (this.skipped.some((place) => place.start >= this.end && place.end <= start)) return;
    this.report({ start, end }, message);
  }

  /** The name of the current token in messages. */
  get found(): string {
    const { token } = this;
    if (token.kind === 'end') return 'the end of the expression';
    const written = this.text.slice(token.start, token.end);
    return `\`${written.length > 40 ? `${written.slice(0, 40)}…` : written}\``;
  }

  /** Leaves the rest unread, without further problems. */
  giveUp(): void {
    this.index = this.tokens.length - 1;
    this.reportedAt = this.index;
  }

  /** The problems in the order of their places. */
  inOrder(): readonly Problem[] {
    return this.problems.toSorted((a, b) => (a.range?.start ?? 0) - (b.range?.start ?? 0)).slice(0, maxProblems);
  }

  /**
   * The items between an opening bracket (already read) and its closing one, separated by commas. Text that fits no
   * item is skipped up to the next comma or closing bracket, so that the rest is still parsed.
   */
  items(opening: string, trailingComma: boolean, item: () => void): void {
    const openedAt = this.end - opening.length;
    const closing = partners[opening] ?? opening;
    this.due.push(closing);
    while (!this.at(closing) && this.token.kind !== 'end') {
      item();
      if (!this.at(',') && !this.at(closing)) this.skipTo(closing);
      if (!this.take(',')) break;
      if (this.at(closing) && !trailingComma) this.reportHere('A value is expected after this comma.');
    }
    this.due.pop();
    this.close(openedAt, opening, closing);
  }

  private close(openedAt: number, opening: string, closing: string): void {
    if (this.take(closing)) return;
    if (this.token.kind === 'end' || this.due.includes(this.token.text)) {
      this.reportHere(`The \`${opening}\` at column ${openedAt + 1} is not closed; \`${closing}\` is missing.`);
      return;
    }
    this.reportHere(`The \`${opening}\` at column ${openedAt + 1} needs \`${closing}\`, not ${this.found}.`);
    this.next();
    // One bracket too many, rather than a wrong one.
    this.take(closing);
  }

  private skipTo(closing: string): void {
    if (this.token.kind !== 'end' && !isClosing(this.token)) {
      this.reportHere(`An operator, \`,\` or \`${closing}\` is expected before ${this.found}.`);
    }
    let depth = 0;
    while (this.token.kind !== 'end') {
      if (depth === 0 && (this.at(',') || isClosing(this.token))) return;
      if (isClosing(this.token)) depth--;
      else if (this.token.kind === 'punct' && this.token.text in partners) depth++;
      this.next();
    }
  }
}

const isClosing = (token: Token) =>
  token.kind === 'punct' && (token.text === ')' || token.text === ']' || token.text === '}');
