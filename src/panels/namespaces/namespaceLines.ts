import { type NodeLine, visibleLines } from '../../ui/treeLines.ts';
import type { NamespaceEntry, PlaceEntry, WriteRow } from '../../engine/systems/voice/views/namespaces.ts';

/** The content of one line of the tree. */
export type NamespaceItem =
  | { readonly kind: 'space'; readonly space: NamespaceEntry }
  | { readonly kind: 'place'; readonly place: PlaceEntry }
  /** `where` names the written place if it is not the key itself but inside it (`[+]`, `.deep`) or around it. */
  | { readonly kind: 'write'; readonly write: WriteRow; readonly where: string; readonly of: PlaceEntry }
  | { readonly kind: 'more'; readonly what: 'keys' | 'writes'; readonly of: string; readonly count: number };

/** An item with an id that stays the same while the tree changes. */
interface NamedItem {
  readonly id: string;
  readonly item: NamespaceItem;
}

/** A path below `call` as the key of a map. */
export const idOf = (path: readonly (string | number)[]): string => JSON.stringify(path);

/** The visible lines, oldest sibling first. `isOpen` is called for every item with content. */
export function namespaceLines(
  spaces: readonly NamespaceEntry[],
  isOpen: (id: string, item: NamespaceItem) => boolean,
): readonly NodeLine<NamedItem>[] {
  const roots = spaces.map((space): NamedItem => ({ id: idOf([space.id]), item: { kind: 'space', space } }));
  return visibleLines(roots, ({ id, item }) => ({
    id,
    open: hasInside(item) ? isOpen(id, item) : null,
    inside: () => insideOf(id, item),
  }));
}

function hasInside(item: NamespaceItem): boolean {
  if (item.kind === 'space') return item.space.places.length > 0;
  if (item.kind !== 'place') return false;
  const { places, writes, trail, path } = item.place;
  if (path[0] === 'history') return false;
  if (places !== null) return places.length > 0;
  return writes > 1 || (trail[0] !== undefined && whereOf(trail[0], item.place) !== '');
}

/** The write's path relative to the key, or the full path if it is elsewhere. */
function whereOf({ place }: WriteRow, { path }: PlaceEntry): string {
  const key = path.join('.');
  return place.startsWith(key) ? place.slice(key.length) : place;
}

function insideOf(id: string, item: NamespaceItem): readonly NamedItem[] {
  if (item.kind === 'space') return placesOf(id, item.space.places, item.space.size);
  if (item.kind !== 'place') return [];
  const { places, trail, writes, size } = item.place;
  if (places !== null) return placesOf(id, places, size ?? 0);
  const rows = trail.map((write) => ({
    id: `${id} ${write.event}`,
    item: { kind: 'write', write, where: whereOf(write, item.place), of: item.place } as const,
  }));
  return [...rows, ...moreOf(id, 'writes', writes - trail.length)];
}

function placesOf(id: string, places: readonly PlaceEntry[], size: number) {
  const there = places.filter(({ value }) => value !== null).length;
  return [
    ...places.map((place) => ({ id: idOf(place.path), item: { kind: 'place', place } as const })),
    ...moreOf(id, 'keys', size - there),
  ];
}

const moreOf = (of: string, what: 'keys' | 'writes', count: number) =>
  count <= 0 ? [] : [{ id: `${of} more`, item: { kind: 'more', what, of, count } as const }];
