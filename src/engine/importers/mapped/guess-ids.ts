import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { elementsAt } from './entries.ts';
import { named } from './best.ts';
import { type Field, fieldsOf } from './fields.ts';
import { scalarText } from './scalar-text.ts';
import { valueBy } from './value-in-text.ts';
import { isThere } from './kind-of.ts';

interface Elements {
  readonly entries: readonly Value[];
  readonly list: Path;
  /** The field that a relevant element must have: calls a name, results a content. */
  readonly having: Path | null;
}

/** The two fields of calls and results that share most values, so that each result finds its call; null where no fields do. */
export function sharedIds(calls: Elements, results: Elements): Shared | null {
  const [callElements, resultElements] = [elementsOf(calls), elementsOf(results)];
  return (
    mostShared(idsOf(callElements, rankOfId), idsOf(resultElements, rankOfId)) ??
    allShared(callElements, resultElements, [calls.having, results.having])
  );
}

interface Shared {
  readonly called: Path;
  readonly answered: Path;
}

function mostShared(called: readonly Ids[], answered: readonly Ids[]): Shared | null {
  let found: Shared | null = null;
  let most = 0;
  for (const one of called) {
    for (const other of answered) {
      const shared = [...one.values].filter((value) => other.values.has(value)).length;
      if (shared <= most) continue;
      most = shared;
      found = { called: one.path, answered: other.path };
    }
  }
  return found;
}

/** Fields of any name: each result's value occurs among the calls, and no two calls have the same value. */
function allShared(
  callElements: readonly Value[],
  resultElements: readonly Value[],
  taken: readonly (Path | null)[],
): Shared | null {
  const rank = ({ path, isInText }: Field) =>
    isInText || taken.some((one) => one !== null && isSame(one, path)) ? undefined : 0;
  const called = idsOf(callElements, rank).filter(({ isUnique }) => isUnique);
  for (const other of idsOf(resultElements, rank)) {
    const one = called.find(({ values }) => [...other.values].every((value) => values.has(value)));
    if (one !== undefined && other.isEverywhere) return { called: one.path, answered: other.path };
  }
  return null;
}

/**
 * Whether two fields share their words: the results repeat the names of calls. Otherwise the names belong to something else.
 */
export function sharesValues(calls: Elements, name: Path, results: Elements, other: Path): boolean {
  const values = new Set(valuesOf(elementsOf(calls), name));
  return valuesOf(elementsOf(results), other).some((value) => values.has(value));
}

const valuesOf = (elements: readonly Value[], path: Path): readonly string[] =>
  elements.flatMap((element) => scalarText(valueBy(element, path)) ?? []);

const maxElements = 400;

function elementsOf({ entries, list, having }: Elements): readonly Value[] {
  return elementsIn(entries, list).filter((element) => having !== null && isThere(valueBy(element, having)));
}

function elementsIn(entries: readonly Value[], list: Path): readonly Value[] {
  if (list.length === 0) return entries;
  const elements: Value[] = [];
  for (const entry of entries) {
    for (const { value } of elementsAt({ value: entry, place: [] }, list)) {
      if (elements.length >= maxElements) return elements;
      elements.push(value);
    }
  }
  return elements;
}

interface Ids {
  readonly path: Path;
  readonly values: ReadonlySet<string>;
  /** No two elements have the same value. */
  readonly isUnique: boolean;
  /** Every element has a value. */
  readonly isEverywhere: boolean;
}

/** Fields whose values distinguish most elements, lowest rank first. */
function idsOf(elements: readonly Value[], rankOf: (field: Field) => number | undefined): readonly Ids[] {
  return fieldsOf(elements, false)
    .flatMap((field) => {
      const rank = rankOf(field);
      return rank === undefined ? [] : [{ path: field.path, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .flatMap(({ path }) => {
      const all = valuesOf(elements, path);
      const values = new Set(all);
      const isUnique = values.size === all.length;
      return values.size * 2 > all.length
        ? [{ path, values, isUnique, isEverywhere: all.length === elements.length }]
        : [];
    });
}

function rankOfId(field: Field): number | undefined {
  const types = ['string', 'int'] as const;
  const [as, or] = [named(field, 'callId', types), named(field, 'resultId', types)];
  return as === undefined ? or : or === undefined ? as : Math.min(as, or);
}
