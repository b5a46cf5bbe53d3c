import { depthLimit } from '../../model/json.ts';
import type { TextRange } from '../../model/problem.ts';
import { type Fault, tooDeep } from '../fault.ts';
import { gapCode } from '../gaps.ts';
import type { Notebook } from '../notebook.ts';
import type { RecordStarts } from '../record-starts.ts';
import type { LinePrefix } from './common-prefix.ts';
import { isWholeOnly } from './constructors.ts';
import type { Frame } from './frames.ts';
import { type Leaf, type Node, Tree } from './node.ts';
import { type Token, Tokens } from './tokens.ts';

/** Facts about the text that are computed once. */
export interface Surroundings {
  /** The prefix of each line, found by `linePrefixIn`. */
  readonly linePrefix: LinePrefix | undefined;
  readonly records: RecordStarts;
}

/** A whole value: its tree is in the assembly. */
export interface Finished {
  readonly root: Node;
  readonly end: number;
  /** The opening of the innermost bracket that the text does not close. */
  readonly cutInside: number | undefined;
}

/** A partly built value: the open brackets on a stack, and their complete parts. The parser adds the grammar. */
export class Assembly {
  readonly text: string;
  readonly end: number;
  readonly notebook: Notebook;
  readonly records: RecordStarts;
  readonly tokens: Tokens;
  readonly tree = new Tree();
  /** From the outermost to the innermost. */
  readonly frames: Frame[] = [];
  /** Offset at which the next token is looked for. */
  at = 0;
  /** A complete value, before its separator. */
  value: Node | undefined;
  /** Whether a part with a print format of its own was kept as text. */
  hasText = false;
  /** The last string over several lines: perhaps its closing quote is missing. */
  broken: TextRange | undefined;
  /** The furthest offset that tokens have reached. */
  walkedTo = 0;

  constructor(text: string, end: number, notebook: Notebook, { linePrefix, records }: Surroundings) {
    this.text = text;
    this.end = end;
    this.notebook = notebook;
    this.records = records;
    this.tokens = new Tokens(text, end, notebook, linePrefix);
  }

  get frame(): Frame | undefined {
    return this.frames.at(-1);
  }

  token(at: number): Token {
    const token = this.tokens.at(at);
    this.walkedTo = Math.max(this.walkedTo, token.end);
    return token;
  }

  /** The character of a mark; nothing for any other token. */
  markOf(token: Token): string {
    return token.kind === 'mark' ? this.text.charAt(token.start) : '';
  }

  /** No complete value waits: the next token begins something. */
  goOn(at: number): undefined {
    this.value = undefined;
    this.at = at;
    return undefined;
  }

  complete(node: Node, end: number): undefined {
    this.value = node;
    this.at = end;
    return undefined;
  }

  push(frame: Frame, at: number): Fault | undefined {
    if (this.frames.length >= depthLimit) return { ...tooDeep(frame.start), walkedTo: this.walkedTo };
    this.frames.push(frame);
    this.at = at;
    return undefined;
  }

  close(frame: Frame, end: number): undefined {
    this.frames.pop();
    const value = frame.finish(this.tree, end);
    const around = this.frames.at(-1);
    if (around?.kind === 'class') {
      around.take(value);
      return this.close(around, end);
    }
    return this.complete(value, end);
  }

  /** Makes a leaf of a token, and finds what a print left out of a string. */
  leaf(kind: Leaf['kind'], { start, end }: TextRange): Leaf {
    if (kind !== 'string' && kind !== 'bytes') return this.tree.leaf(kind, { start, end });
    if (isBroken(this.text, { start, end })) this.broken = { start, end };
    leftOut.lastIndex = end;
    const [mark, byRich, byNode] = leftOut.exec(this.text) ?? [];
    if (mark === undefined) return this.tree.leaf(kind, { start, end });
    const message = `A string was printed without its last ${byRich ?? byNode ?? ''} characters.`;
    this.notebook.add('lost', 'reader/elided', message, end);
    return this.tree.leaf(kind, { start, end: end + mark.length }, [{ start, end }]);
  }

  /** Adds another piece to a string that is complete so far. */
  join(value: Leaf, token: TextRange): undefined {
    const pieces = value.pieces.length === 0 ? [{ start: value.start, end: value.end }] : value.pieces;
    this.tree.nodes.pop();
    // Extended in place: a long string may have many thousand pieces.
    const joined = pieces as TextRange[];
    joined.push({ start: token.start, end: token.end });
    return this.complete(this.tree.leaf(value.kind, { start: value.start, end: token.end }, joined), token.end);
  }

  /** `{'a': 1, ...}`, and Rich's `Foo(a=1, ... +2)`: the last ellipsis replaces entries. */
  omit(ellipsis: Node): void {
    this.tree.nodes.pop();
    const message = 'An ellipsis replaces some entries: they are not in the recording.';
    this.notebook.add('lost', gapCode, message, ellipsis.start);
  }

  /** The last leaf and the text after it are one part with a print format of its own. */
  asText(range: TextRange): undefined {
    this.tree.nodes.pop();
    this.hasText = true;
    return this.complete(this.tree.leaf('text', range), range.end);
  }

  /**
   * The offset of the next comma or closing bracket, skipping inner brackets; undefined when there is none near enough.
   */
  endBeforeSeparator(from: number): number | undefined {
    let depth = 0;
    let end = from;
    for (let token = this.token(from); token.kind !== 'end' && token.kind !== 'unclosed'; token = this.token(end)) {
      const mark = this.markOf(token);
      if (depth === 0 && (mark === ',' || mark === ')' || mark === ']' || mark === '}')) return end;
      if (token.end - from > separatorLimit) return undefined;
      if (mark === '(' || mark === '[' || mark === '{') depth += 1;
      else if (mark === ')' || mark === ']' || mark === '}') depth -= 1;
      end = token.end;
    }
    return undefined;
  }

  /** The value ends within brackets, at `end`: each keeps its complete parts. Undefined when there are none. */
  cutOff(end: number): Finished | undefined {
    const cutInside = this.frame?.start;
    let { value } = this;
    for (let frame = this.frames.pop(); frame !== undefined; frame = this.frames.pop()) {
      // The first item in braces may be a key: without the token after it, this is unknown.
      if (value !== undefined && !frame.takesColon) frame.take(value);
      const isKept = frame.kind !== 'enum' && !(frame.kind === 'call' && isWholeOnly(frame.name));
      value = isKept ? frame.finish(this.tree, end) : undefined;
    }
    return value === undefined || cutInside === undefined ? undefined : { root: value, end, cutInside };
  }
}

/** Maximum characters of an object with a print format of its own. */
const separatorLimit = 1000;

/** Number of characters that Rich and Node left out of a long string: `'abc'+120`, `'abc'... 120 more characters`. */
const leftOut = /\+([0-9]+)(?![0-9.'"])|\.\.\. ([0-9]+) more characters?/y;

/** Whether a string that is not in triple quotes has a line break. */
function isBroken(text: string, { start, end }: TextRange): boolean {
  const quote = text.charAt(end - 1);
  const isTriple = end - start >= 6 && text.endsWith(quote.repeat(3), end);
  // Searches a slice: a search in the whole text would continue to the next line break at any distance.
  return !isTriple && /(?<!\\)\n/.test(text.slice(start, end));
}
