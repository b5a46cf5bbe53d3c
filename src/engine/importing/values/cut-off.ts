import type { Path } from '../../model/path.ts';
import { isList, isRecord, Unknown, type Value, valueAt } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';

/** For a text that ends in the middle: whether the value at a path reaches to this end, so that it may be incomplete. */
export function cutOffIn(document: Document): (path: Path) => boolean {
  if (!document.notes.some(({ code }) => code === 'reader/cut-off')) return () => false;
  const end = document.locate([])?.end ?? Infinity;
  return (path) => (document.locate(path)?.end ?? -1) >= end;
}

/**
 * The value of such a text, in which the innermost value that the text ends in is unknown as a whole: what the text does not
 * have of it may be there. `contents`: the lists of recorded messages by their names ('' for the document itself), and the
 * member with the content of each element. A last element without this member is kept, with an unknown content.
 */
export function withUnknownEnd(document: Document, contents: ReadonlyMap<Path[number], string>): Value {
  const isCut = cutOffIn(document);
  return ending(document.value, []);

  function ending(value: Value, place: Path): Value {
    if (!isCut(place)) return value;
    const key = lastKeyOf(value);
    const last = key === undefined ? undefined : valueAt(value, [key]);
    const isInside = key !== undefined && last !== undefined && isBranch(last) && isCut([...place, key]);
    return isInside ? withLast(value, key, ending(last, [...place, key])) : innermost(value, place);
  }

  function innermost(value: Value, place: Path): Value {
    const element = place.findIndex((step) => typeof step === 'number');
    const content = element === -1 ? undefined : contents.get(place[element - 1] ?? '');
    // The elements of a list before the cut are complete.
    if (content === undefined || (isList(value) && value.length > 0)) return value;
    if (element < place.length - 1 || !isRecord(value)) return new Unknown([place]);
    return Object.hasOwn(value, content) ? value : { ...value, [content]: new Unknown([[...place, content]]) };
  }
}

const isBranch = (value: Value): boolean => isList(value) || isRecord(value);

const lastKeyOf = (value: Value): Path[number] | undefined =>
  isList(value) ? value.length - 1 : Object.keys(isRecord(value) ? value : {}).at(-1);

function withLast(value: Value, key: Path[number], last: Value): Value {
  if (isList(value)) return [...[...value].slice(0, -1), last];
  // `fromEntries` makes `__proto__` a key like any other.
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, k === key ? last : v])) : value;
}
