import type { TextRange } from '../../model/problem.ts';
import type { Notebook } from '../notebook.ts';
import type { LinePrefix } from './common-prefix.ts';

export interface Token extends TextRange {
  /**
   * A `mark` is one of `( ) [ ] { } , : = >`; `unclosed` is a string or `<…` that is cut off by the end of the text.
   */
  readonly kind:
    | 'string'
    | 'bytes'
    | 'number'
    | 'name'
    | 'object'
    | 'enum'
    | 'gap'
    | 'mark'
    | 'unclosed'
    | 'other'
    | 'end';
}

/** Reads one token at a time from any offset, and skips white space and comments. */
export class Tokens {
  readonly #text: string;
  readonly #end: number;
  readonly #notebook: Notebook;
  readonly #prefix: LinePrefix | undefined;

  /** `prefix`: the text that a log wrote before every line (`linePrefixIn`). */
  constructor(text: string, end: number, notebook: Notebook, prefix: LinePrefix | undefined) {
    this.#text = text;
    this.#end = end;
    this.#notebook = notebook;
    this.#prefix = prefix;
  }

  /** The token that begins at or after an offset. */
  at(offset: number): Token {
    const start = this.skipBlank(offset);
    if (start >= this.#end) return { kind: 'end', start: this.#end, end: this.#end };
    const char = this.#text.charAt(start);
    if (char === '[') {
      const inspected =
        this.#match('name', symbolKey, start) ??
        this.#match('gap', leftOutByNode, start) ??
        this.#match('object', shownByNode, start);
      if (inspected !== undefined) return inspected;
    }
    if ('()[]{},:=>'.includes(char)) return { kind: 'mark', start, end: start + 1 };
    if (char === "'" || char === '"' || char === '`') return this.#quoted('string', start, start);
    if (char === '<') return this.#angle(start);
    return (
      this.#prefixed(start) ??
      this.#smart(start) ??
      this.#match('gap', gap, start) ??
      (char === 'A' ? this.#match('gap', leftOutByBrowser, start) : undefined) ??
      this.#match('object', instant, start) ??
      (char === 'S' ? this.#match('object', symbol, start) : undefined) ??
      this.#match('number', complex, start) ??
      this.#match('number', number, start) ??
      this.#match('name', name, start) ?? { kind: 'other', start, end: start + 1 }
    );
  }

  /** Skips white space, comments and log prefixes; notes all but white space. */
  skipBlank(offset: number): number {
    let at = offset;
    for (;;) {
      at += this.#linePrefixAt(at);
      blank.lastIndex = at;
      const run = blank.exec(this.#text)?.[0] ?? '';
      if (run === '' || at >= this.#end) return Math.min(at, this.#end);
      const note = blankNotes.find(({ test }) => test.test(run));
      if (note !== undefined) this.#notebook.add(note.severity, note.code, note.message, at);
      const lineBreak = this.#prefix === undefined ? -1 : run.indexOf('\n');
      at += lineBreak === -1 ? run.length : lineBreak + 1;
    }
  }

  /** The length of a prefix that begins at an offset. */
  #linePrefixAt(at: number): number {
    if (this.#prefix === undefined || (at > 0 && this.#text[at - 1] !== '\n')) return 0;
    const length = this.#prefix(this.#text, at);
    const message = 'The prefix of each line (a prompt, a quotation mark, the time of a log) was left out.';
    if (length > 0) this.#notebook.add('repaired', 'reader/line-prefix', message, at);
    return length;
  }

  /** The offset of the `=` of a keyword or assignment after an offset, on the same line; -1 when there is none. */
  equalsAfter(offset: number): number {
    let at = offset;
    while (this.#text[at] === ' ') at += 1;
    return this.#text[at] === '=' && this.#text[at + 1] !== '=' && at < this.#end ? at : -1;
  }

  /** The offset of the bracket after a class name, as in `Session {` and `Map(1) {`; -1 when there is none. */
  bracketAfter({ start, end }: Token): number {
    classBefore.lastIndex = start;
    const length = classBefore.exec(this.#text)?.[0].length ?? 0;
    return length === 0 || start + length <= end ? -1 : start + length;
  }

  /**
   * A string continues after a plus: JavaScript prints long ones like this. The offset of its next piece; -1 when there
   * is none.
   */
  pieceAfter({ start }: Token): number {
    if (this.#text[start] !== '+') return -1;
    const next = this.skipBlank(start + 1);
    return /['"`]/.test(this.#text.charAt(next)) ? next : -1;
  }

  #match(kind: Token['kind'], pattern: RegExp, start: number): Token | undefined {
    pattern.lastIndex = start;
    const length = pattern.exec(this.#text)?.[0].length ?? 0;
    return length === 0 ? undefined : { kind, start, end: Math.min(this.#end, start + length) };
  }

  /** `u'…'`, `b"…"`, `rb'…'` */
  #prefixed(start: number): Token | undefined {
    prefix.lastIndex = start;
    const letters = prefix.exec(this.#text)?.[0];
    if (letters === undefined) return undefined;
    return this.#quoted(/b/i.test(letters) ? 'bytes' : 'string', start, start + letters.length);
  }

  #quoted(kind: 'string' | 'bytes', start: number, open: number): Token {
    const quote = this.#text.charAt(open);
    const triple = quote.repeat(3);
    const isTriple = this.#text.startsWith(triple, open);
    const closing = isTriple ? triple : quote;
    let at = this.#text.indexOf(closing, open + closing.length);
    while (at !== -1 && this.#isEscaped(at)) at = this.#text.indexOf(closing, at + 1);
    const end = at + closing.length;
    return at === -1 || end > this.#end ? { kind: 'unclosed', start, end: this.#end } : { kind, start, end };
  }

  #isEscaped(at: number): boolean {
    let run = 0;
    while (this.#text[at - 1 - run] === '\\') run += 1;
    return run % 2 === 1;
  }

  /** Word processors turn quotes into typographic ones. */
  #smart(start: number): Token | undefined {
    const closers = smartClosers[this.#text.charAt(start)];
    if (closers === undefined) return undefined;
    closers.lastIndex = start + 1;
    const match = closers.exec(this.#text);
    if (match === null || match.index >= this.#end) return { kind: 'unclosed', start, end: this.#end };
    const message = 'Typographic quotes were read as plain ones.';
    this.#notebook.add('repaired', 'reader/smart-quotes', message, start);
    return { kind: 'string', start, end: match.index + 1 };
  }

  /** The opening of an enum member, or the whole of an object's address. */
  #angle(start: number): Token {
    const member = this.#match('enum', enumMember, start);
    if (member !== undefined) return member;
    let depth = 0;
    angleOrQuote.lastIndex = start;
    for (let match = angleOrQuote.exec(this.#text); match !== null; match = angleOrQuote.exec(this.#text)) {
      if (match.index >= this.#end) break;
      if (match[0] === '<') depth += 1;
      else if (match[0] === '>') depth -= 1;
      if (depth === 0) return { kind: 'object', start, end: match.index + 1 };
    }
    return { kind: 'unclosed', start, end: this.#end };
  }
}

/** Rich writes the place in a program at the right end of a log line. */
const blank =
  /[ \t]{2,}[\w./-]{1,80}\.py:\d+(?=[ \t]*(?:\r?\n|$))|[\s\uFEFF\u200B-\u200F\u2060\u2066-\u2069\u202A-\u202E\u00AD│]+|#[^\n]*|(?<![:\w/])\/\/[^\n]*|\/\*[^]{0,2000}?\*\/|<ref \*\d+>|\(\d{1,9}\) (?=\[)|<OpenAIObject\b[^<>\n]{0,200}> JSON: (?=\{)|\\\r?\n/y;
/** What was skipped between values, unless it is white space; the first that matches. */
const blankNotes = [
  { test: /^[#/]/, severity: 'repaired', code: 'reader/comment', message: 'A comment was left out.' },
  {
    test: /^<[^]* JSON: $/,
    severity: 'info',
    code: 'reader/address',
    message: 'The address of an object was left out: its JSON follows.',
  },
  {
    test: /│/,
    severity: 'repaired',
    code: 'reader/guide-line',
    message: 'Lines that Rich draws around and within a value were left out.',
  },
  {
    // Of web pages, word processors and chats.
    test: /[\u200B-\u200F\u2060\u2066-\u2069\u202A-\u202E\u00AD]/,
    severity: 'repaired',
    code: 'reader/invisible',
    message: 'Invisible characters between values were left out; those within texts were kept.',
  },
  {
    test: /\u00A0/,
    severity: 'assumed',
    code: 'reader/hard-space',
    message:
      'There are non-breaking spaces between values: those within texts were kept, although plain spaces may be intended.',
  },
  {
    test: /\d$/,
    severity: 'repaired',
    code: 'reader/log-place',
    message: 'The place in a program at the end of a line was left out.',
  },
] as const;
const prefix = /(?:[rR][bBfF]?|[bBfF][rR]?|[uU])(?=['"])/y;
/** Rich counts omitted entries: `... +12`; Node does, too: `... 3 more items`. */
const gap = /(?:\.\.\.|…)(?: ?\+[0-9]+| [0-9]+ more items?)?/y;
/**
 * Node's output for objects that are nested too deep, and for objects without readable values:
 * https://nodejs.org/api/util.html#utilinspectobject-options
 */
const leftOutByNode =
  /\[(?:Object|Array|Circular(?: \*\d+)?|(?:\.{3} ?|…)?(?:[Tt]runcated|TRUNCATED|[Oo]mitted|[Ss]nip|[Ss]nipped)[^[\]'"\n]{0,60})\]/y;
/** The output of a browser's console for an array within another. */
const leftOutByBrowser = /Array\(\d+\)(?! ?[[{])/y;
const shownByNode =
  /\[(?:(?:Async|Generator|AsyncGenerator)?Function|class|Getter|Setter|Module)(?:[ :/][^[\]\n]{0,120})?\]/y;
/** Keys that are symbols, and those of an error that a program cannot list. */
const symbolKey = /\[(?:Symbol\([^\n'"[\]]{0,100}\)|cause|errors)\](?=: )/y;
const symbol = /Symbol\([^\n'"()]{0,100}\)(?=[,\s\]}]|$)/y;
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/y;
const classBefore = /(?=\w*[a-z])[A-Z]\w{0,80}(?:\(\d+\))? (?=[{[])/y;
/** Also with parts that are not numbers: `nan+infj`. Before `=`, here and below, such a word is the name of a field. */
const complex =
  /[+-]?(?:(?:[0-9][0-9.]*(?:[eE][+-]?[0-9]+)?|inf|nan)[+-])?(?:[0-9][0-9.]*(?:[eE][+-]?[0-9]+)?|inf|nan)[jJ](?!\w|\s*=(?!=))/y;
const number =
  /[+-]?(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9]+)?(?:[lLn](?!\w))?|(?:inf|nan|infinity|Infinity|NaN)(?![\w.(]|\s*=(?!=)))/y;
const name = /[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/uy;
const enumMember =
  /<(?:[\p{L}_][\p{L}\p{N}_.]*\.[\p{L}\p{N}_|]+: |[A-Z]\w{0,80}: (?=0>))(?=[-\d'"([{<]|[bru]+['"]|None|True|False)/uy;
/** An arrow is no bracket, and a quote after `=`, a space or a bracket begins a string. */
const angleOrQuote = /->|(?<=[=\s([,])(?:'[^'\n]*'|"[^"\n]*")|[<>]/g;

const smartClosers: { readonly [opener: string]: RegExp | undefined } = {
  '“': /[”“]/g,
  '”': /[”“]/g,
  '„': /[“”]/g,
  '‘': /[’‘](?!\p{L})/gu,
  '’': /[’‘](?!\p{L})/gu,
};
