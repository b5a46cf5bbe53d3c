import { withoutEnd } from '../../base/scan.ts';
import type { TextRange } from '../model/problem.ts';
import type { Fault } from './fault.ts';
import { RecordStarts } from './record-starts.ts';
import type { Notebook } from './notebook.ts';
import type { Readable, Statement, Syntax } from './statement.ts';

/** How much of the text may be passed over for the records behind it. */
const skippedPart = 0.3;
/** Values tried within one line of prose. */
const triesPerLine = 6;
/** So many values that are all that short are the parts of no recording: nobody is to wait for the rest of them. */
const many = 20_000;
const shortest = 20;

/** Walks a text from its start to its end, and says what is a value in it and what is not. */
export class Finder<R extends Readable> {
  readonly statements: Statement<R>[] = [];
  readonly prose: TextRange[] = [];
  fault: Fault | undefined;
  isStopped = false;
  doubt: Fault | undefined;
  faultyLength = 0;
  /** Where the value begins that `fault` is in. */
  #faultyFrom = 0;
  readonly #text: string;
  readonly #start: number;
  readonly #end: number;
  readonly #syntax: Syntax<R>;
  readonly #notebook: Notebook;
  readonly #records: RecordStarts;
  #at: number;
  #furthest = 0;
  /** Characters that attempts in vain may still walk over, so that all of them together stay linear. */
  #patience: number;

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

  /** The fault of a value that runs over several lines: what follows would be its fragments. Or of a text of tiny values. */
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
      if (this.#mend(from, assigned?.name)) continue;
      this.#remember(from, read);
      if (!this.#runsOn(from, read)) this.#skipFaulty(read);
      else if (!this.#skipToRecord(from, read) && !this.#stopAt(from, read)) return read;
    }
  }

  /** Of a log the words between the values are longer than these, and its values fewer. */
  #isFlood(): boolean {
    return this.statements.length - this.prose.length >= many && this.#at - this.#start < many * shortest;
  }

  /** What cannot be read is passed over up to the next record, where most of the text is records. */
  #skipToRecord(start: number, fault: Fault): boolean {
    if (this.#syntax.mendAt === undefined || this.#patience < 0) return false;
    const next = this.#records.after(fault.at.start);
    if (next === undefined || next - start > skippedPart * (this.#end - start)) return false;
    this.#patience -= next - start;
    this.faultyLength += next - this.#at;
    this.#at = next;
    return true;
  }

  /** A value with faults is read on behind each of them, where few enough of its parts are wrong. */
  #mend(start: number, name: string | undefined): boolean {
    if (this.#syntax.mendAt === undefined || this.#patience < 0) return false;
    const scratch = this.#notebook.fresh();
    const read = this.#syntax.mendAt(start, scratch);
    if ('expected' in read) {
      this.#patience -= walked(read) - start;
      return false;
    }
    if (name !== undefined) this.#noteName(start);
    return this.#accept({ name, start, read }, scratch);
  }

  /** True where the value goes on after the line that it begins on: what follows are its fragments. */
  #runsOn(start: number, fault: Fault): boolean {
    const lineEnd = this.#lineEnd(start);
    return fault.at.start > lineEnd || isOpenAfter(this.#text.slice(start, Math.min(lineEnd, start + 100_000)));
  }

  /** Keeps what was read before the fault, where that is worth it. */
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
    // What follows would be fragments of the value.
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

  /** True where a value was begun in earnest; a log prefix such as `[12:04:11 INFO]` only looks like one. */
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
    const end = this.#lineEnd(fault.at.start);
    this.faultyLength += end - this.#at;
    this.#at = end;
  }

  /** A value behind a log prefix that is broken is not read as its fragments: what was read before the fault is kept. */
  #isCutShort(start: number, fault: Fault, lineEnd: number): boolean {
    if (inEarnest.test(this.#text.slice(start, start + 90)) && this.#mend(start, undefined)) return true;
    if (this.#syntax.readUpTo?.(start, fault, this.#notebook.fresh()) === undefined) return false;
    const isLast = this.#text.slice(lineEnd, this.#end).trim() === '';
    if (isLast || this.#runsOn(start, fault)) return this.#stopAt(start, fault);
    this.#remember(start, fault);
    this.#skipFaulty(fault);
    return true;
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
    const line = this.#text.slice(start + 1, lineEnd);
    // Most lines of words have no bracket, and looking for none costs less than beginning to look at all.
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
        if (this.#isCutShort(at, read, lineEnd)) {
          this.prose.push({ start, end: at });
          return;
        }
      }
      this.#patience -= ('expected' in read ? walked(read) : read.end) - at;
    }
    this.prose.push({ start, end: lineEnd });
    this.#at = lineEnd;
  }
}

const tiny = (start: number): Fault => ({
  code: 'reader/tiny-values',
  at: { start, end: start + 1 },
  expected: `the end of ${many} values of a few characters each`,
  advice: 'No recording has so small parts: paste the recording alone.',
});

/** Whether brackets stay open after a line, as far as can be told without reading it. */
function isOpenAfter(line: string): boolean {
  let depth = 0;
  // An apostrophe opens no string. Where one quote is not closed, those of its kind behind it are not either.
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

/** `{ [1234 bytes data]` is what curl says of the answer that follows, where it shows how it came. */
const between =
  /(?:>>> ?|\(Pdb\+{0,2}\) |ipdb> ?|ic\| |In ?\[\d*\]: ?|Out ?\[\d*\]: ?|\[\d{1,4}\]: ?(?=\s*[[{(\w])|[,;]|[-=_*~]{2,}(?=\s|$)|(?:[•‣◦*-]|\d{1,4}[.)]) (?=[{[(]|[A-Z]\w*\()|\.\.\. (?=\S)|[{}] \[\d+ bytes data\](?=\s))/y;
const assignment =
  /[\p{L}_][\p{L}\p{N}_.]{0,80}(?:(?:\([^()\n]{0,40}\)|\[[^[\]\n]{0,40}\])\.?[\p{L}\p{N}_.]{0,80}){0,3}[ \t]{0,20}(?:=(?!=)|:(?=[ \t]{0,20}(?:[[{(]|[A-Z]\w{0,80}\()))[ \t]{0,20}/uy;
const opener = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]{0,80}\(|[[{(]/gu;
/** The head of a value, by its brackets, and not of a log prefix. */
const looksBegun = (head: string): boolean =>
  head.startsWith('{') || call.test(head) || (/^[[(]/.test(head) && !bracketed.test(head));

const call = /^[\p{L}_][\p{L}\p{N}_.]{0,80}\(/u;
/** `Message(`: prose has a space before its bracket. */
const className = /^(?:[\w]{1,40}\.){0,8}[A-Z]\w*\(/;
/** Words in brackets are a person’s; a key or a keyword is not. */
const inEarnest = /^[\p{L}\p{N}_.]{0,80}[[({]{1,5}\s{0,80}(?:['"][^'"\n]{1,60}['"]\s*[:,]|[\w]{1,60}=)/u;
const bracketed = /^(?:\[[^[\]{}"'\n]{0,80}\]|\([^(){}"'\n]{0,80}\))/;
