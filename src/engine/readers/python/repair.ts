import type { TextRange } from '../../model/problem.ts';
import { excerpt } from '../lines.ts';
import { CallFrame, DictFrame, GroupFrame, type Frame } from './frames.ts';
import type { Leaf, Node } from './node.ts';
import type { Token } from './tokens.ts';
import type { Assembly } from './assembly.ts';
import {
  isNextLineBegun,
  lineStringEnd,
  mixedStringEnd,
  stringEndBeforeComma,
  stringEndBeyondQuote,
} from './unclosed-strings.ts';

/** The state of a parser at an unexpected token. */
export interface Fork {
  readonly assembly: Assembly;
  readonly text: string;
  /** From the outermost to the innermost; never empty. */
  readonly frames: readonly Frame[];
  /** A complete value, before its separator. */
  readonly value: Node | undefined;
  /** The unexpected token. */
  readonly token: Token;
}

/** The repair that most likely matches the writer's intention. */
export type Repair =
  /** Insert a comma before the token. */
  | { readonly kind: 'comma'; readonly note: RepairNote }
  /** The value is a key: its colon is before `next`. */
  | { readonly kind: 'colon'; readonly next: number; readonly note: RepairNote }
  /** The value is a key that has no value. */
  | { readonly kind: 'key-alone'; readonly note: RepairNote }
  /** The last piece of the value is the key of the next entry; the token is its colon. */
  | { readonly kind: 'split'; readonly value: Leaf; readonly note: RepairNote }
  /** The innermost bracket closes before the token. */
  | { readonly kind: 'close'; readonly note: RepairNote }
  /** The value is the first key of a dict whose opening bracket is missing. */
  | { readonly kind: 'open'; readonly value: Node; readonly note: RepairNote }
  /** All brackets inside the innermost dict or list close before the value, which is a key or an element of that. */
  | {
      readonly kind: 'close-before';
      readonly value: Node;
      readonly inside: typeof DictFrame | typeof GroupFrame;
      readonly note: RepairNote;
    }
  /** A value that is not there, or cannot be read. */
  | { readonly kind: 'hole'; readonly range: TextRange; readonly note: RepairNote }
  /** The text before `next` is no part of the value. */
  | { readonly kind: 'skip'; readonly next: number; readonly note: RepairNote }
  /** A string ends elsewhere than its quotes say. */
  | { readonly kind: 'string'; readonly leaf: 'string' | 'begun'; readonly range: TextRange; readonly note: RepairNote }
  /** The value and what follows it are printed in a way of their own. */
  | { readonly kind: 'text'; readonly range: TextRange }
  /** The intention is unclear: the list continues with the element at `next`. */
  | { readonly kind: 'element'; readonly next: number; readonly note: RepairNote }
  /** Here begins another value: this one was cut off. */
  | { readonly kind: 'cut' };

export interface RepairNote {
  readonly severity: 'repaired' | 'lost';
  readonly code: string;
  readonly message: string;
}

/** Undefined when no repair is possible. */
export const repairOf = (fork: Fork): Repair | undefined => asMeant(fork) ?? nextElement(fork);

function nextElement({ text, assembly, frames, token }: Fork): Repair | undefined {
  if (!frames.some((frame) => frame instanceof GroupFrame)) return undefined;
  const next = assembly.records.after(token.start);
  return next === undefined
    ? undefined
    : { kind: 'element', next, note: notUnderstood(text, { start: token.start, end: next }) };
}

/** Undefined when the intention is unclear. */
function asMeant(fork: Fork): Repair | undefined {
  const { text, value, token, frames } = fork;
  if (token.kind === 'end') return undefined;
  if (value === undefined) return wanting(fork);
  if (value.kind === 'gap' && frames.at(-1)?.mayOmit === true) return { kind: 'comma', note: missingComma };
  if (value.kind === 'string') {
    const string = otherEnd(fork, value);
    if (string !== undefined) return string;
  }
  if (isNewLine(text, token) && !isNewLine(text, value) && !isClosing(fork)) return { kind: 'cut' };
  return following(fork, value);
}

/** A value is missing. */
function wanting(fork: Fork): Repair | undefined {
  const { text, assembly, frames, token } = fork;
  const frame = frames.at(-1);
  if (frame === undefined) return undefined;
  if (token.kind === 'unclosed') {
    const mixed = mixedStringEnd(text, token);
    if (mixed !== undefined) return { kind: 'string', leaf: 'string', range: mixed, note: mixedQuotes };
    const range = lineStringEnd(text, token);
    return range === undefined ? undefined : { kind: 'string', leaf: 'begun', range, note: missingQuote };
  }
  const mark = markOf(text, token);
  if (mark === ',' || closers.includes(mark)) {
    if (!frame.mayClose) return { kind: 'hole', range: { start: token.start, end: token.start }, note: missingValue };
    return mark === ',' ? { kind: 'skip', next: token.end, note: extraComma } : closing(fork, mark);
  }
  let next = token.end;
  let after = assembly.token(next);
  while (after.kind === 'other' && next - token.start < junkLimit) {
    next = after.end;
    after = assembly.token(next);
  }
  const range = { start: token.start, end: next };
  const note = notUnderstood(text, range);
  const separator = markOf(text, after);
  return separator === ',' || closers.includes(separator)
    ? { kind: 'hole', range, note }
    : { kind: 'skip', next, note };
}

/** A comma or the closing bracket is missing after a value. */
function following(fork: Fork, value: Node): Repair | undefined {
  const { text, frames, token } = fork;
  const frame = frames.at(-1);
  const mark = markOf(text, token);
  if (mark === ':') return colonAfter(fork, value);
  if (mark === '=' && frame?.takesColon) return { kind: 'colon', next: token.end, note: missingColon };
  const isKeyAlone = frame instanceof DictFrame && !frame.mayTake;
  // A dict cannot be a key: the dict around it should have been closed before it.
  if (isKeyAlone && value.kind === 'dict' && frames.at(-2) instanceof GroupFrame)
    return { kind: 'close-before', value, inside: GroupFrame, note: missingBracket };
  if (isKeyAlone && (mark === ',' || closers.includes(mark))) return { kind: 'key-alone', note: missingValue };
  if (closers.includes(mark)) return closing(fork, mark);
  return separating(fork, value) ?? junk(fork, value);
}

function colonAfter({ text, frames, token }: Fork, value: Node): Repair | undefined {
  const frame = frames.at(-1);
  if (frame instanceof DictFrame)
    return value.kind === 'string' && value.pieces.length > 1
      ? { kind: 'split', value, note: missingComma }
      : undefined;
  if (value.kind !== 'string' || !frames.every(isPlainFrame)) return undefined;
  const isInDict = frames.some((outer) => outer instanceof DictFrame);
  // The first key of another dict follows directly, without its bracket.
  const isAmongDicts = frame instanceof GroupFrame && frame.last?.kind === 'dict';
  if (isAmongDicts && (!isInDict || dictEnds.test(text.slice(token.end, token.end + 2000))))
    return { kind: 'open', value, note: missingOpening };
  return isInDict ? { kind: 'close-before', value, inside: DictFrame, note: missingBracket } : undefined;
}

/** A dict without brackets in it, followed by another one or the end of a list. */
const dictEnds = /^[^{}[\]]*\}\s*(?:,\s*\{|\])/;

const isPlainFrame = (frame: Frame): boolean =>
  frame instanceof DictFrame || frame instanceof GroupFrame || frame instanceof CallFrame;

function closing({ text, assembly, frames, token }: Fork, mark: string): Repair {
  const outermost = frames.findLastIndex((frame) => frame.closer === mark);
  // The bracket that closes the whole value has no mark behind it.
  const isMore = outermost === 0 && [',', ':', ...closers].includes(markOf(text, assembly.token(token.end)));
  return outermost !== -1 && !isMore
    ? { kind: 'close', note: missingBracket }
    : { kind: 'skip', next: token.end, note: extraBracket };
}

/** Two values side by side. */
function separating({ text, frames, token }: Fork, value: Node): Repair | undefined {
  const frame = frames.at(-1);
  if (token.kind === 'other' || token.kind === 'unclosed' || frame === undefined) return undefined;
  if (frame instanceof DictFrame) {
    const isKeyed = keyed.test(text.slice(token.end, token.end + 20));
    if (frame.takesColon) return isKeyed ? undefined : { kind: 'colon', next: token.start, note: missingColon };
    if (isKeyed && token.kind !== 'mark') return { kind: 'comma', note: missingComma };
    const isNext = markOf(text, token) === '{' && frames.at(-2) instanceof GroupFrame;
    return isNext ? { kind: 'close', note: missingBracket } : undefined;
  }
  if (frame instanceof CallFrame) {
    const isKeyword = token.kind === 'name' && /^\s*=(?!=)/.test(text.slice(token.end, token.end + 20));
    return isKeyword ? { kind: 'comma', note: missingComma } : undefined;
  }
  const isWords = value.kind === 'name' || (value.kind === 'number' && token.kind !== 'mark');
  return frame instanceof GroupFrame && !isWords ? { kind: 'comma', note: missingComma } : undefined;
}

const keyed = /^\s*:/;

/** The text after a value up to the next comma or bracket is no value. */
function junk({ text, assembly, token }: Fork, value: Node): Repair | undefined {
  const end = assembly.endBeforeSeparator(token.start);
  if (end === undefined) return undefined;
  // A quote in it may be the wrong one of two: then text that seems to be between strings is in them.
  const left = text.slice(token.start, end);
  if (left.includes('\n') && /['"]/.test(left)) return undefined;
  if (value.kind === 'name' || value.kind === 'number') return { kind: 'text', range: { start: value.start, end } };
  return { kind: 'skip', next: end, note: notUnderstood(text, { start: token.start, end }) };
}

/** A quote within a string, or one that is missing at its end. */
function otherEnd({ text, frames, token }: Fork, value: Leaf): Repair | undefined {
  if (value.pieces.length > 0) return undefined;
  const broken = isNextLineBegun(text, value) ? lineStringEnd(text, value) : undefined;
  if (broken !== undefined) return { kind: 'string', leaf: 'begun', range: broken, note: missingQuote };
  const short = stringEndBeforeComma(text, value);
  if (short !== undefined) return { kind: 'string', leaf: 'begun', range: short, note: missingQuote };
  if (token.kind === 'mark' || token.start !== value.end || frames.at(-1)?.takesColon === true) return undefined;
  const isKeyed = frames.at(-1) instanceof DictFrame || frames.at(-1) instanceof CallFrame;
  const end = stringEndBeyondQuote(text, value, isKeyed);
  if (end === undefined) return undefined;
  return { kind: 'string', leaf: 'string', range: { start: value.start, end }, note: unescapedQuote };
}

/** Whether the token is the first on its line: continued values are indented. */
const isNewLine = (text: string, { start }: TextRange): boolean => start > 0 && text[start - 1] === '\n';

const isClosing = ({ text, token }: Fork): boolean => [',', ':', ...closers].includes(markOf(text, token));

const markOf = (text: string, token: Token): string => (token.kind === 'mark' ? text.charAt(token.start) : '');

const closers = [')', ']', '}'];

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
const mixedQuotes: RepairNote = {
  severity: 'repaired',
  code: 'reader/mixed-quotes',
  message: 'A string that begins with one quote and ends with the other was read as one.',
};
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
