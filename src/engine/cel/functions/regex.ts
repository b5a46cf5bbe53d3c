import { Optional } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { none } from '../evaluate/access.ts';
import { givenUp } from '../evaluate/frame.ts';
import type { Meter } from '../evaluate/frame.ts';
import { both, fn, method } from '../evaluate/library.ts';
import type { CelFunction } from '../evaluate/library.ts';
import { indexOf } from '../evaluate/number.ts';
import { CelError, cut, invalid } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { compilePattern } from '../evaluate/pattern.ts';
import type { Pattern } from '../evaluate/pattern.ts';

/** `matches` and the regex extension. */
export const regexFunctions: readonly CelFunction[] = [
  both('matches', 2, (text, pattern, _c, _d, meter) =>
    withPattern(text, pattern, (subject, compiled) =>
      meter.spend(subject.length >> 3) ? compiled.test(subject) : givenUp,
    ),
  ),
  fn('regex.extract', 2, (text, pattern, _c, _d, meter) =>
    withPattern(text, pattern, (subject, compiled) => extract(subject, compiled, meter), patternToExtract),
  ),
  fn('regex.extractAll', 2, (text, pattern, _c, _d, meter) =>
    withPattern(text, pattern, (subject, compiled) => extractAll(subject, compiled, meter), patternToExtract),
  ),
  // Kubernetes' own: the whole match, whatever groups there are.
  method('find', 2, (text, pattern, _c, _d, meter) =>
    withPattern(text, pattern, (subject, compiled) => wholeMatches(subject, compiled, 1, meter)[0] ?? ''),
  ),
  method(
    'findAll',
    2,
    (text, pattern, most, _d, meter) => {
      const count = most === null ? -1 : indexOf(most);
      if (count === undefined) return undefined;
      return withPattern(text, pattern, (subject, compiled) => wholeMatches(subject, compiled, count, meter));
    },
    3,
  ),
  fn(
    'regex.replace',
    3,
    (text, pattern, by, times, meter) => {
      const count = times === null ? -1 : indexOf(times);
      if (typeof by !== 'string' || count === undefined) return undefined;
      return withPattern(text, pattern, (subject, compiled) => replace(subject, compiled, by, count, meter));
    },
    4,
  ),
];

function withPattern(
  text: Value,
  source: Value,
  use: (text: string, pattern: Pattern) => EvalResult,
  compile = compilePattern,
): EvalResult | undefined {
  if (typeof text !== 'string' || typeof source !== 'string') return undefined;
  const pattern = compile(source);
  return pattern instanceof CelError ? pattern : use(text, pattern);
}

function* matchesIn(text: string, pattern: Pattern, meter: Meter): Generator<readonly number[]> {
  let at = 0;
  let previousEnd = -1;
  if (!meter.spend(text.length >> 3)) return;
  while (at <= text.length) {
    if (!meter.spend(1)) return;
    const match = pattern.match(text, at, meter);
    if (match === null) return;
    const [start = 0, end = 0] = match;
    // An empty match right behind the last one does not count.
    if (end > start || start !== previousEnd) yield match;
    previousEnd = end;
    const step = (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    at = end > start ? end : end + step;
  }
}

/** A pattern for extraction: the result is its single group, or the whole match. */
export function patternToExtract(source: string): Pattern | CelError {
  const pattern = compilePattern(source);
  if (pattern instanceof CelError || pattern.groups <= 1) return pattern;
  return invalid(`a pattern to extract with has at most one group; this one has ${pattern.groups}`);
}

/** The single group, or the whole match where the pattern has none. As in cel-go, an empty group counts as no match. */
function extractedText(text: string, pattern: Pattern, match: readonly number[]): string | undefined {
  const [start = 0, end = 0] = match.slice(pattern.groups * 2);
  return pattern.groups === 1 && start === end ? undefined : text.slice(start, end);
}

function extract(text: string, pattern: Pattern, meter: Meter): EvalResult {
  if (!meter.spend(text.length >> 3)) return givenUp;
  const match = pattern.match(text, 0, meter);
  const part = match === null ? undefined : extractedText(text, pattern, match);
  return part === undefined ? none : new Optional(part);
}

function extractAll(text: string, pattern: Pattern, meter: Meter): EvalResult {
  const parts: string[] = [];
  for (const match of matchesIn(text, pattern, meter)) {
    const part = extractedText(text, pattern, match);
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

/** At most `count` matches; all of them where it is negative. */
function wholeMatches(text: string, pattern: Pattern, count: number, meter: Meter): readonly string[] {
  const found: string[] = [];
  for (const [start = 0, end = 0] of count === 0 ? [] : matchesIn(text, pattern, meter)) {
    found.push(text.slice(start, end));
    if (found.length === count) break;
  }
  return found;
}

const maxLength = 10_000_000;

/** `\1` … `\9` in the replacement refer to groups, `\0` to the whole match, `\\` is a backslash. */
function replace(text: string, pattern: Pattern, by: string, count: number, meter: Meter): EvalResult {
  if (count === 0) return text;
  const wrong = wrongReference(by, pattern.groups);
  let result = '';
  let copied = 0;
  let left = count;
  for (const match of matchesIn(text, pattern, meter)) {
    // cel-go parses the replacement only when there is something to replace.
    if (wrong !== null) return wrong;
    const [start = 0, end = 0] = match;
    const filled = by.replaceAll(/\\([\\0-9])/g, (_, what: string) =>
      what === '\\' ? '\\' : text.slice(match[Number(what) * 2], match[Number(what) * 2 + 1]),
    );
    result += text.slice(copied, start) + filled;
    if (result.length > maxLength)
      return new CelError('budget_exceeded', `the text grows beyond ${maxLength} characters`);
    copied = end;
    if (--left === 0) break;
  }
  return result + text.slice(copied);
}

/** The error of a replacement that refers to a group beyond `groups`. */
export function wrongReference(by: string, groups: number): CelError | null {
  for (const [written, what = ''] of by.matchAll(/\\([^]?)/g)) {
    if (what === '\\') continue;
    if (!/\d/.test(what))
      return invalid(`${JSON.stringify(cut(written))} is not a group in a replacement; \`\\\\\` writes a backslash`);
    if (Number(what) > groups) return invalid(`the replacement names group ${what}, the pattern has ${groups}`);
  }
  return null;
}
