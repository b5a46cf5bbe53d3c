import type { Path } from '../model/path.ts';
import type { Note, TextRange } from '../model/problem.ts';
import { valueAt, type Value } from '../model/value.ts';
import type { Document } from './document.ts';

/** A value with its range in the text, and those of its parts. */
export interface Located<V extends Value = Value> {
  readonly value: V;
  readonly range: TextRange;
  /** The range of a part; null when there is no such part. Absent when all parts have the range of the value. */
  readonly inside?: (path: Path) => TextRange | null;
}

/** The range of the value at a path; null when there is none. */
export function locateIn({ value, range, inside }: Located, path: Path): TextRange | null {
  if (path.length === 0) return range;
  if (inside !== undefined) return inside(path);
  return valueAt(value, path) === undefined ? null : range;
}

/** A document of located values. */
export const documentOf = (
  syntax: Document['syntax'],
  text: string,
  located: Located,
  notes: readonly Note[],
): Document => ({
  syntax,
  text,
  value: located.value,
  notes,
  typeName: () => undefined,
  locate: (path) => locateIn(located, path),
});

/** A record of located fields; those that are undefined are left out. */
export function recordOf(range: TextRange, fields: Iterable<readonly [string, Located | undefined]>): Located {
  const parts = new Map<string | number, Located>();
  for (const [key, part] of fields) if (part !== undefined) parts.set(key, part);
  return {
    // `fromEntries` makes `__proto__` a key like any other.
    value: Object.fromEntries([...parts].map(([key, part]) => [key, part.value])),
    range,
    inside([key = '', ...rest]) {
      const part = parts.get(key);
      return part === undefined ? null : locateIn(part, rest);
    },
  };
}

/** A list of located elements; undefined when there are none. */
export function listOf(range: TextRange, elements: readonly Located[]): Located | undefined {
  if (elements.length === 0) return undefined;
  return {
    value: elements.map(({ value }) => value),
    range,
    inside([index, ...rest]) {
      const part = typeof index === 'number' ? elements[index] : undefined;
      return part === undefined ? null : locateIn(part, rest);
    },
  };
}

/** A value that was printed at an offset of the text, and was read as a document of its own. `whole`: the range of the value itself. */
export function printedAt(start: number, { value, locate }: Document, whole?: TextRange): Located {
  const inside = (path: Path) => {
    const found = locate(path);
    return found === null ? null : { start: start + found.start, end: start + found.end };
  };
  return { value, range: whole ?? inside([]) ?? { start, end: start }, inside };
}
