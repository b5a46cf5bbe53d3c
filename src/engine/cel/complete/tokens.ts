import { countLeading } from '../../../base/scan.ts';
import { lex } from '../parse/lex.ts';
import type { Token } from '../parse/token.ts';

/** An unclosed bracket before some place, with the commas of its own level. */
export interface Opened {
  readonly token: number;
  readonly commas: readonly number[];
}

const closers: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** The tokens of an incomplete text, with its brackets paired as far as possible. */
export class TokenList {
  readonly tokens: readonly Token[];
  private readonly openers = new Map<number, number>();

  constructor(text: string) {
    this.tokens = lex(text).tokens;
    const waiting: number[] = [];
    for (const [index, token] of this.tokens.entries()) {
      if (token.kind !== 'punct') continue;
      if ('([{'.includes(token.text)) waiting.push(index);
      else if (closers.get(token.text) === this.tokens[waiting.at(-1) ?? -1]?.text) {
        this.openers.set(index, waiting.pop() ?? -1);
      }
    }
  }

  /** The token that closes a bracket; the last token of the text where none does. */
  closeOf(opener: number): number {
    for (const [close, open] of this.openers) if (open === opener) return close;
    return this.tokens.length - 1;
  }

  is(index: number, text: string): boolean {
    const token = this.tokens[index];
    return token?.kind === 'punct' && token.text === text;
  }

  isName(index: number): boolean {
    const token = this.tokens[index];
    return (token?.kind === 'ident' && token.text !== 'in') || token?.kind === 'quoted';
  }

  /** True if an operand can end with this token. */
  endsOperand(index: number): boolean {
    const token = this.tokens[index];
    if (token === undefined || token.kind === 'end') return false;
    return token.kind === 'punct' ? closers.has(token.text) : this.isName(index) || token.kind !== 'ident';
  }

  /** The last token that ends at or before an offset. */
  before(offset: number): number {
    const isBefore = (index: number) => {
      const token = this.tokens[index];
      return token !== undefined && token.end <= offset && token.kind !== 'end';
    };
    return countLeading(this.tokens.length - 1, isBefore) - 1;
  }

  /**
   * The first token of the operand that ends with this token: of all of `context.input[0]`, of `f(x)` with its name.
   */
  operandStart(end: number): number | undefined {
    let at = end;
    for (;;) {
      if (!this.endsOperand(at)) return undefined;
      if (!this.isName(at)) {
        if (this.tokens[at]?.kind !== 'punct') return at;
        const opener = this.openers.get(at);
        if (opener === undefined) return undefined;
        const continues = this.is(at, ']') ? this.endsOperand(opener - 1) : this.is(at, ')') && this.isName(opener - 1);
        if (!continues) return opener;
        at = opener - 1;
        continue;
      }
      const dot = this.dotBefore(at);
      if (dot === undefined) return at;
      at = dot - 1;
    }
  }

  /** The dot before a name, in `.name` and `.?name`. */
  dotBefore(name: number): number | undefined {
    const dot = this.is(name - 1, '?') ? name - 2 : name - 1;
    return this.is(dot, '.') ? dot : undefined;
  }

  /** The brackets that are open after this token, outermost first. */
  openAfter(last: number): readonly Opened[] {
    const open: { readonly token: number; readonly commas: number[] }[] = [];
    for (let index = 0; index <= last; index++) {
      if (this.tokens[index]?.kind !== 'punct') continue;
      if (this.is(index, ',')) open.at(-1)?.commas.push(index);
      else if ('([{'.includes(this.tokens[index]?.text ?? ' ')) open.push({ token: index, commas: [] });
      else if (this.openers.has(index)) open.pop();
    }
    return open;
  }
}
