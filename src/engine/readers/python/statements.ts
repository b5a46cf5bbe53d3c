import type { TextRange } from '../../model/problem.ts';
import type { Fault } from '../fault.ts';
import type { Notebook } from '../notebook.ts';
import type { Node } from './node.ts';
import { parsePython, type Parsed } from './parse.ts';
import { Tokens } from './tokens.ts';

/** A value that stands at the top of the text, perhaps behind the name it was assigned to. */
export interface Statement {
  readonly name: string | undefined;
  readonly parsed: Parsed;
}

export interface Statements {
  readonly statements: readonly Statement[];
  /** Text between the values that is none. */
  readonly prose: readonly TextRange[];
  /** Values that could not be read, the one that came furthest first. */
  readonly fault: Fault | undefined;
  readonly faultyLength: number;
}

/** Finds the values of a text: one after the other, behind prompts and log prefixes, between lines of prose. */
export function findStatements(text: string, range: TextRange, notebook: Notebook): Statements {
  return new Finder(text, range, notebook).find();
}

/** Values tried within one line of prose. */
const triesPerLine = 6;

class Finder {
  readonly #text: string;
  readonly #end: number;
  readonly #notebook: Notebook;
  readonly #tokens: Tokens;
  readonly #statements: Statement[] = [];
  readonly #prose: TextRange[] = [];
  #at: number;
  #fault: Fault | undefined;
  #faultReach = 0;
  #faultyLength = 0;
  /** Characters that attempts in vain may still walk over, so that all of them together stay linear. */
  #patience: number;

  constructor(text: string, { start, end }: TextRange, notebook: Notebook) {
    this.#text = text;
    this.#at = start;
    this.#end = end;
    this.#notebook = notebook;
    this.#tokens = new Tokens(text, end, notebook);
    this.#patience = 4 * (end - start) + 10_000;
  }

  find(): Statements {
    for (;;) {
      this.#skipBetween();
      if (this.#at >= this.#end) break;
      if (!this.#readHere()) this.#readFromProse();
    }
    return { statements: this.#statements, prose: this.#prose, fault: this.#fault, faultyLength: this.#faultyLength };
  }

  /** White space, colours, prompts, rules made of dashes, and commas between values. */
  #skipBetween(): void {
    for (;;) {
      const at = this.#tokens.skipBlank(this.#at);
      between.lastIndex = at;
      const skipped = between.exec(this.#text)?.[0] ?? '';
      if (skipped.length > 0 && /[>\]]/.test(skipped)) {
        this.#notebook.add('repaired', 'reader/prompt', 'A prompt in front of a value was left out.', at);
      }
      this.#at = Math.min(this.#end, at + skipped.length);
      if (skipped === '') return;
    }
  }

  /** A value that begins right here, or behind a name and `=`. */
  #readHere(): boolean {
    assignment.lastIndex = this.#at;
    const name = assignment.exec(this.#text)?.[0] ?? '';
    const start = this.#at;
    const asFields = name !== '' && /[^ ]=$/.test(name) && this.#attemptFields(start, name);
    if (asFields) return true;
    if (name !== '' && this.#attempt(start + name.length, name.replace(/\s*[=:]\s*$/, ''), true)) {
      this.#notebook.add('repaired', 'reader/assignment', 'The name in front of a value was left out.', start);
      return true;
    }
    return name === '' && this.#attempt(start, undefined, true);
  }

  /** Two or more fields on a line are one record; one alone is an assignment. */
  #attemptFields(start: number, name: string): boolean {
    const scratch = this.#notebook.fresh();
    const parsed = parsePython(this.#text, start, this.#end, scratch, true);
    if ('expected' in parsed || parsed.root.kind !== 'fields' || parsed.root.keywords.length < 2) {
      this.#patience -= 'expected' in parsed ? parsed.at.start - start : parsed.end - start;
      return false;
    }
    return this.#accept({ name: undefined, parsed }, scratch) && name !== '';
  }

  #attempt(start: number, name: string | undefined, isLineStart: boolean): boolean {
    if (this.#patience < 0) return false;
    const scratch = this.#notebook.fresh();
    const parsed = parsePython(this.#text, start, this.#end, scratch, false);
    if ('expected' in parsed) {
      this.#failed(start, parsed, isLineStart);
      return false;
    }
    const isFit = isLineStart ? this.#standsAlone(parsed) : hasNames(parsed) && !parsed.hasText;
    if (!isFit) {
      this.#patience -= parsed.end - start;
      return false;
    }
    return this.#accept({ name, parsed }, scratch);
  }

  #accept(statement: Statement, scratch: Notebook): true {
    this.#notebook.absorb(scratch);
    this.#statements.push(statement);
    this.#at = statement.parsed.end;
    return true;
  }

  #failed(start: number, fault: Fault, isLineStart: boolean): void {
    const length = fault.at.start - start;
    this.#patience -= length;
    if (!isLineStart || !/[[{('"]/.test(this.#text.slice(start, fault.at.start + 1))) return;
    this.#faultyLength += length;
    if (this.#fault !== undefined && length <= this.#faultReach) return;
    this.#fault = fault;
    this.#faultReach = length;
  }

  /** A container may be followed by anything; a plain value is one only if it is all of its line. */
  #standsAlone({ root, end }: Parsed): boolean {
    if (isContainer(root)) return true;
    const next = this.#tokens.skipBlank(end);
    return next >= this.#end || this.#text.slice(end, next).includes('\n') || this.#text[next] === ',';
  }

  /** A line that is no value may hold one behind a log prefix; what is left of it is prose. */
  #readFromProse(): void {
    const start = this.#at;
    const found = this.#text.indexOf('\n', start);
    const lineEnd = found === -1 || found > this.#end ? this.#end : found;
    opener.lastIndex = start + 1;
    for (let tries = 0; tries < triesPerLine; tries++) {
      const match = opener.exec(this.#text);
      if (match === null || match.index >= lineEnd) break;
      if (this.#attempt(match.index, undefined, false)) {
        this.#prose.push({ start, end: match.index });
        return;
      }
    }
    this.#prose.push({ start, end: lineEnd });
    this.#at = lineEnd;
  }
}

const isContainer = (node: Node): boolean =>
  node.kind === 'call' || node.kind === 'fields' || 'items' in node || node.kind === 'dict';

/** In prose, brackets mean many things: only what has keys or keywords is taken for a value. */
const hasNames = ({ tree }: Parsed): boolean =>
  tree.nodes.some(
    (node) => (node.kind === 'dict' && node.keys.length > 0) || (node.kind === 'call' && node.keywords.length > 0),
  );

const between = /(?:>>> ?|In ?\[\d*\]: ?|Out ?\[\d*\]: ?|[,;]|[-=_*~]{3,}(?=\s|$)|--(?=\s|$)|\.\.\. (?=[^\s]))/y;
const assignment = /[\p{L}_][\p{L}\p{N}_.]*[ \t]*(?:=(?!=)|:(?=[ \t]*[[{(]))[ \t]*/uy;
const opener = /(?<![\w.])[\p{L}_][\p{L}\p{N}_.]*\(|[[{(]/gu;
