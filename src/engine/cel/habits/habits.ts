import type { TextRange } from '../../model/problem.ts';
import { applied } from '../check/diagnostic.ts';
import type { Diagnostic } from '../check/diagnostic.ts';
import { parse } from '../parse/parse.ts';
import { braces } from './braces.ts';
import type { Habit } from './habit.ts';
import { comprehensions, lambdas } from './lists.ts';
import { numbers } from './numbers.ts';
import {
  betweens,
  identities,
  infixTests,
  negations,
  otherSigns,
  turnedSign,
  withoutCounterpart,
} from './operators.ts';
import { defaults, optionalChains, presence } from './optionals.ts';
import { assignments, comments, conditionals, endings, fences, turnedConditionals, yamlKey } from './statements.ts';
import { Source } from './source.ts';
import { patterns, strings } from './texts.ts';

/** Those that rewrite the most first: what is found within one of them waits until it is rewritten. */
const habits: readonly Habit[] = [
  yamlKey,
  fences,
  comments,
  assignments,
  endings,
  conditionals,
  turnedConditionals,
  comprehensions,
  lambdas,
  strings,
  defaults,
  optionalChains,
  presence,
  betweens,
  infixTests,
  identities,
  negations,
  braces,
  patterns,
  numbers,
  turnedSign,
  otherSigns,
  withoutCounterpart,
];

/** What keeps a text from being an expression; with a fix where it is something that another language writes. */
export function syntaxProblems(text: string): readonly Diagnostic[] {
  const { expr, problems } = parse(text);
  if (problems.length === 0) return [];
  const found = foreignIn(text);
  const rest = problems.map((problem) => ({
    ...problem,
    severity: 'error' as const,
    range: problem.range ?? expr.range,
  }));
  if (found.length === 0) return rest;
  const left = isMended(text) ? [] : rest.filter(({ range }) => !found.some((one) => covers(one, range)));
  return [...found, ...left].toSorted((a, b) => a.range.start - b.range.start);
}

function foreignIn(text: string): readonly Diagnostic[] {
  const source = new Source(text);
  const found: Diagnostic[] = [];
  for (const habit of habits) {
    for (const one of habit(source)) if (!found.some((other) => covers(other, one.range))) found.push(one);
  }
  return found;
}

/** Whether a place is told by a diagnostic, or rewritten by its fix. */
const covers = ({ range, fix }: Diagnostic, place: TextRange): boolean =>
  [range, ...(fix?.edits ?? []).filter(({ start, end }) => end > start)].some(
    ({ start, end }) => start <= place.start && place.end <= end,
  );

/** A text has no more of them than anyone would take one by one. */
const mostFixes = 20;

/** Whether the fixes alone, one after the other, make it an expression. */
function isMended(text: string): boolean {
  let mended = text;
  for (let count = 0; count < mostFixes; count++) {
    if (parse(mended).problems.length === 0) return true;
    const fix = foreignIn(mended).find((one) => one.fix !== undefined)?.fix;
    if (fix === undefined) return false;
    mended = applied(mended, fix.edits);
  }
  return false;
}
