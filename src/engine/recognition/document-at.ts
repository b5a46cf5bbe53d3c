import type { Path } from '../model/path.ts';
import type { Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';

/** A part of a document as a document of its own. The reader's notes stay with the whole document. */
export const documentAt = (document: Document, place: Path, value: Value): Document => ({
  ...document,
  value,
  notes: [],
  typeName: (of) => document.typeName(of),
  locate: (path) => document.locate([...place, ...path]),
});

/** The share of the text at these places, from 0 to 1. */
export function shareOf({ locate }: Document, places: readonly Path[]): number {
  const length = (path: Path) => {
    const range = locate(path);
    return range === null ? 0 : range.end - range.start;
  };
  return places.reduce((sum, place) => sum + length(place), 0) / Math.max(1, length([]));
}
