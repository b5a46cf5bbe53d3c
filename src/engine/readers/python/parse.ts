import { tokenAt, type Fault } from '../fault.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Notebook } from '../notebook.ts';
import { Assembly, type Finished, type Surroundings } from './assembly.ts';
import { Frame } from './frames.ts';
import { Repairer } from './repair.ts';
import type { Leaf, Node, Tree } from './node.ts';
import { ErrorFrame, printedErrorAt } from './printed-error.ts';
import type { Token } from './tokens.ts';

export interface Parsed extends Finished {
  readonly tree: Tree;
  /** Whether a part with a print format of its own was kept as text. */
  readonly hasText: boolean;
  /** Number of repairs. */
  readonly repairs: number;
}

/**
 * - `value`: the value at an offset
 * - `fields`: `a=1 b=2`
 * - `repaired`: a value that has faults, read on behind each of them
 */
export type ParseMode = 'value' | 'fields' | 'repaired';

/** Parses the text at an offset. Nesting is held on a stack of its own. */
export function parsePython(
  text: string,
  start: number,
  end: number,
  notebook: Notebook,
  mode: ParseMode,
  surroundings: Surroundings,
): Parsed | Fault {
  return new Parser(text, end, notebook, surroundings, mode).parse(start);
}

class Parser extends Assembly {
  readonly #mode: ParseMode;
  readonly #repairer: Repairer | undefined;

  constructor(text: string, end: number, notebook: Notebook, surroundings: Surroundings, mode: ParseMode) {
    super(text, end, notebook, surroundings);
    this.#mode = mode;
    this.#repairer = mode === 'repaired' ? new Repairer(this) : undefined;
  }

  parse(start: number): Parsed | Fault {
    this.at = start;
    if (this.#mode === 'fields') this.frames.push(new Frame('fields', start));
    for (;;) {
      const outcome = this.value === undefined ? this.#wanted() : this.#after(this.value);
      if (outcome === undefined) continue;
      const finished = 'expected' in outcome ? (this.#repairer?.repair() ?? outcome) : outcome;
      if (finished === 'repaired') continue;
      if ('expected' in finished) return finished;
      const { tree, hasText } = this;
      // Without spread: a text may hold a million values, and a spread costs as much as the rest of a small one.
      const { root, end, cutInside } = finished;
      return { root, end, cutInside, tree, hasText, repairs: this.#repairer?.repairs ?? 0 };
    }
  }

  /** Expects a value, or the close of an empty or comma-ended bracket. */
  #wanted(): Finished | Fault | undefined {
    const { text, frame } = this;
    const token = this.token(this.at);
    if (token.kind === 'end' || token.kind === 'unclosed') return this.#cutOff(token);
    const error = this.#error(token, frame);
    if (error !== undefined) return error === 'read' ? undefined : error;
    if (token.kind === 'mark') return this.#openOrClose(token, frame);
    if (token.kind === 'enum')
      return this.push(new Frame('enum', token.start, text.slice(token.start + 1, token.end - 2)), token.end);
    if (token.kind === 'name') return this.#named(token, frame);
    if (token.kind === 'other') return this.#fault(token, frame?.wants ?? 'a value');
    // Digits at the end may be cut off.
    if (token.kind === 'number' && token.end === this.end && isOpen(frame)) return this.#cutOff(token);
    const leaf = this.leaf(token.kind, token);
    return this.complete(leaf, leaf.end);
  }

  /** An error that Node printed in the place of a value; undefined when there is none. */
  #error(token: Token, frame: Frame | undefined): Finished | Fault | 'read' | undefined {
    const { text, end, notebook } = this;
    const mayBe =
      token.kind === 'name' ? errorName.test(text.slice(token.start, token.end)) : text[token.start] === '[';
    if (!mayBe || frame === undefined || frame.takesColon || frame.takesKeywords) return undefined;
    const error = printedErrorAt(text, token.start, end);
    if (error === undefined) return undefined;
    const message = 'An error, as Node prints it, was read as its name, message and stack.';
    notebook.add('info', 'reader/printed-error', message, token.start);
    const around = new ErrorFrame(error, text);
    if (error.bracket !== -1) return this.push(around, error.bracket) ?? 'read';
    return this.complete(around.finish(this.tree, error.range.end), error.range.end) ?? 'read';
  }

  #named(token: Token, frame: Frame | undefined): Finished | Fault | undefined {
    const { text, tokens } = this;
    const name = text.slice(token.start, token.end);
    const bracket = tokens.bracketAfter(token);
    if (bracket !== -1) return this.push(new Frame('class', token.start, name), bracket);
    if (text[token.end] === '(') return this.push(new Frame('call', token.start, name), token.end + 1);
    const equals = frame?.takesKeywords === true && !name.includes('.') ? tokens.equalsAfter(token.end) : -1;
    if (equals !== -1) {
      frame?.key(name);
      return this.goOn(equals + 1);
    }
    if (frame?.kind === 'fields' && !frame.hasPending) return this.#finish(token.start);
    if (token.end === this.end && isOpen(frame)) return this.#cutOff(token);
    return this.complete(this.leaf('name', token), token.end);
  }

  #openOrClose(token: Token, frame: Frame | undefined): Finished | Fault | undefined {
    const mark = this.markOf(token);
    if (mark === '(' || mark === '[')
      return this.push(new Frame(mark === '(' ? 'round' : 'list', token.start), token.end);
    if (mark === '{') return this.push(new Frame('dict', token.start), token.end);
    if (frame?.closer === mark && frame.mayClose) return this.close(frame, token.end);
    return this.#fault(token, frame?.wants ?? 'a value');
  }

  /** After a complete value: a separator, a close or another piece of a string follows. */
  #after(value: Node): Finished | Fault | undefined {
    const { frame } = this;
    if (frame === undefined) return this.#topLevelEnd(value);
    const token = this.token(this.at);
    if (frame.kind === 'fields') return this.#afterField(value, frame, token);
    if (token.kind === 'end' || this.#isPieceBegun(value, token)) return this.#cutOff(token);
    const isOmission = value.kind === 'gap' && frame.mayOmit;
    const isString = value.kind === 'string';
    if (isPiece(token, value)) return this.join(value, token);
    const piece = isString && token.kind === 'other' ? this.tokens.pieceAfter(token) : -1;
    if (piece !== -1) return this.#goOnWith(value, piece);
    const mark = this.markOf(token);
    const isArrow = mark === '=' && this.text[token.end] === '>';
    if ((mark === ':' || isArrow) && frame.takesColon) {
      frame.key(this.#keyOf(value));
      return this.goOn(token.end + (isArrow ? 1 : 0));
    }
    if (mark === frame.closer || mark === ',') {
      if (isOmission) this.omit(value);
      else if (frame.mayTake) frame.take(value);
      else return this.#fault(token, frame.expects);
      if (mark === frame.closer) return this.close(frame, token.end);
      frame.separate();
      return this.goOn(token.end);
    }
    return this.#ownWay(value, frame, token);
  }

  /** A long string continues on the next line in a piece that is cut off by the end of the text. */
  #isPieceBegun(value: Node, { kind, start }: Token): boolean {
    const { text, end } = this;
    if (kind !== 'unclosed' || value.kind !== 'string' || this.#repairer !== undefined) return false;
    return text.slice(value.end, start).includes('\n') && !text.slice(start, end).trimEnd().includes('\n');
  }

  /** JavaScript prints keys without quotes. */
  #keyOf(value: Node): Node {
    const { text, tree } = this;
    const isWord = value.kind === 'name' || (value.kind === 'number' && /^[a-z]/i.test(text.charAt(value.start)));
    if (!isWord || pythonConstant.test(text.slice(value.start, value.end))) return value;
    tree.nodes.pop();
    return tree.leaf('key', value);
  }

  /** The rest of a string, behind a plus. */
  #goOnWith(value: Node, at: number): Finished | Fault | undefined {
    const token = this.token(at);
    return isPiece(token, value) ? this.join(value, token) : this.#cutOff(token);
  }

  /** Fields are on one line: the next line begins another record. */
  #afterField(value: Node, frame: Frame, token: Token): Finished | Fault | undefined {
    frame.take(value);
    const isOnLine = !this.text.slice(this.at, token.start).includes('\n');
    return token.kind === 'name' && isOnLine ? this.goOn(token.start) : this.#finish(this.at);
  }

  /** Outside of brackets, pieces of a string are joined on one line only: the next line has another value. */
  #topLevelEnd(value: Node): Finished | undefined {
    const { text, at } = this;
    if (value.kind === 'string' || value.kind === 'bytes') {
      const next = this.token(at);
      if (isPiece(next, value) && !text.slice(at, next.start).includes('\n')) return this.join(value, next);
    }
    return { root: value, end: at, cutInside: undefined };
  }

  /** Fields have no closing bracket: they end before the first token that begins no field. */
  #finish(end: number): Finished | Fault {
    const root = this.frames.pop()?.finish(this.tree, end);
    return root === undefined ? this.#fault(this.token(end), 'a field') : { root, end: root.end, cutInside: undefined };
  }

  /**
   * Some classes print themselves in another syntax: `(terminal: {} -> {}, …)`. A part that begins with a bare name and
   * does not end after it is kept as text up to the next separator.
   */
  #ownWay(value: Node, frame: Frame, token: Token): Fault | undefined {
    const isOffset = value.kind === 'number' && frame.kind === 'call' && frame.name.endsWith('TzInfo');
    // `Literal['a']`: a type, which may have strings in it.
    const isType = value.kind === 'name' && token.start === value.end && this.markOf(token) === '[';
    const end = value.kind === 'name' || isOffset ? this.endBeforeSeparator(token.start) : undefined;
    const quoted = end === undefined ? '' : this.text.slice(value.start, end);
    if (end === undefined || (isType ? /\n/ : /['"\n]/).test(quoted)) return this.#fault(token, frame.expects);
    return this.asText({ start: value.start, end });
  }

  #cutOff(token: Token): Finished | Fault {
    // When a string lacks its closing quote, the text after it may still be read.
    if (token.kind === 'unclosed' && (this.#repairer !== undefined || this.#isClosedBeyond(token)))
      return this.#fault(token, 'a closing quote of the string that begins here');
    return this.cutOff(this.end) ?? this.#fault(token, 'a complete value');
  }

  /**
   * The text ends with the brackets that are open here, so it is not cut off within this string, whose own end is
   * missing.
   */
  #isClosedBeyond({ start, end }: Token): boolean {
    const { text, frames } = this;
    const [outer] = frames;
    if (outer === undefined || outer.closer === '' || end - start < nearEnd) return false;
    const last = text.slice(end - nearEnd, end).replaceAll(/\s/g, '');
    return last.endsWith(outer.closer) && (/[}\])][}\])]$/.test(last) || text.slice(start, end).includes('\n'));
  }

  #fault(token: TextRange, expected: string): Fault {
    const { text, end, walkedTo } = this;
    const at = token.start >= end ? { start: end, end } : tokenAt(text, token.start);
    return { code: 'reader/python', at, expected, advice: this.#advice(at.start), walkedTo };
  }

  #advice(at: number): string {
    const { broken, notebook, end, value } = this;
    if (broken !== undefined) {
      const place = notebook.place(broken.start);
      return `The string that begins at ${place} runs over a line break: perhaps its closing quote is missing.`;
    }
    if (at >= end) return 'Paste the whole text; it may have been cut off.';
    return value === undefined ? 'Fix the text there and open it again.' : 'Perhaps a comma is missing before it.';
  }
}

/** Adjacent strings are one string, adjacent bytes are one value. */
const isPiece = (token: Token, value: Node): value is Leaf =>
  (token.kind === 'string' || token.kind === 'bytes') && token.kind === value.kind;

/** Fields end with the text; a bracket does not. */
const isOpen = (frame: Frame | undefined): boolean => frame !== undefined && frame.kind !== 'fields';

const errorName = /(?:Error|Exception)$/;

const pythonConstant = /^(?:None|True|False)$/;

/** A string that begins so near the end of a text is cut off there. */
const nearEnd = 40;
