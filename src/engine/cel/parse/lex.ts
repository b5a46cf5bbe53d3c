import type { Problem, TextRange } from '../../model/problem.ts';
import { Uint } from '../../model/value.ts';
import { readQuoted, startsQuoted } from './lex-quoted.ts';
import { matchAt } from './token.ts';
import type { Source, Token } from './token.ts';

/** Longest first, so that the first match is the longest. Entries with a second form are signs of other languages. */
const punctuation: readonly (readonly [written: string, replacement: string])[] = [
  ['===', '=='],
  ['!==', '!='],
  ['==', '=='],
  ['!=', '!='],
  ['<=', '<='],
  ['>=', '>='],
  ['&&', '&&'],
  ['||', '||'],
  ['=', '=='],
  ['&', '&&'],
  ['|', '||'],
  ...'( ) [ ] { } . , : ? ! < > + - * / %'.split(' ').map((sign) => [sign, sign] as const),
];

const blank = /[ \t\r\n\f]+/y;
const comment = /\/\/[^\n]*/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const floating = /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y;
const integer = /(?:0x[0-9a-fA-F]+|\d+)(?<unsigned>[uU])?/y;
const fieldName = /`([A-Za-z0-9_.\-/ ]+)`/y;
const junk = /[\p{L}\p{N}]+|./suy;

const uintMax = 18446744073709551615n;

export interface Lexed {
  readonly tokens: readonly Token[];
  readonly problems: readonly Problem[];
  /** Ranges of skipped text that belongs to no token. */
  readonly skipped: readonly TextRange[];
}

/** Splits an expression into tokens. Text that belongs to no token is reported and skipped; the last token is `end`. */
export function lex(text: string): Lexed {
  const problems: Problem[] = [];
  const source: Source = {
    text,
    report: (start, end, message) => problems.push({ code: 'cel/parse', message, range: { start, end } }),
  };
  const tokens: Token[] = [];
  const skipped: TextRange[] = [];
  let at = 0;
  while (at < text.length) {
    const space = matchAt(blank, text, at) ?? matchAt(comment, text, at);
    if (space !== null) {
      at += space[0].length;
      continue;
    }
    const token = readToken(source, at);
    if (token !== null) tokens.push(token);
    const end = token?.end ?? skipJunk(source, at);
    if (token === null) skipped.push({ start: at, end });
    at = end;
  }
  tokens.push({ kind: 'end', text: '', start: text.length, end: text.length });
  return { tokens, problems, skipped };
}

function readToken(source: Source, at: number): Token | null {
  if (startsQuoted(source.text, at)) return readQuoted(source, at);
  return readNumber(source, at) ?? readName(source, at) ?? readPunctuation(source, at);
}

function readName({ text }: Source, at: number): Token | null {
  const plain = matchAt(word, text, at);
  if (plain !== null) return { kind: 'ident', text: plain[0], start: at, end: at + plain[0].length };
  const quoted = matchAt(fieldName, text, at);
  if (quoted === null) return null;
  return { kind: 'quoted', text: quoted[1] ?? '', start: at, end: at + quoted[0].length };
}

function readNumber(source: Source, at: number): Token | null {
  const match = matchAt(floating, source.text, at) ?? matchAt(integer, source.text, at);
  if (match === null) return null;
  const written = match[0];
  const end = at + written.length;
  const tail = matchAt(word, source.text, end);
  if (tail !== null) {
    const stop = end + tail[0].length;
    source.report(at, stop, `\`${source.text.slice(at, stop)}\` is not a number; a name cannot begin with a digit.`);
    return { kind: 'int', text: written, magnitude: 0n, start: at, end: stop };
  }
  const place = { text: written, start: at, end };
  if (match.groups === undefined) return readDouble(source, place);
  if (match.groups['unsigned'] === undefined) return { kind: 'int', magnitude: BigInt(written), ...place };
  const value = BigInt(written.slice(0, -1));
  if (value > uintMax) source.report(at, end, `\`${written}\` is too large for uint; the largest is ${uintMax}u.`);
  return { kind: 'literal', value: new Uint(BigInt.asUintN(64, value)), ...place };
}

function readDouble(
  source: Source,
  place: { readonly text: string; readonly start: number; readonly end: number },
): Token {
  const magnitude = Number(place.text);
  if (magnitude === Infinity) {
    source.report(place.start, place.end, `\`${place.text}\` is too large for a double, which ends near 1.8e308.`);
  }
  return { kind: 'double', magnitude, ...place };
}

function readPunctuation({ text, report }: Source, at: number): Token | null {
  for (const [written, replacement] of punctuation) {
    if (!text.startsWith(written, at)) continue;
    const end = at + written.length;
    if (written !== replacement) report(at, end, `CEL has no \`${written}\`; write \`${replacement}\`.`);
    return { kind: 'punct', text: replacement, start: at, end };
  }
  return null;
}

/** Reports text that starts no token, and returns where to continue. */
function skipJunk({ text, report }: Source, at: number): number {
  const found = matchAt(junk, text, at)?.[0] ?? text.slice(at, at + 1);
  const end = at + found.length;
  report(at, end, junkMessage(found));
  return end;
}

function junkMessage(found: string): string {
  if ('“”„‟″'.includes(found)) return `\`${found}\` is a typographic quote; CEL strings use a straight one, \`"\`.`;
  if ('‘’‚‛′'.includes(found)) return `\`${found}\` is a typographic quote; CEL strings use a straight one, \`'\`.`;
  if (found === '`')
    return 'A back-quoted field name ends on its own line and holds letters, digits, `_ . - /` and blanks.';
  if (found === '#') return 'A comment in CEL begins with `//`, not with `#`.';
  if (found === ';') return 'A CEL rule is one expression; it takes no `;`.';
  if (/^\p{L}/u.test(found))
    return `A name in CEL holds only ASCII letters, digits and \`_\`; \`${found}\` is something else.`;
  return `\`${found}\` means nothing in CEL.`;
}
