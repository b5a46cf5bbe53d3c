import type { Path } from '../../model/path.ts';
import type { Document } from '../../readers/document.ts';

/** For a text that ends in the middle: whether the value at a path reaches to this end, so that it may be incomplete. */
export function cutOffIn(document: Document): (path: Path) => boolean {
  if (!document.notes.some(({ code }) => code === 'reader/cut-off')) return () => false;
  const end = document.locate([])?.end ?? Infinity;
  return (path) => (document.locate(path)?.end ?? -1) >= end;
}
