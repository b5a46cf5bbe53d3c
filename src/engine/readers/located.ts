import type { Path } from '../model/path.ts';
import type { Note, TextRange } from '../model/problem.ts';
import { type RecordValue, valueAt, type Value } from '../model/value.ts';
import type { Document } from './document.ts';

/** A value with its range in the text, and those of its parts. */
export class Located<V extends Value = Value> {
  readonly value: V;
  readonly range: TextRange;
  /** The range of the value at a path; null when there is none. */
  readonly locate: (path: Path) => TextRange | null;

  /** Without `locate`, all parts have the range of the value. */
  constructor(value: V, range: TextRange, locate?: Located['locate']) {
    this.value = value;
    this.range = range;
    this.locate = locate ?? ((path) => (valueAt(value, path) === undefined ? null : range));
  }
}

/** Undefined for a value that is not there. */
export const locatedAt = (range: TextRange, value: Value | undefined): Located | undefined =>
  value === undefined ? undefined : new Located(value, range);

/** A document of located values. */
export const documentOf = (
  syntax: Document['syntax'],
  text: string,
  { value, locate }: Located,
  notes: readonly Note[],
): Document => ({ syntax, text, value, notes, typeName: () => undefined, locate });

/** A record of fields; those that are undefined are left out. A field without a range of its own has that of the record. */
export function recordOf(
  range: TextRange,
  fields: { readonly [key: string]: Located | Value | undefined },
): Located<RecordValue> {
  const parts = new Map<string | number, Located>();
  for (const [key, part] of Object.entries(fields))
    if (part !== undefined) parts.set(key, part instanceof Located ? part : new Located(part, range));
  // `fromEntries` makes `__proto__` a key like any other.
  const value = Object.fromEntries([...parts].map(([key, part]) => [key, part.value]));
  return new Located(value, range, ([key, ...rest]) =>
    key === undefined ? range : (parts.get(key)?.locate(rest) ?? null),
  );
}

/** A list of located elements; undefined when there are none. */
export function listOf(range: TextRange, elements: readonly Located[]): Located | undefined {
  if (elements.length === 0) return undefined;
  const value = elements.map((element) => element.value);
  return new Located(value, range, ([index, ...rest]) => {
    if (index === undefined) return range;
    return (typeof index === 'number' ? elements[index]?.locate(rest) : undefined) ?? null;
  });
}

/** A value that was printed at an offset of the text, and was read as a document of its own. `whole`: the range of the value itself. */
export function printedAt(start: number, { value, locate }: Document, whole?: TextRange): Located {
  const inside = (path: Path) => {
    const found = locate(path);
    return found === null ? null : { start: start + found.start, end: start + found.end };
  };
  const range = whole ?? inside([]) ?? { start, end: start };
  return new Located(value, range, (path) => (path.length === 0 ? range : inside(path)));
}
