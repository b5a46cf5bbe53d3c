import { elementsOf, type Placed } from '../importing/values/elements.ts';
import { entriesAt } from '../importing/values/where.ts';
import type { Path } from '../model/path.ts';
import type { Note } from '../model/problem.ts';
import { entry, isRecord, type RecordValue, type Value, valueAt } from '../model/value.ts';
import type { Document } from '../readers/document.ts';

/** A part of a document as a document of its own. The reader's notes stay with the whole document. */
export const documentAt = (document: Document, place: Path, value: Value): Document => ({
  ...document,
  value,
  notes: [],
  locate: (path) => document.locate([...place, ...path]),
});

/** A part of a composed record: its name, its value, and its place below that of the record. Without a value it is left out. */
export type NamedPart = readonly [name: string, value: Value | undefined, place: Path];

/** Composes values of parts of a document, and remembers where each part was. */
export class Composer {
  /** For each part of a composed value, its place below the place of the value. */
  readonly #places = new WeakMap<object, ReadonlyMap<string | number, Path>>();
  /** The original of a composed record: the reader knows its class name. */
  readonly #originals = new WeakMap<object, object>();

  // `fromEntries` makes `__proto__` an ordinary key.
  record(parts: readonly NamedPart[], original?: RecordValue): RecordValue {
    const made: RecordValue = Object.fromEntries(
      parts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    this.#places.set(made, new Map(parts.map(([name, , place]) => [name, place])));
    if (original !== undefined) this.#originals.set(made, original);
    return made;
  }

  list(parts: readonly Placed[]): readonly Value[] {
    const made = parts.map(({ value }) => value);
    this.#places.set(made, new Map(parts.map(({ place }, index) => [index, place])));
    return made;
  }

  /** The document with a composed value, whose own place is `place`. */
  document(document: Document, value: Value, notes: readonly Note[], place: Path = []): Document {
    const { typeName, locate } = document;
    return {
      ...document,
      value,
      notes: [...document.notes, ...notes],
      typeName: (of) => typeName(this.#originals.get(of) ?? of),
      locate: (path) => locate(this.#placeIn(document.value, value, path, place)),
    };
  }

  #placeIn(document: Value, composed: Value, path: Path, start: Path): Path {
    const place = [...start];
    /** The length of the place of the nearest composed part. */
    let known = place.length;
    let here: Value | undefined = composed;
    for (const step of path) {
      const places = typeof here === 'object' && here !== null ? this.#places.get(here) : undefined;
      place.push(...(places?.get(step) ?? [step]));
      if (places !== undefined) known = place.length;
      here = here === undefined ? undefined : valueAt(here, [step]);
    }
    // The content of a text has no place of its own.
    const part = place.slice(0, known);
    return typeof valueAt(document, part) === 'string' ? part : place;
  }
}

/** A document with a list of parts of another one, whose places are below `place` there; a single part is the document. */
export function listOf(document: Document, parts: readonly Placed[], note: Note, place: Path = []): Document {
  const composer = new Composer();
  const [first, ...others] = parts;
  return first !== undefined && others.length === 0
    ? composer.document(document, first.value, [note], [...place, ...first.place])
    : composer.document(document, composer.list(parts), [note], place);
}

/** The total length of the text at these places. */
export const lengthAt = ({ locate }: Document, places: readonly Path[]): number =>
  places.reduce((sum, place) => {
    const range = locate(place);
    return range === null ? sum : sum + range.end - range.start;
  }, 0);

/** The share of the text at these places, from 0 to 1. */
export const shareOf = (document: Document, places: readonly Path[]): number =>
  lengthAt(document, places) / Math.max(1, lengthAt(document, [[]]));

/** Lists are right in an export, or in one record of it (`{events: […]}`, `{hits: {hits: […]}}`). */
const deepestList = 2;
/** An export's description of its columns may be longer than its only row. */
const maxLists = 2;
/** Fields are looked for in so many rows; those of a log are all alike. */
const sample = 50;
const deepestField = 5;
/** Records with more keys are tables of something. */
const maxFields = 60;

/** How a document may be a log: by the entries of its list; or as a record that is its only entry, or has a list of them. */
export function rowsIn(value: Value): readonly (readonly Placed[])[] {
  if (!isRecord(value))
    return elementsOf(value).slice(0, sample).some(isRecord) ? [entriesAt({ value, place: [] }, '')] : [];
  const lists = listsIn(value, [], deepestList).toSorted((a, b) => b.length - a.length);
  return [[{ place: [], value }], ...lists.slice(0, maxLists)];
}

function listsIn(record: RecordValue, place: Path, depth: number): readonly (readonly Placed[])[] {
  return fieldsOf(record).flatMap(([key, value]) => {
    if (isRecord(value)) return depth === 1 ? [] : listsIn(value, [...place, key], depth - 1);
    const [first] = elementsOf(value);
    return first !== undefined && isRecord(first) ? [entriesAt({ value, place: [...place, key] }, '')] : [];
  });
}

const fieldsOf = (record: RecordValue): readonly (readonly [string, Value])[] =>
  Object.keys(record)
    .slice(0, maxFields)
    .map((key) => [key, entry(record, key) ?? null] as const);

/** Paths of the fields whose values are read from the rows, shallow ones first. */
export function fieldsIn(rows: readonly Placed[], isWanted: (value: Value) => boolean): readonly Path[] {
  const found = new Map<string, Path>();
  const visit = (value: Value, path: Path): void => {
    if (path.length > 0 && isWanted(value)) found.set(path.join('\n'), path);
    if (!isRecord(value) || path.length === deepestField) return;
    for (const [key, inner] of fieldsOf(value)) visit(inner, [...path, key]);
  };
  for (const { value } of rows.slice(0, sample)) visit(value, []);
  return [...found.values()].toSorted((a, b) => a.length - b.length);
}
