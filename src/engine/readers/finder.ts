import { withoutEnd } from '../../base/scan.ts';
import type { TextRange } from '../model/problem.ts';
import type { Fault } from './fault.ts';
import { lineEnd } from './lines.ts';
import { RecordStarts } from './record-starts.ts';
import type { Notebook } from './notebook.ts';
import type { Readable, Statement, Syntax } from './statement.ts';

/** Number of characters that may be skipped for the records behind them. */
const skippedPart = 0.3;
/** Values tried within one line of prose. */
const triesPerLine = 6;
/** This many values that are all this short belong to no recording: reading the rest would only cost time. */
const many = 20_000;
const shortest = 20;

/** Walks a text from its beginning to its end, and finds the values in it and the text between them. */
export class Finder<R extends Readable> {
  readonly statements: Statement<R>[] = [];
  readonly prose: TextRange[] = [];
  fault: Fault | undefined;
  isStopped = false;
  doubt: Fault | undefined;
  faultyLength = 0;
  /** The beginning of the value with the `fault`. */
  #faultyFrom = 0;
  readonly #text: string;
  readonly #start: number;
  readonly #end: number;
  readonly #syntax: Syntax<R>;
  readonly #notebook: Notebook;
  readonly #records: RecordStarts;
  #at: number;
  #furthest = 0;
  /** Remaining characters for failed attempts, so that the total cost stays linear. */
  #patience: number;
  /** The brackets of the text before this were counted: counting them once more costs patience. */
  #countedTo = 0;

  constructor(text: string, { start, end }: TextRange, syntax: Syntax<R>, notebook: Notebook) {
    this.#text = text;
    this.#at = start;
    this.#start = start;
    this.#end = end;
    this.#syntax = syntax;
    this.#notebook = notebook;
    this.#records = new RecordStarts(text, { start, end });
    this.#patience = 4 * (end - start) + 10_000;
  }

  /**
   * The fault of a value over several lines, because the text after it would be its fragments; or of a text of tiny
   * values.
   */
  find(): Fault | undefined {
    for (;;) {
      this.#skipBetween();
      if (this.#at >= this.#end) return undefined;
      if (this.#isFlood()) return tiny(this.#at);
      const start = this.#at;
      const assigned = this.#assigned();
      if (assigned === true) continue;
      const read = assigned === undefined ? this.#valueAt(start, undefined) : assigned.fault;
      if (read === true) continue;
      const from = assigned?.start ?? start;
      if (read === false || !this.#isBegun(from, read)) {
        this.#searchLine(start);
        continue;
      }
      if (this.#repair(from, assigned?.name)) continue;
      this.#remember(from, read);
      if (!this.#runsOn(from, read)) this.#skipFaulty(read);
      else if (!this.#skipToRecord(from, read) && !this.#stopAt(from, read)) return read;
    }
  }

  /** In a log, the text between the values is longer than these, and the values are fewer. */
  #isFlood(): boolean {
    return this.statements.length - this.prose.length >= many && this.#at - this.#start < many * shortest;
  }

  /** Skips unreadable text up to the next record, if most of the text is records. */
  #skipToRecord(start: number, fault: Fault): boolean {
    if (this.#syntax.repairAt === undefined || this.#patience < 0) return false;
    const next = this.#records.after(fault.at.start);
    if (next === undefined || next - start > skippedPart * (this.#end - start)) return false;
    this.#patience -= next - start;
    this.faultyLength += next - this.#at;
    this.#at = next;
    return true;
  }

  /** Reads a value with faults and continues after each, if few of its parts are wrong. */
  #repair(start: number, name: string | undefined): boolean {
    if (this.#syntax.repairAt === undefined || this.#patience < 0) return false;
    const scratch = this.#notebook.fresh();
    const read = this.#syntax.repairAt(start, scratch);
    if ('expected' in read) {
      this.#patience -= walked(read) - start;
      return false;
    }
    if (name !== undefined) this.#noteName(start);
    return this.#accept({ name, start, read }, scratch);
  }

  /** True when the value continues after its first line: the text after it is its fragments. */
  #runsOn(start: number, fault: Fault): boolean {
    const stop = lineEnd(this.#text, start, this.#end);
    if (fault.at.start > stop) return true;
    const end = Math.min(stop, start + 100_000);
    this.#patience -= Math.max(0, this.#countedTo - start);
    this.#countedTo = Math.max(this.#countedTo, end);
    return isOpenAfter(this.#text.slice(start, end));
  }

  /** Keeps the part before the fault, if it is worth keeping. */
  stopAtFault(): boolean {
    return this.fault !== undefined && this.#stopAt(this.#faultyFrom, this.fault);
  }

  #stopAt(start: number, fault: Fault): boolean {
    const scratch = this.#notebook.fresh();
    const read = this.#syntax.readUpTo?.(start, fault, scratch);
    if (read === undefined) return false;
    this.#accept({ name: undefined, start, read }, scratch);
    this.fault = fault;
    this.isStopped = true;
    // The text after it would be fragments of the value.
    this.#at = this.#end;
    return true;
  }

  /** White space, prompts, rules made of dashes, and commas between values. */
  #skipBetween(): void {
    for (;;) {
      const at = this.#syntax.skipBlank(this.#at, this.#notebook);
      between.lastIndex = at;
      const skipped = between.exec(this.#text)?.[0] ?? '';
      if (/[>\])|.•‣◦]|^[*-] $/.test(skipped)) {
        this.#notebook.add('repaired', 'reader/prompt', 'A prompt in front of a value was left out.', at);
      }
      this.#at = Math.min(this.#end, at + skipped.length);
      if (skipped === '') return;
    }
  }

  /** Two or more fields on a line are one record; a value behind one name is that value, which may be broken. */
  #assigned(): true | { readonly start: number; readonly name: string; readonly fault: Fault } | undefined {
    const start = this.#at;
    assignment.lastIndex = start;
    const name = assignment.exec(this.#text)?.[0];
    if (name === undefined) return undefined;
    if (name.endsWith('=') && this.#fieldsAt(start)) return true;
    const from = start + name.length;
    const bare = withoutEnd(name, /[\s=:]/);
    const read = this.#valueAt(from, bare);
    if (read === false) return undefined;
    if (read !== true) return { start: from, name: bare, fault: read };
    this.#noteName(start);
    return true;
  }

  #noteName(at: number): void {
    this.#notebook.add('repaired', 'reader/assignment', 'The name in front of a value was left out.', at);
  }

  #fieldsAt(start: number): boolean {
    if (this.#patience < 0) return false;
    const scratch = this.#notebook.fresh();
    const read = this.#syntax.fieldsAt(start, scratch);
    if (!('expected' in read)) return this.#accept({ name: undefined, start, read }, scratch);
    this.#patience -= walked(read) - start;
    return false;
  }

  /** False when there is a value in the middle of a line of prose. */
  #valueAt(start: number, name: string | undefined): boolean | Fault {
    if (this.#patience < 0) return false;
    const scratch = this.#notebook.fresh();
    const read = this.#syntax.readAt(start, scratch);
    if ('expected' in read) {
      this.#patience -= walked(read) - start;
      if (looksBegun(this.#text.slice(start, start + 90))) this.doubt ??= read;
      return read;
    }
    if (read.kind !== 'container' && !this.#endsLine(read.end)) {
      this.#patience -= read.end - start;
      return false;
    }
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

  /** True when this looks like the beginning of a value; a log prefix such as `[12:04:11 INFO]` does not. */
  #isBegun(start: number, fault: Fault): boolean {
    const head = this.#text.slice(start, start + 90);
    return (looksBegun(head) && (!call.test(head) || className.test(head))) || fault.at.start - start >= 40;
  }

  #remember(start: number, fault: Fault): void {
    const reach = fault.at.start - start;
    if (this.fault !== undefined && reach <= this.#furthest) return;
    this.fault = fault;
    this.#faultyFrom = start;
    this.#furthest = reach;
  }

  #skipFaulty(fault: Fault): void {
    const end = lineEnd(this.#text, fault.at.start, this.#end);
    this.faultyLength += end - this.#at;
    this.#at = end;
  }

  /** The fragments of a broken value behind a log prefix are not read: the part before the fault is kept. */
  #isCutShort(start: number, fault: Fault, stop: number): boolean {
    if (inEarnest.test(this.#text.slice(start, start + 90)) && this.#repair(start, undefined)) return true;
    if (this.#syntax.readUpTo?.(start, fault, this.#notebook.fresh()) === undefined) return false;
    const isLast = this.#text.slice(stop, this.#end).trim() === '';
    if (isLast || this.#runsOn(start, fault)) return this.#stopAt(start, fault);
    this.#remember(start, fault);
    this.#skipFaulty(fault);
    return true;
  }

  /** A line that is no value may hold one behind a log prefix; the rest of it is prose. */
  #searchLine(start: number): void {
    const stop = lineEnd(this.#text, start, this.#end);
    let tries = 0;
    // Searches a slice: a search in the whole text would continue to the next bracket at any distance.
    const line = this.#text.slice(start + 1, stop);
    // Most lines of prose have no bracket, and this check costs less than an attempt to read.
    for (const match of /[[{(]/.test(line) ? line.matchAll(opener) : []) {
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
      if ('expected' in read && looksBegun(this.#text.slice(at, at + 90))) {
        if (/^[[{]/.test(match[0])) this.doubt ??= read;
        if (this.#isCutShort(at, read, stop)) {
          this.prose.push({ start, end: at });
          return;
        }
      }
      this.#patience -= ('expected' in read ? walked(read) : read.end) - at;
    }
    this.prose.push({ start, end: stop });
    this.#at = stop;
  }
}

const tiny = (start: number): Fault => ({
  code: 'reader/tiny-values',
  at: { start, end: start + 1 },
  expected: `the end of ${many} values of a few characters each`,
  advice: 'Recordings have larger parts: paste only the recording.',
});

/** Whether brackets stay open after a line, estimated without reading it. */
function isOpenAfter(line: string): boolean {
  let depth = 0;
  // An apostrophe opens no string. When one quote is not closed, later ones of its kind are not closed either.
  const unclosed = new Set<string>();
  for (let at = 0; at < line.length; at++) {
    const mark = line.charAt(at);
    if ((mark === '"' || mark === "'") && !unclosed.has(mark)) {
      const end = closingQuote(line, at);
      if (end === undefined) unclosed.add(mark);
      else at = end;
    } else if (mark === '[' || mark === '(' || mark === '{') depth += 1;
    else if (mark === ']' || mark === ')' || mark === '}') depth -= 1;
  }
  return depth > 0;
}

function closingQuote(line: string, start: number): number | undefined {
  const quote = line.charAt(start);
  for (let at = start + 1; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === '\\') at += 1;
    else if (char === quote) return at;
  }
  return undefined;
}

const walked = ({ at, walkedTo }: Fault): number => walkedTo ?? at.start;

/** `{ [1234 bytes data]` is curl's line about the following answer, in its verbose output. */
const between =
  /(?:>>> ?|\(Pdb\+{0,2}\) |ipdb> ?|ic\| |In ?\[\d*\]: ?|Out ?\[\d*\]: ?|\[\d{1,4}\]: ?(?=\s*[[{(\w])|[,;]|[-=_*~]{2,}(?=\s|$)|(?:[•‣◦*-]|\d{1,4}[.)]) (?=[{[(]|[A-Z]\w*\()|\.\.\. (?=\S)|[{}] \[\d+ bytes data\](?=\s))/y;
const assignment =
  /[\p{L}_][\p{L}\p{N}_.]{0,80}(?:(?:\([^()\n]{0,40}\)|\[[^[\]\n]{0,40}\])\.?[\p{L}\p{N}_.]{0,80}){0,3}[ \t]{0,20}(?:=(?!=)|:(?=[ \t]{0,20}(?:[[{(]|[A-Z]\w{0,80}\()))[ \t]{0,20}/uy;
const opener = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]{0,80}\(|[[{(]/gu;
/** Whether the brackets here begin a value, and not a log prefix. */
const looksBegun = (head: string): boolean =>
  head.startsWith('{') || call.test(head) || (/^[[(]/.test(head) && !bracketed.test(head));

const call = /^[\p{L}_][\p{L}\p{N}_.]{0,80}\(/u;
/** `Message(`: prose has a space before its bracket. */
const className = /^(?:[\w]{1,40}\.){0,8}[A-Z]\w*\(/;
/** Words in brackets are a person’s; a key or a keyword is not. */
const inEarnest = /^[\p{L}\p{N}_.]{0,80}[[({]{1,5}\s{0,80}(?:['"][^'"\n]{1,60}['"]\s*[:,]|[\w]{1,60}=)/u;
const bracketed = /^(?:\[[^[\]{}"'\n]{0,80}\]|\([^(){}"'\n]{0,80}\))/;
