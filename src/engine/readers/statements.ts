import type { TextRange } from '../model/problem.ts';
import type { Fault } from './fault.ts';
import { excerpt } from './lines.ts';
import type { Notebook } from './notebook.ts';

/** What a syntax says about a value that stands at the top of a text. */
export interface Readable {
  readonly end: number;
  readonly kind: 'container' | 'plain' | 'bare-name';
  /** It holds keys or keywords: in prose, brackets alone mean many things. */
  readonly isStructured: boolean;
  /** Some part of it was not understood. */
  readonly isDoubtful: boolean;
}

export interface Syntax<R extends Readable> {
  /** The value at an offset, or the record of fields (`a=1 b=2`) that begins there. */
  readAt(start: number, notebook: Notebook): R | Fault;
  fieldsAt(start: number, notebook: Notebook): R | Fault;
  /** The first offset that is not white space, a comment or a colour code. */
  skipBlank(offset: number, notebook: Notebook): number;
}

/** A value at the top of the text, perhaps behind the name it was assigned to. */
export interface Statement<R> {
  readonly name: string | undefined;
  readonly start: number;
  readonly read: R;
}

export interface Statements<R> {
  readonly statements: readonly Statement<R>[];
  /** Text between the values that is none. */
  readonly prose: readonly TextRange[];
  /** Of the values that could not be read, the one that came furthest. */
  readonly fault: Fault | undefined;
  /** Why something that begins like a value, amid prose, was not taken for one. */
  readonly doubt: Fault | undefined;
}

/**
 * Finds the values of a text: one after the other, behind prompts and log prefixes, between lines of prose.
 * A fault is the answer when the text is broken rather than mixed, or when too little of it is values.
 */
export function findStatements<R extends Readable>(
  text: string,
  range: TextRange,
  syntax: Syntax<R>,
  notebook: Notebook,
): Statements<R> | Fault {
  const finder = new Finder(text, range, syntax, notebook);
  const broken = finder.find();
  if (broken !== undefined) return broken;
  const found = withoutStrayWords(finder);
  return tooLittle(text, found, finder.faultyLength) ?? found;
}

/** Steps from the document's value to that of a statement: several assignments to different names make one record. */
export function namesOf<R>(statements: readonly Statement<R>[]): readonly string[] | undefined {
  const names = statements.map(({ name }) => name ?? '');
  return names.length > 1 && new Set(names).size === names.length && !names.includes('') ? names : undefined;
}

export function noteProse(text: string, prose: readonly TextRange[], notebook: Notebook): void {
  const [first] = prose;
  if (first === undefined) return;
  const shown = prose.slice(0, 3).map((range) => `"${excerpt(text, range).trim()}"`);
  const count = prose.length === 1 ? 'One stretch' : `${prose.length} stretches`;
  const more = prose.length > 3 ? ', …' : '';
  notebook.add(
    'lost',
    'reader/prose',
    `${count} of text around the values left out: ${shown.join(', ')}${more}`,
    first.start,
  );
}

/** Values must be a fair part of the text: a page of prose with a bracket in it is no recording. */
const fairPart = 0.15;

function tooLittle<R extends Readable>(text: string, found: Statements<R>, faultyLength: number): Fault | undefined {
  const sum = (ranges: readonly TextRange[]) => ranges.reduce((all, { start, end }) => all + end - start, 0);
  const good = sum(found.statements.map(({ start, read }) => ({ start, end: read.end })));
  if (found.fault !== undefined && faultyLength > good) return found.fault;
  const [first] = found.prose;
  if (first === undefined || (good > 0 && good >= fairPart * (good + sum(found.prose)))) return undefined;
  return {
    code: good === 0 ? 'reader/no-value' : 'reader/mostly-prose',
    at: { start: first.start, end: Math.min(first.end, text.length) },
    expected: 'JSON or a printed Python value',
    advice:
      good === 0
        ? 'Paste a recording in one of these forms.'
        : 'Only a small part of the text is values: paste those alone.',
  };
}

/** A bare word is no value; between lines of prose, nor is a number, a string or a line of code. */
function withoutStrayWords<R extends Readable>(finder: Finder<R>): Statements<R> {
  const isMixed = finder.prose.length > 0 || finder.statements.some(({ read }) => read.kind === 'bare-name');
  const isValue = ({ name, read }: Statement<R>) =>
    !isMixed || (name !== undefined && read.kind !== 'bare-name') || (read.kind === 'container' && !read.isDoubtful);
  const statements = finder.statements.filter(isValue);
  const stray = finder.statements.filter((statement) => !isValue(statement));
  const prose = [...finder.prose, ...stray.map(({ start, read }) => ({ start, end: read.end }))];
  return { statements, prose: prose.toSorted((a, b) => a.start - b.start), fault: finder.fault, doubt: finder.doubt };
}

/** Values tried within one line of prose. */
const triesPerLine = 6;

class Finder<R extends Readable> {
  readonly statements: Statement<R>[] = [];
  readonly prose: TextRange[] = [];
  fault: Fault | undefined;
  doubt: Fault | undefined;
  faultyLength = 0;
  readonly #text: string;
  readonly #end: number;
  readonly #syntax: Syntax<R>;
  readonly #notebook: Notebook;
  #at: number;
  #furthest = 0;
  /** Characters that attempts in vain may still walk over, so that all of them together stay linear. */
  #patience: number;

  constructor(text: string, { start, end }: TextRange, syntax: Syntax<R>, notebook: Notebook) {
    this.#text = text;
    this.#at = start;
    this.#end = end;
    this.#syntax = syntax;
    this.#notebook = notebook;
    this.#patience = 4 * (end - start) + 10_000;
  }

  /** The fault of a value that runs over several lines: what follows would be its fragments. */
  find(): Fault | undefined {
    for (;;) {
      this.#skipBetween();
      if (this.#at >= this.#end) return undefined;
      const read = this.#assigned() || this.#valueAt(this.#at, undefined);
      if (read === true) continue;
      if (read === false) this.#searchLine(this.#at);
      else if (this.#isBroken(read)) {
        if (this.#text.slice(this.#at, read.at.start).includes('\n')) return read;
        this.#skipFaulty(read);
      } else this.#searchLine(this.#at);
    }
  }

  /** White space, prompts, rules made of dashes, and commas between values. */
  #skipBetween(): void {
    for (;;) {
      const at = this.#syntax.skipBlank(this.#at, this.#notebook);
      between.lastIndex = at;
      const skipped = between.exec(this.#text)?.[0] ?? '';
      if (/[>\]]/.test(skipped)) {
        this.#notebook.add('repaired', 'reader/prompt', 'A prompt in front of a value was left out.', at);
      }
      this.#at = Math.min(this.#end, at + skipped.length);
      if (skipped === '') return;
    }
  }

  /** Two or more fields on a line are one record; a value behind one name is that value. */
  #assigned(): boolean {
    const start = this.#at;
    assignment.lastIndex = start;
    const name = assignment.exec(this.#text)?.[0];
    if (name === undefined) return false;
    if (name.endsWith('=') && this.#fieldsAt(start)) return true;
    const read = this.#valueAt(start + name.length, name.replace(/[\s=:]+$/, ''));
    if (read !== true) return false;
    this.#notebook.add('repaired', 'reader/assignment', 'The name in front of a value was left out.', start);
    return true;
  }

  #fieldsAt(start: number): boolean {
    if (this.#patience < 0) return false;
    const scratch = this.#notebook.fresh();
    const read = this.#syntax.fieldsAt(start, scratch);
    if (!('expected' in read)) return this.#accept({ name: undefined, start, read }, scratch);
    this.#patience -= walked(read) - start;
    return false;
  }

  /** False when there is a value that stands in the midst of a line of prose. */
  #valueAt(start: number, name: string | undefined): boolean | Fault {
    if (this.#patience < 0) return false;
    const scratch = this.#notebook.fresh();
    const read = this.#syntax.readAt(start, scratch);
    if ('expected' in read) {
      this.#patience -= walked(read) - start;
      if (looksBegun(this.#text.slice(start, start + 90))) this.doubt ??= read;
      return read;
    }
    if (read.kind !== 'container' && !this.#endsLine(read.end)) return false;
    return this.#accept({ name, start, read }, scratch);
  }

  #accept(statement: Statement<R>, scratch: Notebook): true {
    this.#notebook.absorb(scratch);
    this.statements.push(statement);
    this.#at = statement.read.end;
    return true;
  }

  #endsLine(end: number): boolean {
    const next = this.#syntax.skipBlank(end, this.#notebook.fresh());
    return next >= this.#end || this.#text[next] === ',' || this.#text.slice(end, next).includes('\n');
  }

  /** True where a value was begun in earnest; a log prefix such as `[12:04:11 INFO]` only looks like one. */
  #isBroken(fault: Fault): boolean {
    const start = this.#at;
    const reach = fault.at.start - start;
    const head = this.#text.slice(start, start + 90);
    const isBegun = looksBegun(head) && (!call.test(head) || className.test(head));
    if (!isBegun && reach < 40) return false;
    if (this.fault === undefined || reach > this.#furthest) {
      this.fault = fault;
      this.#furthest = reach;
    }
    return true;
  }

  #skipFaulty(fault: Fault): void {
    const end = this.#lineEnd(fault.at.start);
    this.faultyLength += end - this.#at;
    this.#at = end;
  }

  #lineEnd(from: number): number {
    const found = this.#text.indexOf('\n', from);
    return found === -1 || found > this.#end ? this.#end : found;
  }

  /** A line that is no value may hold one behind a log prefix; what is left of it is prose. */
  #searchLine(start: number): void {
    const lineEnd = this.#lineEnd(start);
    let tries = 0;
    // Within a slice: a search in the whole text would run on to the next bracket, however far that is.
    for (const match of this.#text.slice(start + 1, lineEnd).matchAll(opener)) {
      if (tries === triesPerLine || this.#patience < 0) break;
      tries += 1;
      const at = start + 1 + match.index;
      const scratch = this.#notebook.fresh();
      const read = this.#syntax.readAt(at, scratch);
      if (!('expected' in read) && read.isStructured && !read.isDoubtful) {
        this.prose.push({ start, end: at });
        this.#accept({ name: undefined, start: at, read }, scratch);
        return;
      }
      if ('expected' in read && /^[[{]/.test(match[0]) && looksBegun(this.#text.slice(at, at + 90)))
        this.doubt ??= read;
      this.#patience -= ('expected' in read ? walked(read) : read.end) - at;
    }
    this.prose.push({ start, end: lineEnd });
    this.#at = lineEnd;
  }
}

const walked = ({ at, walkedTo }: Fault): number => walkedTo ?? at.start;

const between = /(?:>>> ?|In ?\[\d*\]: ?|Out ?\[\d*\]: ?|[,;]|[-=_*~]{2,}(?=\s|$)|\.\.\. (?=\S))/y;
const assignment = /[\p{L}_][\p{L}\p{N}_.]{0,80}[ \t]{0,20}(?:=(?!=)|:(?=[ \t]{0,20}[[{(]))[ \t]{0,20}/uy;
const opener = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]{0,80}\(|[[{(]/gu;
/** The head of a value, by its brackets, and not of a log prefix. */
const looksBegun = (head: string): boolean =>
  head.startsWith('{') || call.test(head) || (/^[[(]/.test(head) && !bracketed.test(head));

const call = /^[\p{L}_][\p{L}\p{N}_.]{0,80}\(/u;
/** `Message(`: prose has a space before its bracket. */
const className = /^(?:[\w]{1,40}\.){0,8}[A-Z]\w*\(/;
const bracketed = /^(?:\[[^[\]{}"'\n]{0,80}\]|\([^(){}"'\n]{0,80}\))/;
