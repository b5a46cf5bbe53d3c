import type { TextRange } from '../../model/problem.ts';
import { excerpt } from '../lines.ts';
import type { Assembly, Finished } from './assembly.ts';
import { Frame } from './frames.ts';
import type { Leaf, Node } from './node.ts';
import type { Token } from './tokens.ts';
import {
  isNextLineBegun,
  lineStringEnd,
  mixedStringEnd,
  stringEndBeforeComma,
  stringEndBeyondQuote,
} from './unclosed-strings.ts';

interface RepairNote {
  readonly severity: 'repaired' | 'lost';
  readonly code: string;
  readonly message: string;
}

/** Repairs faults that a parser meets, so that it can continue. */
export class Repairer {
  readonly #all: Assembly;
  #repairs = 0;

  constructor(assembly: Assembly) {
    this.#all = assembly;
  }

  get repairs(): number {
    return this.#repairs;
  }

  /** Ends the value where another begins; undefined when the intention is unclear. */
  repair(): 'repaired' | Finished | undefined {
    const all = this.#all;
    if (all.frames.length === 0 || this.#repairs > 20 + all.tree.nodes.length) return undefined;
    const token = all.token(all.at);
    const done = this.#likeliest(token) || this.#nextElement(token);
    if (done === 'cut') return all.cutOff(all.at);
    if (done) this.#repairs += 1;
    return done ? 'repaired' : undefined;
  }

  /**
   * Makes the repair that most likely matches the writer's intention; `cut` when another value begins here. False when
   * it is unclear: then nothing has changed.
   */
  #likeliest(token: Token): boolean | 'cut' {
    const { text, value, frame } = this.#all;
    if (token.kind === 'end') return false;
    if (value === undefined) return frame !== undefined && this.#missing(token, frame);
    if (value.kind === 'gap' && frame?.mayOmit === true) return this.#comma(token);
    if (value.kind === 'string' && this.#otherEnd(token, value)) return true;
    if (isNewLine(text, token) && !isNewLine(text, value) && !isSeparator(this.#all.markOf(token))) return 'cut';
    return frame !== undefined && this.#following(token, value, frame);
  }

  /** The list continues with its next element. Brackets inside the innermost list keep their complete parts. */
  #nextElement(token: Token): boolean {
    const all = this.#all;
    const next = all.frames.some(isGroup) ? all.records.after(token.start) : undefined;
    if (next === undefined) return false;
    this.#note(notUnderstood(all.text, { start: token.start, end: next }), token.start);
    for (let { frame } = all; frame !== undefined && !isGroup(frame); frame = all.frame) {
      if (all.value !== undefined && !frame.takesColon) frame.take(all.value);
      all.close(frame, all.at);
    }
    return this.#separate(next);
  }

  /** A value is missing before the token. */
  #missing(token: Token, frame: Frame): boolean {
    const { text } = this.#all;
    const { start } = token;
    if (token.kind === 'unclosed') {
      const mixed = mixedStringEnd(text, token);
      if (mixed !== undefined) return this.#string('string', mixed, mixedQuotes);
      const range = lineStringEnd(text, token);
      return range !== undefined && this.#string('begun', range, missingQuote);
    }
    const mark = this.#all.markOf(token);
    if (mark === ',' || isCloser(mark)) {
      if (!frame.mayClose) return this.#hole({ start, end: start }, missingValue);
      return mark === ',' ? this.#skip(start, token.end, extraComma) : this.#closing(token, mark);
    }
    let { end } = token;
    let after = this.#all.token(end);
    while (after.kind === 'other' && end - start < junkLimit) {
      end = after.end;
      after = this.#all.token(end);
    }
    const note = notUnderstood(text, { start, end });
    const separator = this.#all.markOf(after);
    const isWhole = separator === ',' || isCloser(separator);
    return isWhole ? this.#hole({ start, end }, note) : this.#skip(start, end, note);
  }

  /** A comma or the closing bracket is missing after a value. */
  #following(token: Token, value: Node, frame: Frame): boolean {
    const { frames } = this.#all;
    const mark = this.#all.markOf(token);
    if (mark === ':') return value.kind === 'string' && this.#colonAfter(token, value, frame);
    if (mark === '=' && frame.takesColon) return this.#colon(token, token.end, value);
    const isKeyAlone = frame.kind === 'dict' && !frame.mayTake;
    // A dict cannot be a key: the dict around it should have been closed before it.
    if (isKeyAlone && value.kind === 'dict' && isGroup(frames.at(-2))) return this.#closeBefore(token, value, isGroup);
    if (isKeyAlone && (mark === ',' || isCloser(mark))) {
      frame.key(value);
      return this.#hole({ start: token.start, end: token.start }, missingValue);
    }
    if (isCloser(mark)) return this.#closing(token, mark);
    return this.#separating(token, value, frame) || this.#junk(token, value);
  }

  #colonAfter(token: Token, value: Leaf, frame: Frame): boolean {
    const { text, frames } = this.#all;
    if (isDict(frame)) return this.#split(token, value, frame);
    if (!frames.every((one) => isDict(one) || isGroup(one) || one.kind === 'call')) return false;
    const isInDict = frames.some(isDict);
    // The first key of another dict follows directly, without its bracket.
    const isAmongDicts = isGroup(frame) && frame.last?.kind === 'dict';
    if (isAmongDicts && (!isInDict || dictEnds.test(text.slice(token.end, token.end + 2000)))) {
      this.#note(missingOpening, token.start);
      frame.separate();
      frames.push(new Frame('dict', value.start));
      return this.#keyed(value, token.end);
    }
    return isInDict && this.#closeBefore(token, value, isDict);
  }

  /** `'a': 'x' 'b':`, which was read as one string in two pieces: the last is the key of the next entry. */
  #split(token: Token, { pieces, start }: Leaf, frame: Frame): boolean {
    const { tree } = this.#all;
    const [last] = pieces.slice(-1);
    const before = pieces.slice(0, -1);
    const end = before.at(-1)?.end;
    if (last === undefined || end === undefined) return false;
    this.#note(missingComma, token.start);
    tree.nodes.pop();
    frame.take(tree.leaf('string', { start, end }, before));
    frame.separate();
    return this.#keyed(tree.leaf('string', last), token.end);
  }

  #closing(token: Token, mark: string): boolean {
    const all = this.#all;
    const outermost = all.frames.findLastIndex((frame) => frame.closer === mark);
    // The bracket that closes the whole value has no mark behind it.
    const isMore = outermost === 0 && isSeparator(all.markOf(all.token(token.end)));
    return outermost !== -1 && !isMore ? this.#close(token) : this.#skip(token.start, token.end, extraBracket);
  }

  /** Two values side by side. */
  #separating(token: Token, value: Node, frame: Frame): boolean {
    const { text, frames } = this.#all;
    if (token.kind === 'other' || token.kind === 'unclosed') return false;
    const behind = text.slice(token.end, token.end + 20);
    if (isDict(frame)) {
      const isKeyed = /^\s*:/.test(behind);
      if (frame.takesColon) return !isKeyed && this.#colon(token, token.start, value);
      if (isKeyed && token.kind !== 'mark') return this.#comma(token);
      return this.#all.markOf(token) === '{' && isGroup(frames.at(-2)) && this.#close(token);
    }
    if (frame.kind === 'call') return token.kind === 'name' && /^\s*=(?!=)/.test(behind) && this.#comma(token);
    const isWords = value.kind === 'name' || (value.kind === 'number' && token.kind !== 'mark');
    return isGroup(frame) && !isWords && this.#comma(token);
  }

  /** The text after a value up to the next comma or bracket is no value. */
  #junk({ start }: Token, value: Node): boolean {
    const all = this.#all;
    const end = all.endBeforeSeparator(start);
    if (end === undefined) return false;
    // A quote in it may be the wrong one of two: then text that seems to be between strings is in them.
    const left = all.text.slice(start, end);
    if (left.includes('\n') && /['"]/.test(left)) return false;
    if (value.kind !== 'name' && value.kind !== 'number')
      return this.#skip(start, end, notUnderstood(all.text, { start, end }));
    all.asText({ start: value.start, end });
    return true;
  }

  /** A quote within a string, or one that is missing at its end. */
  #otherEnd(token: Token, value: Leaf): boolean {
    const { text, frame } = this.#all;
    if (value.pieces.length > 0) return false;
    const broken = isNextLineBegun(text, value) ? lineStringEnd(text, value) : undefined;
    const short = broken ?? stringEndBeforeComma(text, value);
    if (short !== undefined) return this.#string('begun', short, missingQuote);
    if (token.kind === 'mark' || token.start !== value.end || frame?.takesColon === true) return false;
    const end = stringEndBeyondQuote(text, value, isDict(frame) || frame?.kind === 'call');
    return end !== undefined && this.#string('string', { start: value.start, end }, unescapedQuote);
  }

  #note({ severity, code, message }: RepairNote, at: number): void {
    this.#all.notebook.add(severity, code, message, at);
  }

  /** Inserts a comma before the token. */
  #comma({ start }: Token): true {
    const { value, frame } = this.#all;
    this.#note(missingComma, start);
    if (value?.kind !== 'gap' || frame?.mayOmit !== true) return this.#separate(start);
    this.#all.omit(value);
    frame.separate();
    this.#all.goOn(start);
    return true;
  }

  /** The value is complete, as if a comma followed it; the next one begins at an offset. */
  #separate(next: number): true {
    const { value, frame } = this.#all;
    if (value !== undefined) frame?.take(value);
    frame?.separate();
    this.#all.goOn(next);
    return true;
  }

  /** The value is a key: its colon is before `next`. */
  #colon({ start }: Token, next: number, key: Node): true {
    this.#note(missingColon, start);
    return this.#keyed(key, next);
  }

  #keyed(key: Node, next: number): true {
    this.#all.frame?.key(key);
    this.#all.goOn(next);
    return true;
  }

  /** The innermost bracket closes before the token. */
  #close({ start }: Token): true {
    const { frame, value, at } = this.#all;
    this.#note(missingBracket, start);
    if (value !== undefined) frame?.take(value);
    if (frame !== undefined) this.#all.close(frame, at);
    return true;
  }

  /** All brackets inside the innermost dict or list close before the value, which is a key or an element of that. */
  #closeBefore({ start }: Token, value: Node, isAround: (frame: Frame) => boolean): true {
    const all = this.#all;
    this.#note(missingBracket, start);
    for (let { frame } = all; frame !== undefined && !isAround(frame); frame = all.frame) {
      all.close(frame, value.start);
      if (all.value !== undefined) all.frame?.take(all.value);
      all.frame?.separate();
    }
    all.complete(value, value.end);
    return true;
  }

  /** A value that is not there, or cannot be read. */
  #hole(range: TextRange, note: RepairNote): true {
    this.#note(note, range.start);
    this.#all.complete(this.#all.tree.leaf('hole', range), range.end);
    return true;
  }

  /** The text up to `next` is no part of the value. */
  #skip(start: number, next: number, note: RepairNote): true {
    this.#note(note, start);
    this.#all.at = next;
    return true;
  }

  /** A string ends elsewhere than its quotes say. */
  #string(kind: 'string' | 'begun', range: TextRange, note: RepairNote): true {
    const all = this.#all;
    this.#note(note, range.start);
    if (all.value !== undefined) all.tree.nodes.pop();
    all.complete(all.tree.leaf(kind, range), range.end);
    return true;
  }
}

/** A dict without brackets in it, followed by another one or the end of a list. */
const dictEnds = /^[^{}[\]]*\}\s*(?:,\s*\{|\])/;

/** Whether the token is the first on its line: continued values are indented. */
const isNewLine = (text: string, { start }: TextRange): boolean => start > 0 && text[start - 1] === '\n';

const isCloser = (mark: string): boolean => mark === ')' || mark === ']' || mark === '}';

const isSeparator = (mark: string): boolean => mark === ',' || mark === ':' || isCloser(mark);

const isDict = (frame: Frame | undefined): boolean => frame?.kind === 'dict';

const isGroup = (frame: Frame | undefined): boolean => frame?.kind === 'list' || frame?.kind === 'round';

/** A run of characters that are not Python's. */
const junkLimit = 200;

const repaired = (code: string, message: string): RepairNote => ({ severity: 'repaired', code, message });

const missingComma = repaired('reader/missing-comma', 'A comma is missing between two entries: they were read as two.');
const extraComma = repaired('reader/extra-comma', 'A comma with nothing before it was left out.');
const missingColon = repaired('reader/missing-colon', 'A colon is missing between a key and its value.');
const missingBracket = repaired(
  'reader/missing-bracket',
  'A closing bracket is missing: it was put where the one around it closes.',
);
const missingOpening = repaired('reader/missing-bracket', 'An opening bracket is missing: it was put before the key.');
const extraBracket = repaired('reader/extra-bracket', 'A closing bracket that closes nothing was left out.');
const mixedQuotes = repaired(
  'reader/mixed-quotes',
  'A string that begins with one quote and ends with the other was read as one.',
);
const missingQuote = repaired(
  'reader/missing-quote',
  'The closing quote of a string is missing: it was put where the line or the entry ends.',
);
const unescapedQuote = repaired(
  'reader/unescaped-quote',
  'A quote within a string was not escaped: the string was read up to the quote that ends the entry.',
);
const missingValue: RepairNote = {
  severity: 'lost',
  code: 'reader/missing-value',
  message: 'A value is missing here: it is kept as unknown.',
};

const notUnderstood = (text: string, range: TextRange): RepairNote => ({
  severity: 'lost',
  code: 'reader/not-understood',
  message: `\`${excerpt(text, range, 60)}\` is not a value: left out.`,
});
