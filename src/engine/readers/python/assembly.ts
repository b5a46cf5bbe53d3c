import { gapCode } from '../gaps.ts';
import type { TextRange } from '../../model/problem.ts';
import { depthLimit } from '../../model/json.ts';
import { tooDeep, type Fault } from '../fault.ts';
import type { Notebook } from '../notebook.ts';
import type { RecordStarts } from '../record-starts.ts';
import type { LinePrefix } from './common-prefix.ts';
import { isWholeOnly } from './constructors.ts';
import { CallFrame, ClassFrame, EnumFrame, type Frame } from './frames.ts';
import { Tree, type Leaf, type Node } from './node.ts';
import { QuotedLeaves } from './quoted-leaves.ts';
import { Tokens, type Token } from './tokens.ts';

/** What is found out once about the text that values are read in. */
export interface Surroundings {
  /** What stands at the start of each line, as `linePrefixIn` finds it. */
  readonly linePrefix: LinePrefix | undefined;
  readonly records: RecordStarts;
}

/** A whole value: its tree is in the assembly. */
export interface Finished {
  readonly root: Node;
  readonly end: number;
  /** Where the innermost bracket that the text does not close was opened. */
  readonly cutInside: number | undefined;
}

/** A value as far as it is put together: the open brackets on a stack, and what is complete in them. Knows no grammar. */
export class Assembly {
  readonly text: string;
  readonly end: number;
  readonly notebook: Notebook;
  readonly records: RecordStarts;
  readonly tokens: Tokens;
  readonly tree = new Tree();
  readonly quoted: QuotedLeaves;
  /** From the outermost to the innermost. */
  readonly frames: Frame[] = [];
  /** Where the next token is looked for. */
  at = 0;
  /** A value that is complete and waits for what follows it. */
  value: Node | undefined;
  /** Something printed in a way of its own was kept as text. */
  hasText = false;
  /** How far tokens have been looked at. */
  walkedTo = 0;

  constructor(text: string, end: number, notebook: Notebook, { linePrefix, records }: Surroundings) {
    this.text = text;
    this.end = end;
    this.notebook = notebook;
    this.records = records;
    this.tokens = new Tokens(text, end, notebook, linePrefix);
    this.quoted = new QuotedLeaves(text, this.tree, notebook);
  }

  get frame(): Frame | undefined {
    return this.frames.at(-1);
  }

  token(at: number): Token {
    const token = this.tokens.at(at);
    this.walkedTo = Math.max(this.walkedTo, token.end);
    return token;
  }

  /** Of a mark, its character; of any other token, nothing. */
  markOf(token: Token): string {
    return token.kind === 'mark' ? this.text.charAt(token.start) : '';
  }

  /** Nothing waits: the next token is one that begins something. */
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
    if (around instanceof ClassFrame) {
      around.take(value);
      return this.close(around, end);
    }
    return this.complete(value, end);
  }

  /** Puts another piece to a string that is complete so far. */
  join(value: Leaf, token: TextRange): undefined {
    const pieces = value.pieces.length === 0 ? [{ start: value.start, end: value.end }] : value.pieces;
    this.tree.nodes.pop();
    // Grown in place of a copy: a long string may stand in many thousand pieces.
    const joined = pieces as TextRange[];
    joined.push({ start: token.start, end: token.end });
    return this.complete(this.tree.leaf(value.kind, { start: value.start, end: token.end }, joined), token.end);
  }

  /** `{'a': 1, ...}`, and Rich's `Foo(a=1, ... +2)`: the ellipsis that was just read stands for entries. */
  omit(ellipsis: Node): void {
    this.tree.nodes.pop();
    const message = 'An ellipsis stands where entries were left out: what they were is not on record.';
    this.notebook.add('lost', gapCode, message, ellipsis.start);
  }

  /** The leaf that was just read is, with what follows it, something printed in a way of its own. */
  asText(range: TextRange): undefined {
    this.tree.nodes.pop();
    this.hasText = true;
    return this.complete(this.quoted.leaf('text', range), range.end);
  }

  /** Up to the next comma or closing bracket, brackets within passed over; undefined where there is none near enough. */
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

  /** The value ends within brackets, at `end`: each keeps what is complete in it. Undefined where nothing is. */
  cutOff(end: number): Finished | undefined {
    const cutInside = this.frame?.start;
    let { value } = this;
    for (let frame = this.frames.pop(); frame !== undefined; frame = this.frames.pop()) {
      // The first thing in braces may be a key: without what follows it, nobody can tell.
      if (value !== undefined && !frame.takesColon) frame.take(value);
      const isKept = !(frame instanceof EnumFrame) && !(frame instanceof CallFrame && isWholeOnly(frame.name));
      value = isKept ? frame.finish(this.tree, end) : undefined;
    }
    return value === undefined || cutInside === undefined ? undefined : { root: value, end, cutInside };
  }
}

/** Characters that an object may print in a way of its own. */
const separatorLimit = 1000;
