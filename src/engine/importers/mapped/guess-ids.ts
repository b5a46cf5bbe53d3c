import type { Path } from '../../model/path.ts';
import { isList, type Value, valueAt } from '../../model/value.ts';
import { named } from './best.ts';
import { type Field, fieldsOf, scalarText } from './fields.ts';
import { isThere } from './kind-of.ts';

interface Elements {
  readonly entries: readonly Value[];
  readonly list: Path;
  /** What those that count have: calls a name, results a content. */
  readonly having: Path | null;
}

/** The two fields that calls and results share most values of, so that each result finds its call; null where none does. */
export function sharedIds(
  calls: Elements,
  results: Elements,
): { readonly called: Path; readonly answered: Path } | null {
  const called = idsOf(elementsOf(calls));
  const answered = idsOf(elementsOf(results));
  let found: { readonly called: Path; readonly answered: Path } | null = null;
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

/** Whether two fields hold the same words: names of calls are found again in their results, or the names are of something else. */
export function sharesValues(calls: Elements, name: Path, results: Elements, other: Path): boolean {
  const values = new Set(valuesOf(elementsOf(calls), name));
  return valuesOf(elementsOf(results), other).some((value) => values.has(value));
}

const valuesOf = (elements: readonly Value[], path: Path): readonly string[] =>
  elements.flatMap((element) => scalarText(valueAt(element, path)) ?? []);

const mostElements = 400;

function elementsOf({ entries, list, having }: Elements): readonly Value[] {
  return elementsIn(entries, list).filter((element) => having !== null && isThere(valueAt(element, having)));
}

function elementsIn(entries: readonly Value[], list: Path): readonly Value[] {
  if (list.length === 0) return entries;
  const elements: Value[] = [];
  for (const entry of entries) {
    const found = valueAt(entry, list);
    if (found === undefined || !isList(found)) continue;
    for (const element of found) {
      if (elements.length >= mostElements) return elements;
      elements.push(element);
    }
  }
  return elements;
}

interface Ids {
  readonly path: Path;
  readonly values: ReadonlySet<string>;
}

/** Fields that are named as ids are and tell most elements apart, the likeliest name first. */
function idsOf(elements: readonly Value[]): readonly Ids[] {
  return fieldsOf(elements, false)
    .flatMap((field) => {
      const rank = rankOfId(field);
      return rank === undefined ? [] : [{ path: field.path, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .flatMap(({ path }) => {
      const all = valuesOf(elements, path);
      const values = new Set(all);
      return values.size * 2 > all.length ? [{ path, values }] : [];
    });
}

function rankOfId(field: Field): number | undefined {
  const types = ['string', 'int'] as const;
  const [as, or] = [named(field, 'callId', types), named(field, 'resultId', types)];
  return as === undefined ? or : or === undefined ? as : Math.min(as, or);
}
