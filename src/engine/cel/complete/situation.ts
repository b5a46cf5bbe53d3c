import type { TextRange } from '../../model/problem.ts';
import { macroDeclarations } from '../declarations/declarations.ts';
import { TokenList } from './tokens.ts';
import { hostMacros } from '../parse/macros.ts';
import type { Token } from '../parse/token.ts';

/** What can be typed at an offset. A completion replaces the ranges. */
export type Situation =
  | { readonly kind: 'nothing' }
  /** After a dot; `dot` is its position, because a key that is not a name replaces the dot by brackets. */
  | { readonly kind: 'member'; readonly receiver: TextRange; readonly dot: number; readonly word: TextRange }
  | { readonly kind: 'operand'; readonly word: TextRange; readonly values: ValuePlace | null }
  | { readonly kind: 'operator'; readonly word: TextRange }
  /** Within a string; `word` is the whole literal, with its quotes. */
  | { readonly kind: 'text'; readonly word: TextRange; readonly quote: string; readonly values: ValuePlace };

/** The values that fit: earlier values of the operand, or its keys. `isOpen`: its `]` is still missing. */
export interface ValuePlace {
  readonly kind: 'seen' | 'key';
  readonly operand: TextRange;
  readonly isOpen: boolean;
}

export interface Situated {
  readonly situation: Situation;
  readonly list: TokenList;
  /** The last token before the text that is being typed. */
  readonly last: number;
}

export function situationAt(text: string, offset: number): Situated {
  const list = new TokenList(text);
  const touched = tokenAround(list, offset);
  if (touched === undefined) {
    const last = list.before(offset);
    const gap = text.slice(list.tokens[last]?.end ?? 0, offset);
    const situation: Situation = isInComment(gap)
      ? { kind: 'nothing' }
      : atWord(list, last, { start: offset, end: offset });
    return { situation, list, last };
  }
  const last = list.before(touched.start);
  const word = { start: touched.start, end: touched.end };
  if (touched.kind === 'ident') return { situation: atWord(list, last, word), list, last };
  return { situation: inLiteral(list, last, touched, word), list, last };
}

/** The name, number or string at the offset or directly before it. */
function tokenAround(list: TokenList, offset: number): Token | undefined {
  const token = list.tokens[list.before(offset - 1) + 1];
  if (token === undefined || token.kind === 'punct' || token.kind === 'end' || token.start >= offset) return undefined;
  if (token.kind === 'ident') return token;
  const isClosed =
    token.end === offset && isQuoted(token) && token.text.length > 1 && token.text.endsWith(quoteOf(token));
  return token.end < offset || isClosed ? undefined : token;
}

const isInComment = (gap: string): boolean => {
  const start = gap.lastIndexOf('//');
  return start >= 0 && !gap.slice(start).includes('\n');
};

function atWord(list: TokenList, last: number, word: TextRange): Situation {
  const question = list.is(last, '?') && list.is(last - 1, '.') ? 1 : 0;
  const dot = last - question;
  if (list.is(dot, '.')) {
    const receiver = operand(list, dot - 1);
    const start = list.tokens[dot]?.start ?? word.start;
    return receiver === undefined ? { kind: 'nothing' } : { kind: 'member', receiver, dot: start, word };
  }
  if (list.endsOperand(last)) return { kind: 'operator', word };
  if (isBinding(list, last)) return { kind: 'nothing' };
  return { kind: 'operand', word, values: valuesAfter(list, last) };
}

/** The place where a macro names its variable: proposals would be in the way there. */
function isBinding(list: TokenList, last: number): boolean {
  const opened = list.openAfter(last).at(-1);
  if (opened === undefined || !list.is(opened.token, '(') || last !== (opened.commas.at(-1) ?? opened.token))
    return false;
  const name = opened.token - 1;
  const dot = list.dotBefore(name);
  const macro = macroDeclarations.get(
    dot !== undefined && list.tokens[dot - 1]?.text === 'cel'
      ? `cel.${list.tokens[name]?.text}`
      : (list.tokens[name]?.text ?? ''),
  );
  if (macro === undefined && dot !== undefined && hostMacros.has(list.tokens[name]?.text ?? ''))
    return opened.commas.length === 0;
  if (macro === undefined || dot === undefined) return false;
  return opened.commas.length < Math.min(...macro.forms.map(({ variables }) => variables));
}

function inLiteral(list: TokenList, last: number, token: Token, word: TextRange): Situation {
  if (!isQuoted(token) || list.endsOperand(last)) return { kind: 'nothing' };
  const values = valuesAfter(list, last);
  return values === null ? { kind: 'nothing' } : { kind: 'text', word, quote: quoteOf(token), values };
}

/** Raw, bytes and triple-quoted literals are chosen on purpose, so they are left alone. */
const isQuoted = (token: Token): boolean => token.kind === 'literal' && /^(?:"(?!"")|'(?!''))/.test(token.text);

const quoteOf = (token: Token): string => token.text.slice(0, 1);

const comparing: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const testing: ReadonlySet<string> = new Set([
  'startsWith',
  'endsWith',
  'contains',
  'indexOf',
  'lastIndexOf',
  'orValue',
]);

/** The value with which the operand after a token will be compared. */
function valuesAfter(list: TokenList, before: number): ValuePlace | null {
  // `map[?"key"]` reads a key like `map["key"]`.
  const last = list.is(before, '?') && list.is(before - 1, '[') ? before - 1 : before;
  const token = list.tokens[last];
  if (token?.kind !== 'punct') return null;
  if (comparing.has(token.text)) return seen(operand(list, last - 1));
  const opened = list.openAfter(last).at(-1);
  if (opened === undefined || (last !== opened.token && !list.is(last, ','))) return null;
  if (list.is(opened.token, '(')) return testedBy(list, last, opened.token);
  if (!list.is(opened.token, '[')) return null;
  const indexed = last === opened.token ? operand(list, last - 1) : undefined;
  if (indexed !== undefined) {
    const isOpen = !list.is(before + 1, ']') && !list.is(before + 2, ']');
    return { kind: 'key', operand: indexed, isOpen };
  }
  const keyword = list.tokens[opened.token - 1];
  return keyword?.text === 'in' ? seen(operand(list, opened.token - 2)) : null;
}

/** `text.startsWith(`: proposes earlier values of `text`. */
function testedBy(list: TokenList, last: number, opener: number): ValuePlace | null {
  const name = list.tokens[opener - 1];
  if (last !== opener || name === undefined || !testing.has(name.text)) return null;
  const dot = list.dotBefore(opener - 1);
  return dot === undefined ? null : seen(operand(list, dot - 1));
}

const seen = (range: TextRange | undefined): ValuePlace | null =>
  range === undefined ? null : { kind: 'seen', operand: range, isOpen: false };

function operand(list: TokenList, end: number): TextRange | undefined {
  const start = list.operandStart(end);
  const [first, last] = [start === undefined ? undefined : list.tokens[start], list.tokens[end]];
  return first === undefined || last === undefined ? undefined : { start: first.start, end: last.end };
}
