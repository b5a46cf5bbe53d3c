import { matchAt } from './token.ts';
import type { Source, Token } from './token.ts';
import { encodeUtf8 } from './utf8.ts';

const opening = /(?<bytes>[bB])?(?<raw>[rR])?(?<quote>"""|'''|"|')/y;
const misordered = /[rR][bB]["']/y;

/** True where a string or bytes literal begins: `"`, `r'`, `b"""`, … */
export const startsQuoted = (text: string, at: number): boolean =>
  matchAt(opening, text, at) !== null || matchAt(misordered, text, at) !== null;

/** Reads a string or bytes literal. An unclosed one ends with its line, or with the text when it is triple-quoted. */
export function readQuoted(source: Source, at: number): Token {
  const swapped = matchAt(misordered, source.text, at);
  if (swapped !== null) {
    source.report(at, at + 2, `Raw bytes are written \`br${swapped[0].slice(2)}\`, with the \`b\` first.`);
  }
  const match = matchAt(opening, source.text, swapped === null ? at : at + 2);
  const quote = match?.groups?.['quote'] ?? '"';
  const isBytes = swapped !== null || match?.groups?.['bytes'] !== undefined;
  const isRaw = swapped !== null || match?.groups?.['raw'] !== undefined;
  const bodyStart = (swapped === null ? at : at + 2) + (match?.[0].length ?? 1);
  const { bodyEnd, end } = findEnd(source, at, bodyStart, quote, isRaw);
  const body = source.text.slice(bodyStart, bodyEnd);
  const place = { text: source.text.slice(at, end), start: at, end };
  if (isRaw) {
    const text = body.replaceAll(lineEnd, '\n');
    return { kind: 'literal', value: isBytes ? encodeUtf8(text) : text, ...place };
  }
  const report = (start: number, stop: number, message: string) =>
    source.report(bodyStart + start, bodyStart + stop, message);
  return { kind: 'literal', value: isBytes ? unescapeBytes(body, report) : unescapeText(body, report), ...place };
}

function findEnd(source: Source, start: number, bodyStart: number, quote: string, isRaw: boolean) {
  const { text } = source;
  const multiline = quote.length === 3;
  let at = bodyStart;
  while (at < text.length) {
    if (text.startsWith(quote, at)) return { bodyEnd: at, end: at + quote.length };
    if (!multiline && (text[at] === '\n' || text[at] === '\r')) break;
    at += !isRaw && text[at] === '\\' ? 2 : 1;
  }
  at = Math.min(at, text.length);
  source.report(start, at, `This ${multiline ? 'text' : 'string'} is not closed; \`${quote}\` is missing.`);
  return { bodyEnd: at, end: at };
}

type Report = Source['report'];

const lineEnd = /\r\n?/g;

/** An escape, or a line end that is not `\n` alone: CEL reads every line end as `\n`. */
const escape =
  /\r\n?|\\(?:(?<simple>[abfnrtv\\?"'`])|[xX](?<hex>[0-9a-fA-F]{2})|(?<octal>[0-3][0-7]{2})|u(?<u4>[0-9a-fA-F]{4})|U(?<u8>[0-9a-fA-F]{8})|[^]?)/g;

const simpleEscapes: { readonly [letter: string]: string } = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function unescapeText(body: string, report: Report): string {
  return body.replaceAll(escape, (...match) => {
    const { written, offset, groups } = parts(match);
    if (written.startsWith('\r')) return '\n';
    const code = codeOf(groups);
    if (groups['simple'] !== undefined) return simpleEscapes[groups['simple']] ?? groups['simple'];
    if (code === null) return badEscape(report, written, offset);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      report(offset, offset + written.length, `\`${written}\` is not a Unicode character.`);
      return '�';
    }
    return String.fromCodePoint(code);
  });
}

/** In bytes a numeric escape is one byte, and there are no escapes by code point. */
function unescapeBytes(body: string, report: Report): Uint8Array {
  const bytes: number[] = [];
  let copied = 0;
  for (const match of body.matchAll(escape)) {
    const written = match[0];
    const groups = match.groups ?? {};
    for (const byte of encodeUtf8(body.slice(copied, match.index))) bytes.push(byte);
    copied = match.index + written.length;
    if (written.startsWith('\r')) bytes.push(10);
    else if (groups['simple'] !== undefined)
      bytes.push((simpleEscapes[groups['simple']] ?? groups['simple']).charCodeAt(0));
    else if (groups['u4'] !== undefined || groups['u8'] !== undefined) {
      report(match.index, copied, `Bytes take \`\\x..\` escapes; \`${written}\` is for strings.`);
    } else {
      const code = codeOf(groups);
      if (code === null) badEscape(report, written, match.index);
      else bytes.push(code);
    }
  }
  for (const byte of encodeUtf8(body.slice(copied))) bytes.push(byte);
  return Uint8Array.from(bytes);
}

type Groups = { readonly [name: string]: string | undefined };

/**
 * `replaceAll` passes its callback the match, the groups in order, the offset, the whole text, and the named groups
 * last.
 */
function parts(match: readonly unknown[]): { written: string; offset: number; groups: Groups } {
  return {
    written: String(match[0]),
    offset: Number(match.at(-3)),
    groups: match.at(-1) as Groups, // the pattern has named groups, so the last argument holds them
  };
}

function codeOf(groups: Groups): number | null {
  if (groups['octal'] !== undefined) return Number.parseInt(groups['octal'], 8);
  const hex = groups['hex'] ?? groups['u4'] ?? groups['u8'];
  return hex === undefined ? null : Number.parseInt(hex, 16);
}

function badEscape(report: Report, written: string, offset: number): string {
  report(
    offset,
    offset + written.length,
    `\`${written}\` is not an escape in CEL; write \`\\\\\` for a backslash, or put \`r\` before the quote.`,
  );
  return written.slice(1);
}
