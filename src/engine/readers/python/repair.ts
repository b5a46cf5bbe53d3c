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
    const repair = likeliest(all, token) ?? nextElement(all, token);
    if (repair === undefined) return undefined;
    if (repair === 'cut') return all.cutOff(all.at);
    this.#repairs += 1;
    const { note, at = token.start } = repair;
    if (note !== undefined) all.notebook.add(note.severity, note.code, note.message, at);
    repair.apply();
    return 'repaired';
  }
}

interface Repair {
  readonly note?: RepairNote;
  /** The place of the note; without it, that of the unexpected token. */
  readonly at?: number;
  /** Changes the partly built value, and where its reading continues. */
  readonly apply: () => void;
}

interface RepairNote {
  readonly severity: 'repaired' | 'lost';
  readonly code: string;
  readonly message: string;
}

/** The repair that most likely matches the writer's intention; `cut` when another value begins here. Undefined when it is unclear. */
function likeliest(all: Assembly, token: Token): Repair | 'cut' | undefined {
  const { text, value, frame } = all;
  if (token.kind === 'end') return undefined;
  if (value === undefined) return missing(all, token);
  if (value.kind === 'gap' && frame?.mayOmit === true) return comma(all, token);
  if (value.kind === 'string') {
    const string = otherEnd(all, token, value);
    if (string !== undefined) return string;
  }
  if (isNewLine(text, token) && !isNewLine(text, value) && !isSeparator(all.markOf(token))) return 'cut';
  return following(all, token, value);
}

/** The list continues with its next element. Brackets inside the innermost list keep their complete parts. */
function nextElement(all: Assembly, token: Token): Repair | undefined {
  const next = all.frames.some(isGroup) ? all.records.after(token.start) : undefined;
  if (next === undefined) return undefined;
  const apply = () => {
    for (let { frame } = all; frame !== undefined && !isGroup(frame); frame = all.frame) {
      const { value, at } = all;
      if (value !== undefined && !frame.takesColon) frame.take(value);
      all.close(frame, at);
    }
    if (all.value !== undefined) all.frame?.take(all.value);
    all.frame?.separate();
    all.goOn(next);
  };
  return { note: notUnderstood(all.text, { start: token.start, end: next }), apply };
}

/** A value is missing before the token. */
function missing(all: Assembly, token: Token): Repair | undefined {
  const { text, frame } = all;
  if (frame === undefined) return undefined;
  if (token.kind === 'unclosed') {
    const mixed = mixedStringEnd(text, token);
    if (mixed !== undefined) return stringWithin(all, 'string', mixed, mixedQuotes);
    const range = lineStringEnd(text, token);
    return range === undefined ? undefined : stringWithin(all, 'begun', range, missingQuote);
  }
  const mark = all.markOf(token);
  if (mark === ',' || isCloser(mark)) {
    if (!frame.mayClose) return hole(all, { start: token.start, end: token.start }, missingValue);
    return mark === ',' ? skip(all, token.end, extraComma) : closing(all, token, mark);
  }
  let next = token.end;
  let after = all.token(next);
  while (after.kind === 'other' && next - token.start < junkLimit) {
    next = after.end;
    after = all.token(next);
  }
  const range = { start: token.start, end: next };
  const note = notUnderstood(text, range);
  const separator = all.markOf(after);
  return separator === ',' || isCloser(separator) ? hole(all, range, note) : skip(all, next, note);
}

/** A comma or the closing bracket is missing after a value. */
function following(all: Assembly, token: Token, value: Node): Repair | undefined {
  const { frame, frames } = all;
  const mark = all.markOf(token);
  if (mark === ':') return colonAfter(all, token, value);
  if (mark === '=' && frame?.takesColon) return colon(all, token.end, value);
  const isKeyAlone = frame?.kind === 'dict' && !frame.mayTake;
  // A dict cannot be a key: the dict around it should have been closed before it.
  if (isKeyAlone && value.kind === 'dict' && isGroup(frames.at(-2))) return closeBefore(all, value, isGroup);
  if (isKeyAlone && (mark === ',' || isCloser(mark))) {
    const apply = () => {
      frame.key(value);
      hole(all, { start: token.start, end: token.start }, missingValue).apply();
    };
    return { note: missingValue, apply };
  }
  if (isCloser(mark)) return closing(all, token, mark);
  return separating(all, token, value) ?? junk(all, token, value);
}

function colonAfter(all: Assembly, token: Token, value: Node): Repair | undefined {
  const { text, frame, frames } = all;
  if (value.kind !== 'string') return undefined;
  if (isDict(frame)) return split(all, token, value);
  if (!frames.every((one) => isDict(one) || isGroup(one) || one.kind === 'call')) return undefined;
  const isInDict = frames.some(isDict);
  // The first key of another dict follows directly, without its bracket.
  const isAmongDicts = isGroup(frame) && frame?.last?.kind === 'dict';
  if (isAmongDicts && (!isInDict || dictEnds.test(text.slice(token.end, token.end + 2000)))) {
    const apply = () => {
      const dict = new Frame('dict', value.start);
      frame.separate();
      dict.key(value);
      frames.push(dict);
      all.goOn(token.end);
    };
    return { note: missingOpening, apply };
  }
  return isInDict ? closeBefore(all, value, isDict) : undefined;
}

/** `'a': 'x' 'b':`, which was read as one string in two pieces: the last is the key of the next entry. */
function split(all: Assembly, token: Token, { pieces, start }: Leaf): Repair | undefined {
  const { tree, frame } = all;
  const [last] = pieces.slice(-1);
  const before = pieces.slice(0, -1);
  const end = before.at(-1)?.end;
  if (last === undefined || end === undefined) return undefined;
  const apply = () => {
    tree.nodes.pop();
    frame?.take(tree.leaf('string', { start, end }, before));
    frame?.separate();
    frame?.key(tree.leaf('string', last));
    all.goOn(token.end);
  };
  return { note: missingComma, apply };
}

/** A dict without brackets in it, followed by another one or the end of a list. */
const dictEnds = /^[^{}[\]]*\}\s*(?:,\s*\{|\])/;

function closing(all: Assembly, token: Token, mark: string): Repair {
  const outermost = all.frames.findLastIndex((frame) => frame.closer === mark);
  // The bracket that closes the whole value has no mark behind it.
  const isMore = outermost === 0 && isSeparator(all.markOf(all.token(token.end)));
  return outermost !== -1 && !isMore ? close(all) : skip(all, token.end, extraBracket);
}

/** Two values side by side. */
function separating(all: Assembly, token: Token, value: Node): Repair | undefined {
  const { text, frame, frames } = all;
  if (token.kind === 'other' || token.kind === 'unclosed' || frame === undefined) return undefined;
  const behind = text.slice(token.end, token.end + 20);
  if (isDict(frame)) {
    const isKeyed = /^\s*:/.test(behind);
    if (frame.takesColon) return isKeyed ? undefined : colon(all, token.start, value);
    if (isKeyed && token.kind !== 'mark') return comma(all, token);
    return all.markOf(token) === '{' && isGroup(frames.at(-2)) ? close(all) : undefined;
  }
  if (frame.kind === 'call') return token.kind === 'name' && /^\s*=(?!=)/.test(behind) ? comma(all, token) : undefined;
  const isWords = value.kind === 'name' || (value.kind === 'number' && token.kind !== 'mark');
  return isGroup(frame) && !isWords ? comma(all, token) : undefined;
}

/** The text after a value up to the next comma or bracket is no value. */
function junk(all: Assembly, token: Token, value: Node): Repair | undefined {
  const end = all.endBeforeSeparator(token.start);
  if (end === undefined) return undefined;
  // A quote in it may be the wrong one of two: then text that seems to be between strings is in them.
  const left = all.text.slice(token.start, end);
  if (left.includes('\n') && /['"]/.test(left)) return undefined;
  if (value.kind === 'name' || value.kind === 'number') return { apply: () => all.asText({ start: value.start, end }) };
  return skip(all, end, notUnderstood(all.text, { start: token.start, end }));
}

/** A quote within a string, or one that is missing at its end. */
function otherEnd(all: Assembly, token: Token, value: Leaf): Repair | undefined {
  const { text, frame } = all;
  if (value.pieces.length > 0) return undefined;
  const broken = isNextLineBegun(text, value) ? lineStringEnd(text, value) : undefined;
  const short = broken ?? stringEndBeforeComma(text, value);
  if (short !== undefined) return stringWithin(all, 'begun', short, missingQuote);
  if (token.kind === 'mark' || token.start !== value.end || frame?.takesColon === true) return undefined;
  const end = stringEndBeyondQuote(text, value, isDict(frame) || frame?.kind === 'call');
  return end === undefined ? undefined : stringWithin(all, 'string', { start: value.start, end }, unescapedQuote);
}

/** Inserts a comma before the token. */
const comma = (all: Assembly, token: Token): Repair => ({
  note: missingComma,
  apply() {
    const { value, frame } = all;
    if (value?.kind === 'gap' && frame?.mayOmit === true) all.omit(value);
    else if (value !== undefined) frame?.take(value);
    frame?.separate();
    all.goOn(token.start);
  },
});

/** The value is a key: its colon is before `next`. */
const colon = (all: Assembly, next: number, key: Node): Repair => ({
  note: missingColon,
  apply() {
    all.frame?.key(key);
    all.goOn(next);
  },
});

/** The innermost bracket closes before the token. */
const close = (all: Assembly): Repair => ({
  note: missingBracket,
  apply() {
    const { frame, value } = all;
    if (value !== undefined) frame?.take(value);
    if (frame !== undefined) all.close(frame, all.at);
  },
});

/** All brackets inside the innermost dict or list close before the value, which is a key or an element of that. */
const closeBefore = (all: Assembly, value: Node, isAround: (frame: Frame) => boolean): Repair => ({
  note: missingBracket,
  apply() {
    for (let { frame } = all; frame !== undefined && !isAround(frame); frame = all.frame) {
      all.close(frame, value.start);
      if (all.value !== undefined) all.frame?.take(all.value);
      all.frame?.separate();
    }
    all.complete(value, value.end);
  },
});

/** A value that is not there, or cannot be read. */
const hole = (all: Assembly, range: TextRange, note: RepairNote): Repair => ({
  note,
  apply: () => all.complete(all.tree.leaf('hole', range), range.end),
});

/** The text before `next` is no part of the value. */
const skip = (all: Assembly, next: number, note: RepairNote): Repair => ({
  note,
  apply() {
    all.at = next;
  },
});

/** A string ends elsewhere than its quotes say. */
const stringWithin = (all: Assembly, kind: 'string' | 'begun', range: TextRange, note: RepairNote): Repair => ({
  note,
  at: range.start,
  apply() {
    if (all.value !== undefined) all.tree.nodes.pop();
    all.complete(all.tree.leaf(kind, range), range.end);
  },
});

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
  message: `\`${excerpt(text, range, 60)}\` is no value, and was left out.`,
});
