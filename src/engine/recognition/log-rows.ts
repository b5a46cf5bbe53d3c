import type { Path } from '../model/path.ts';
import { entry, isRecord, type RecordValue, type Value } from '../model/value.ts';
import { elementsOf } from '../importing/values/elements.ts';

/** An entry of a log and its place in the document. */
export interface Row {
  readonly place: Path;
  readonly value: Value;
}

/** Lists stand right in an export, or in one record of it (`{events: […]}`, `{hits: {hits: […]}}`). */
const deepestList = 2;
/** An export's description of its columns may be longer than its only row. */
const mostLists = 2;
/** Fields are looked for in so many rows; those of a log are all alike. */
const sample = 50;
const deepestField = 5;
/** Records with more keys are tables of something. */
const maxFields = 60;

/** How a document may be a log: by the entries of its list; or as a record that is its only entry, or has a list of them. */
export function rowsIn(value: Value): readonly (readonly Row[])[] {
  if (!isRecord(value)) return elementsOf(value).slice(0, sample).some(isRecord) ? [rowsOf(value, [])] : [];
  const lists = listsIn(value, [], deepestList).toSorted((a, b) => b.length - a.length);
  return [[{ place: [], value }], ...lists.slice(0, mostLists)];
}

const rowsOf = (list: Value, place: Path): readonly Row[] =>
  elementsOf(list).map((value, index) => ({ place: [...place, index], value }));

function listsIn(record: RecordValue, place: Path, depth: number): readonly (readonly Row[])[] {
  return fieldsOf(record).flatMap(([key, value]) => {
    if (isRecord(value)) return depth === 1 ? [] : listsIn(value, [...place, key], depth - 1);
    const [first] = elementsOf(value);
    return first !== undefined && isRecord(first) ? [rowsOf(value, [...place, key])] : [];
  });
}

const fieldsOf = (record: RecordValue): readonly (readonly [string, Value])[] =>
  Object.keys(record)
    .slice(0, maxFields)
    .map((key) => [key, entry(record, key) ?? null] as const);

/** Paths of fields in rows, the shallow ones first; `of` says which values are meant. */
export function fieldsIn(rows: readonly Row[], of: (value: Value) => boolean): readonly Path[] {
  const found = new Map<string, Path>();
  const visit = (value: Value, path: Path): void => {
    if (path.length > 0 && of(value)) found.set(path.join('\n'), path);
    if (!isRecord(value) || path.length === deepestField) return;
    for (const [key, inner] of fieldsOf(value)) visit(inner, [...path, key]);
  };
  for (const { value } of rows.slice(0, sample)) visit(value, []);
  return [...found.values()].toSorted((a, b) => a.length - b.length);
}
