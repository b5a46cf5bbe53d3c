import type { TextRange } from '../../model/problem.ts';

/** One word or sign of a text on the console, in Python's or JavaScript's spelling. */
export interface Token extends TextRange {
  /**
   * - `string`: quoted, with its prefix; `template`: with expressions inside, as f"…{x}…" or `…${x}…`
   * - `mark`: an operator, a bracket or a separator
   * - `open`: a text or a comment that is not closed
   * - `odd`: a character that means nothing here
   */
  readonly kind: 'name' | 'number' | 'string' | 'template' | 'mark' | 'open' | 'odd' | 'end';
  readonly text: string;
  /** Whether it is the first of its line. */
  readonly isFirst: boolean;
  /** Indentation of its line. */
  readonly indent: number;
  /** Whether an empty line, or one with a comment alone, is above it. */
  readonly isApart: boolean;
}

/** Machines make names such as `context-1`. A hyphen belongs to a name only in the name of an object before a dot. */
const name = /[\p{L}_$][\p{L}\p{N}_$]*(?:-(?=[\p{L}\p{N}_-]{1,80}\.[\p{L}_])[\p{L}\p{N}_]+)*/uy;
const number = /(?:0[xX][0-9a-fA-F_]+|(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9_]+)?)n?/y;
const prefixed = /(?:[rRuUbBfF]{1,2})(?=["'])/y;
const marks =
  /===|!==|\*\*=|\?\?=|\|\|=|&&=|\.\.\.|\?\.(?![0-9])|=>|==|!=|<=|>=|\?\?|&&|\|\||\+=|-=|\*=|\/=|:=|->|\*\*|[()[\]{}.,:;=<>+\-*/%?!@&|^~]/y;
/** Comments to the end of the line: of Python, of JavaScript, and after an arrow in the documentation. */
const comment = /(?:#|\/\/|→|➜)[^\n]*/uy;

const apart = /\n[^\S\n]*(?:\n|#|\/\/)/;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** All tokens of a stretch of text; the last one is its end. */
export function tokensOf(text: string, start = 0, end = text.length): readonly Token[] {
  const tokens: Token[] = [];
  let at = start;
  let isFirst = true;
  let lineStart = start;
  let indent = 0;
  const add = (kind: Token['kind'], to: number): void => {
    if (isFirst) indent = at - lineStart;
    const isApart = isFirst && apart.test(text.slice(tokens.at(-1)?.end ?? start, at));
    tokens.push({ kind, text: text.slice(at, to), start: at, end: to, isFirst, indent, isApart });
    isFirst = false;
    at = to;
  };
  while (at < end) {
    const char = text.charAt(at);
    if (char === '\n') {
      at += 1;
      lineStart = at;
      isFirst = true;
    } else if (/\s/.test(char)) at += 1;
    else if (char === '\\' && /^\\[^\S\n]*\n/.test(text.slice(at, at + 200))) {
      // Python's line continuation.
      at = text.indexOf('\n', at) + 1;
    } else if (text.startsWith('/*', at)) {
      const close = text.indexOf('*/', at + 2);
      if (close === -1 || close + 2 > end) add('open', end);
      else at = close + 2;
    } else if ('#/→➜'.includes(char) && matchAt(comment, text, at) !== undefined) {
      at = Math.min(end, at + (matchAt(comment, text, at)?.length ?? 1));
    } else readToken(text, at, end, add);
  }
  add('end', end);
  return tokens;
}

function readToken(text: string, at: number, end: number, add: (kind: Token['kind'], to: number) => void): void {
  const char = text.charAt(at);
  const prefix = matchAt(prefixed, text, at) ?? '';
  const quote = text.charAt(at + prefix.length);
  if (quote === '"' || quote === "'") {
    const to = endOfString(text, at + prefix.length, end);
    if (to === null) return add('open', end);
    return add(/[fF]/.test(prefix) ? 'template' : 'string', to);
  }
  if (char === '`') {
    const to = endOfTemplate(text, at, end);
    return to === null ? add('open', end) : add('template', to);
  }
  const isNumber = /[0-9]/.test(char) || (char === '.' && /[0-9]/.test(text.charAt(at + 1)));
  const word = isNumber ? matchAt(number, text, at) : matchAt(name, text, at);
  if (word !== undefined) return add(isNumber ? 'number' : 'name', Math.min(end, at + word.length));
  const mark = matchAt(marks, text, at);
  add(mark === undefined ? 'odd' : 'mark', Math.min(end, at + (mark?.length ?? 1)));
}

/** The offset behind the closing quote; null when there is none. */
function endOfString(text: string, at: number, end: number): number | null {
  const quote = text.charAt(at);
  const triple = quote.repeat(3);
  if (text.startsWith(triple, at)) {
    for (let i = at + 3; i < end; i++) {
      if (text.charAt(i) === '\\') i += 1;
      else if (text.startsWith(triple, i)) return i + 3;
    }
    return null;
  }
  for (let i = at + 1; i < end; i++) {
    const char = text.charAt(i);
    if (char === '\\') i += 1;
    else if (char === quote) return i + 1;
    else if (char === '\n') return null;
  }
  return null;
}

/** The offset behind the closing backtick, skipping texts and braces inside `${…}`; null when it is missing. */
function endOfTemplate(text: string, start: number, end: number): number | null {
  // One entry for each template and each `${` that is open; texts inside are skipped.
  const open: ('template' | 'braces')[] = [];
  for (let i = start; i < end; i++) {
    const char = text.charAt(i);
    const inside = open.at(-1);
    if (inside === 'template') {
      if (char === '\\') i += 1;
      else if (char === '`') {
        open.pop();
        if (open.length === 0) return i + 1;
      } else if (text.startsWith('${', i)) {
        open.push('braces');
        i += 1;
      }
    } else if (char === '`') open.push('template');
    else if (char === '{') open.push('braces');
    else if (char === '}') open.pop();
    else if (char === '"' || char === "'") {
      const to = endOfString(text, i, end);
      if (to === null) return null;
      i = to - 1;
    }
  }
  return null;
}

/** The pieces of a template: its texts, and the ranges of its expressions. */
export interface TemplatePart extends TextRange {
  readonly isExpression: boolean;
}

/** The parts of an f-string or a template literal; null when its braces do not match. */
export function templateParts(text: string, token: Token): readonly TemplatePart[] | null {
  const isPython = !text.startsWith('`', token.start);
  const quotes = /^[a-zA-Z]*("""|'''|["'`])/.exec(text.slice(token.start, token.start + 6));
  const length = quotes?.[1]?.length ?? 1;
  const to = token.end - length;
  const parts: TemplatePart[] = [];
  let from = token.start + (quotes?.[0].length ?? 1);
  for (let i = from; i < to; i++) {
    const char = text.charAt(i);
    if (char === '\\') i += 1;
    else if (isPython && (text.startsWith('{{', i) || text.startsWith('}}', i))) i += 1;
    else if (text.startsWith(isPython ? '{' : '${', i)) {
      const start = i + (isPython ? 1 : 2);
      const close = closingBrace(text, start, to);
      if (close === null) return null;
      parts.push({ start: from, end: i, isExpression: false }, { start, end: close, isExpression: true });
      i = close;
      from = close + 1;
    }
  }
  return [...parts, { start: from, end: to, isExpression: false }];
}

function closingBrace(text: string, start: number, end: number): number | null {
  let depth = 0;
  for (let i = start; i < end; i++) {
    const char = text.charAt(i);
    if ('{[('.includes(char)) depth += 1;
    else if (char === '}' && depth === 0) return i;
    else if ('}])'.includes(char)) depth -= 1;
    else if (char === '"' || char === "'") i = (endOfString(text, i, end) ?? end) - 1;
    else if (char === '`') i = (endOfTemplate(text, i, end) ?? end) - 1;
  }
  return null;
}
