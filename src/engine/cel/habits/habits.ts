import type { TextRange } from '../../model/problem.ts';
import { applied } from '../diagnostic.ts';
import type { Diagnostic, Edit } from '../diagnostic.ts';
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

/** Habits with the largest rewritings first: findings within one of them wait until it is rewritten. */
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

/** The syntax problems of a text; with a fix where it is a form of another language. */
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
  const left = isRepaired(text) ? [] : rest.filter(({ range }) => !found.some((one) => covers(one, range)));
  return [...found, ...left].toSorted((a, b) => a.range.start - b.range.start);
}

/** More than these help no one at once. */
const maxFound = 20;

function foreignIn(text: string): readonly Diagnostic[] {
  const source = new Source(text);
  const found: Diagnostic[] = [];
  for (const habit of habits) {
    for (const one of habit(source)) {
      if (!found.some((other) => covers(other, one.range))) found.push(one);
      if (found.length === maxFound) return found;
    }
  }
  return found;
}

/** True if a diagnostic marks a place, or its fix rewrites it. */
const covers = ({ range, fix }: Diagnostic, place: TextRange): boolean =>
  [range, ...(fix?.edits ?? []).filter(({ start, end }) => end > start)].some(
    ({ start, end }) => start <= place.start && place.end <= end,
  );

/** A rewritten part may contain further findings, and those may contain others. */
const maxRounds = 6;

/** True if the fixes alone make the text an expression. */
function isRepaired(text: string): boolean {
  let repaired = text;
  for (let round = 0; round < maxRounds; round++) {
    if (parse(repaired).problems.length === 0) return true;
    const edits = nonOverlapping(foreignIn(repaired));
    if (edits.length === 0) return false;
    repaired = applied(repaired, edits);
  }
  return parse(repaired).problems.length === 0;
}

/** The edits of those fixes that do not overlap, in the order of the text. */
function nonOverlapping(found: readonly Diagnostic[]): readonly Edit[] {
  const chosen: Edit[] = [];
  for (const { fix } of found) {
    const edits = fix?.edits ?? [];
    const first = edits[0]?.start ?? 0;
    const last = edits.at(-1)?.end ?? 0;
    if (!chosen.some(({ start, end }) => start < last && first < end)) chosen.push(...edits);
  }
  return chosen.toSorted((a, b) => a.start - b.start);
}
