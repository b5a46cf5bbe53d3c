import type { TextRange } from '../../model/problem.ts';
import { depthLimit, tokenAt, tooDeep, type Fault } from '../fault.ts';
import type { Notebook } from '../notebook.ts';
import { isWholeOnly } from './constructors.ts';
import { CallFrame, ClassFrame, DictFrame, EnumFrame, FieldsFrame, GroupFrame, type Frame } from './frames.ts';
import { Tree, type Leaf, type Node } from './node.ts';
import { QuotedLeaves } from './quoted-leaves.ts';
import { Tokens, type Token } from './tokens.ts';

export interface Parsed {
  readonly tree: Tree;
  readonly root: Node;
  readonly end: number;
  /** Where the innermost bracket that the text does not close was opened. */
  readonly cutInside: number | undefined;
  /** Something printed in a way of its own was kept as text. */
  readonly hasText: boolean;
}

/**
 * Parses the value at an offset, or fields (`a=1 b=2`) when `asFields`. Nesting is held on a stack of its own.
 * `linePrefix`: what stands at the start of each line, as `linePrefixIn` finds it.
 */
export function parsePython(
  text: string,
  start: number,
  end: number,
  notebook: Notebook,
  asFields: boolean,
  linePrefix?: RegExp,
): Parsed | Fault {
  return new Parser(text, end, notebook, linePrefix).parse(start, asFields);
}

class Parser {
  readonly #text: string;
  readonly #end: number;
  readonly #tokens: Tokens;
  readonly #tree = new Tree();
  readonly #quoted: QuotedLeaves;
  readonly #frames: Frame[] = [];
  /** Where the next token is looked for. */
  #at = 0;
  /** A value that is complete and waits for what follows it. */
  #value: Node | undefined;
  #hasText = false;
  /** How far tokens have been looked at. */
  #walkedTo = 0;
  readonly #notebook: Notebook;

  constructor(text: string, end: number, notebook: Notebook, linePrefix: RegExp | undefined) {
    this.#text = text;
    this.#end = end;
    this.#notebook = notebook;
    this.#tokens = new Tokens(text, end, notebook, linePrefix);
    this.#quoted = new QuotedLeaves(text, this.#tree, notebook);
  }

  parse(start: number, asFields: boolean): Parsed | Fault {
    this.#at = start;
    if (asFields) this.#frames.push(new FieldsFrame(start));
    for (;;) {
      const outcome = this.#value === undefined ? this.#wanted() : this.#after(this.#value);
      if (outcome === undefined) continue;
      if ('expected' in outcome) return outcome;
      return { ...outcome, tree: this.#tree, hasText: this.#hasText };
    }
  }

  #token(at: number): Token {
    const token = this.#tokens.at(at);
    this.#walkedTo = Math.max(this.#walkedTo, token.end);
    return token;
  }

  /** A value is wanted, or the close of an empty or comma-ended bracket. */
  #wanted(): Finished | Fault | undefined {
    const token = this.#token(this.#at);
    const frame = this.#frames.at(-1);
    if (token.kind === 'end' || token.kind === 'unclosed') return this.#cutOff(token);
    if (token.kind === 'mark') return this.#openOrClose(token, frame);
    if (token.kind === 'enum')
      return this.#push(new EnumFrame(token.start, this.#text.slice(token.start + 1, token.end - 2)), token.end);
    if (token.kind === 'name') return this.#named(token, frame);
    if (token.kind === 'other') return this.#fault(token, frame?.wants ?? 'a value');
    // Digits that touch the end may be cut off.
    if (token.kind === 'number' && token.end === this.#end && isOpen(frame)) return this.#cutOff(token);
    const leaf = this.#quoted.leaf(token.kind, token);
    this.#complete(leaf, leaf.end);
    return undefined;
  }

  #named(token: Token, frame: Frame | undefined): Finished | Fault | undefined {
    const name = this.#text.slice(token.start, token.end);
    const bracket = this.#tokens.bracketAfter(token);
    if (bracket !== -1) return this.#push(new ClassFrame(token.start, name), bracket);
    if (this.#text[token.end] === '(') return this.#push(new CallFrame(token.start, name), token.end + 1);
    const equals = frame?.takesKeywords === true && !name.includes('.') ? this.#tokens.equalsAfter(token.end) : -1;
    if (equals !== -1) {
      frame?.keyword(name);
      this.#at = equals + 1;
      return undefined;
    }
    if (frame instanceof FieldsFrame && !frame.hasKeyword) return this.#finish(token.start);
    if (token.end === this.#end && isOpen(frame)) return this.#cutOff(token);
    this.#complete(this.#quoted.leaf('name', token), token.end);
    return undefined;
  }

  #openOrClose(token: Token, frame: Frame | undefined): Finished | Fault | undefined {
    const mark = this.#text.charAt(token.start);
    if (mark === '(' || mark === '[') return this.#push(new GroupFrame(token.start, mark), token.end);
    if (mark === '{') return this.#push(new DictFrame(token.start), token.end);
    if (frame?.closer === mark && frame.mayClose) return this.#close(frame, token.end);
    return this.#fault(token, frame?.wants ?? 'a value');
  }

  /** A value is complete: a separator, a close or another piece of a string follows. */
  #after(value: Node): Finished | Fault | undefined {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return this.#topLevelEnd(value);
    const token = this.#token(this.#at);
    if (frame.isSpaced) return this.#afterField(value, frame, token);
    if (token.kind === 'end') return this.#cutOff(token);
    const isOmission = value.kind === 'gap' && frame.mayOmit;
    const isString = value.kind === 'string';
    if (isPiece(token, value)) return this.#join(value, token);
    const piece = isString && token.kind === 'other' ? this.#tokens.pieceAfter(token) : -1;
    if (piece !== -1) return this.#goOnWith(value, piece);
    const mark = token.kind === 'mark' ? this.#text.charAt(token.start) : '';
    const isArrow = mark === '=' && this.#text[token.end] === '>';
    if ((mark === ':' || isArrow) && frame.takesColon) {
      frame.key(this.#keyOf(value));
      return this.#goOn(token.end + (isArrow ? 1 : 0));
    }
    if (mark === frame.closer || mark === ',') {
      if (isOmission) this.#omit(value);
      else if (frame.mayTake) frame.take(value);
      else return this.#fault(token, frame.expects);
      if (mark === frame.closer) return this.#close(frame, token.end);
      frame.separate();
      return this.#goOn(token.end);
    }
    return this.#ownWay(value, frame, token);
  }

  /** `{'a': 1, ...}`, and Rich's `Foo(a=1, ... +2)` */
  #omit(value: Node): void {
    this.#tree.nodes.pop();
    const message = 'An ellipsis stands where entries were left out: what they were is not on record.';
    this.#notebook.add('lost', 'reader/gap', message, value.start);
  }

  /** JavaScript prints keys without quotes. */
  #keyOf(value: Node): Node {
    const isWord = value.kind === 'name' || (value.kind === 'number' && /^[a-z]/i.test(this.#text.charAt(value.start)));
    if (!isWord || pythonConstant.test(this.#text.slice(value.start, value.end))) return value;
    this.#tree.nodes.pop();
    return this.#tree.leaf('key', value);
  }

  /** The rest of a string, behind a plus. */
  #goOnWith(value: Node, at: number): Finished | Fault | undefined {
    const token = this.#token(at);
    return isPiece(token, value) ? this.#join(value, token) : this.#cutOff(token);
  }

  /** Fields stand on one line: on the next begins another record. */
  #afterField(value: Node, frame: Frame, token: Token): Finished | Fault | undefined {
    frame.take(value);
    const isOnLine = !this.#text.slice(this.#at, token.start).includes('\n');
    return token.kind === 'name' && isOnLine ? this.#goOn(token.start) : this.#finish(this.#at);
  }

  #goOn(at: number): undefined {
    this.#value = undefined;
    this.#at = at;
    return undefined;
  }

  /** Outside of brackets, pieces of a string are joined on one line only: on the next line stands another value. */
  #topLevelEnd(value: Node): Finished | undefined {
    if (value.kind === 'string' || value.kind === 'bytes') {
      const next = this.#token(this.#at);
      if (isPiece(next, value) && !this.#text.slice(this.#at, next.start).includes('\n'))
        return this.#join(value, next);
    }
    return { root: value, end: this.#at, cutInside: undefined };
  }

  #join(value: Leaf, token: Token): undefined {
    const pieces = value.pieces.length === 0 ? [{ start: value.start, end: value.end }] : value.pieces;
    this.#tree.nodes.pop();
    // Grown in place of a copy: a long string may stand in many thousand pieces.
    const joined = pieces as TextRange[];
    joined.push({ start: token.start, end: token.end });
    this.#complete(this.#tree.leaf(value.kind, { start: value.start, end: token.end }, joined), token.end);
  }

  #complete(node: Node, end: number): void {
    this.#value = node;
    this.#at = end;
  }

  #push(frame: Frame, at: number): Fault | undefined {
    if (this.#frames.length >= depthLimit) return { ...tooDeep(frame.start), walkedTo: this.#walkedTo };
    this.#frames.push(frame);
    this.#at = at;
    return undefined;
  }

  #close(frame: Frame, end: number): undefined {
    this.#frames.pop();
    const value = frame.finish(this.#tree, end);
    const around = this.#frames.at(-1);
    if (around instanceof ClassFrame) {
      around.take(value);
      return this.#close(around, end);
    }
    this.#complete(value, end);
    return undefined;
  }

  /** Fields have no closing bracket: they end where no further field begins. */
  #finish(end: number): Finished | Fault {
    const frame = this.#frames.pop();
    const root = frame?.finish(this.#tree, end);
    return root === undefined
      ? this.#fault(this.#token(end), 'a field')
      : { root, end: root.end, cutInside: undefined };
  }

  /**
   * Some classes print themselves in no Python syntax: `(terminal: {} -> {}, …)`. What begins with a bare name and does not
   * end after it is kept as text up to the next separator.
   */
  #ownWay(value: Node, frame: Frame, token: Token): Fault | undefined {
    const isOffset = value.kind === 'number' && frame instanceof CallFrame && frame.name.endsWith('TzInfo');
    const end = value.kind === 'name' || isOffset ? this.#ownWayEnd(token.start) : undefined;
    const quoted = end === undefined ? '' : this.#text.slice(value.start, end);
    if (end === undefined || /['"\n]/.test(quoted)) return this.#fault(token, frame.expects);
    this.#tree.nodes.pop();
    this.#hasText = true;
    this.#complete(this.#quoted.leaf('text', { start: value.start, end }), end);
    return undefined;
  }

  #ownWayEnd(from: number): number | undefined {
    let depth = 0;
    let end = from;
    for (let token = this.#token(from); token.kind !== 'end' && token.kind !== 'unclosed'; token = this.#token(end)) {
      const mark = token.kind === 'mark' ? this.#text.charAt(token.start) : '';
      if (depth === 0 && (mark === ',' || mark === ')' || mark === ']' || mark === '}')) return end;
      if (token.end - from > ownWayLimit) return undefined;
      if (mark === '(' || mark === '[' || mark === '{') depth += 1;
      else if (mark === ')' || mark === ']' || mark === '}') depth -= 1;
      end = token.end;
    }
    return undefined;
  }

  /** The text ends within brackets: each keeps what is complete in it. */
  #cutOff(token: Token): Finished | Fault {
    const inner = this.#frames.at(-1);
    if (inner === undefined) return this.#fault(token, 'a complete value');
    const cutInside = inner.start;
    let value = this.#value;
    for (let frame = this.#frames.pop(); frame !== undefined; frame = this.#frames.pop()) {
      // The first thing in braces may be a key: without what follows it, nobody can tell.
      if (value !== undefined && !frame.takesColon) frame.take(value);
      const isKept = !(frame instanceof EnumFrame) && !(frame instanceof CallFrame && isWholeOnly(frame.name));
      value = isKept ? frame.finish(this.#tree, this.#end) : undefined;
    }
    if (value === undefined) return this.#fault(token, 'a complete value');
    return { root: value, end: this.#end, cutInside };
  }

  #fault(token: TextRange, expected: string): Fault {
    const at = token.start >= this.#end ? { start: this.#end, end: this.#end } : tokenAt(this.#text, token.start);
    return { code: 'reader/python', at, expected, advice: this.#advice(at.start), walkedTo: this.#walkedTo };
  }

  #advice(at: number): string {
    if (this.#quoted.broken !== undefined) {
      const place = this.#notebook.place(this.#quoted.broken.start);
      return `The string that begins at ${place} runs over a line break: perhaps its closing quote is missing.`;
    }
    if (at >= this.#end) return 'Paste the whole text; it may have been cut off.';
    return this.#value === undefined
      ? 'Mend the text there and open it again.'
      : 'Perhaps a comma is missing before it.';
  }
}

/** Strings stand side by side for one string, bytes for bytes. */
const isPiece = (token: Token, value: Node): value is Leaf =>
  (token.kind === 'string' || token.kind === 'bytes') && token.kind === value.kind;

/** Fields end with the text; a bracket does not. */
const isOpen = (frame: Frame | undefined): boolean => frame !== undefined && !frame.isSpaced;

const pythonConstant = /^(?:None|True|False)$/;

/** Characters that an object may print in a way of its own. */
const ownWayLimit = 1000;

type Finished = Pick<Parsed, 'root' | 'end' | 'cutInside'>;
