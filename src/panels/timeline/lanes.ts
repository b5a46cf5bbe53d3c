import { treeLines } from '../../ui/treeLines.ts';
import type { NodeOutline, TurnColumns } from '../../worker/protocol.ts';
import type { Layout } from './layout.ts';

/** One row of the picture of kinds, with the contexts of one name. */
export interface Lane {
  readonly title: string;
  /** 0 for the root. */
  readonly depth: number;
  readonly contexts: readonly LaneContext[];
  /** Set in the first lane of a name whose contexts overlap, so that they need several lanes or share one. */
  readonly folding?: Folding;
}

interface Folding {
  readonly key: string;
  readonly isFolded: boolean;
  /** All contexts of the name. */
  readonly contexts: number;
}

interface LaneContext {
  /** Among the session's contexts. */
  readonly place: number;
  readonly parent: number | null;
  readonly first: number;
  readonly last: number;
}

/** The contexts of one name at one depth, in as many rows as they need to not overlap. */
interface Group {
  readonly key: string;
  readonly title: string;
  readonly depth: number;
  readonly rows: { readonly contexts: LaneContext[]; order: number }[];
}

/** So many lanes show without folding; more would take the page from what is below. */
const mostUnfolded = 5;
/** A taller picture than this needs too much memory. */
const mostLanes = 64;

/**
 * A lane for the root, and below it those of the contexts derived from it. Contexts of one name share a lane as far as
 * they do not overlap; where there would be too many lanes, they share one altogether. `chosen`: what the user folded
 * (true) or unfolded (false), by key. A context without turns has no lane.
 */
export function lanesOf(nodes: readonly NodeOutline[], chosen: ReadonlyMap<string, boolean>): readonly Lane[] {
  const groups = groupsOf(nodes);
  const isMuch = groups.reduce((sum, { rows }) => sum + rows.length, 0) > mostUnfolded;
  const lanes = groups.flatMap(({ key, title, depth, rows }): (Lane & { readonly order: number })[] => {
    const all = rows.flatMap(({ contexts }) => contexts);
    const orders = rows.map(({ order }) => order);
    if (rows.length === 1) return [{ title, depth, contexts: all, order: Math.min(...orders) }];
    const isFolded = chosen.get(key) ?? isMuch;
    const folding = { key, isFolded, contexts: all.length };
    if (isFolded) return [{ title, depth, contexts: all, order: Math.min(...orders), folding }];
    return rows.map(({ contexts, order }, row) => ({ title, depth, contexts, order, ...(row === 0 && { folding }) }));
  });
  return cappedLanes(
    lanes.toSorted((a, b) => a.order - b.order),
    mostLanes,
  );
}

function groupsOf(nodes: readonly NodeOutline[]): readonly Group[] {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const groups = new Map<string, Group>();
  const lines = treeLines(nodes, () => true).map(({ node, level }, order) => ({ node, depth: level - 1, order }));
  const begun = lines.toSorted((a, b) => (a.node.firstTurn ?? 0) - (b.node.firstTurn ?? 0));
  for (const { node, depth, order } of begun) {
    const { title, firstTurn, lastTurn, parent } = node;
    if (firstTurn === null || lastTurn === null) continue;
    const context = {
      place: places.get(node.id) ?? 0,
      parent: parent === null ? null : (places.get(parent) ?? null),
      first: firstTurn,
      last: lastTurn,
    };
    const key = `${depth} ${title}`;
    const group = groups.get(key) ?? { key, title, depth, rows: [] };
    groups.set(key, group);
    const free = group.rows.find(({ contexts }) => (contexts.at(-1)?.last ?? 0) < firstTurn);
    if (free === undefined) {
      group.rows.push({ contexts: [context], order });
    } else {
      free.contexts.push(context);
      free.order = Math.min(free.order, order);
    }
  }
  return [...groups.values()];
}

/** The same lanes, but only so many: the last one holds the contexts of all others. */
export function cappedLanes(lanes: readonly Lane[], most: number): readonly Lane[] {
  if (lanes.length <= most) return lanes;
  const rest = lanes.slice(most - 1);
  const contexts = rest.flatMap((lane) => lane.contexts);
  return [...lanes.slice(0, most - 1), { title: `${rest.length} more`, depth: 1, contexts }];
}

/** For each lane, which kinds of turns each cell has: a bit per kind. */
export function kindsPerCell(
  { kinds, nodes }: Pick<TurnColumns, 'kinds' | 'nodes'>,
  lanes: readonly Lane[],
  { cells, firsts }: Layout,
): readonly Uint8Array[] {
  const masks = lanes.map(() => new Uint8Array(cells));
  // By the place of the context, because every turn looks it up.
  const maskOf: Uint8Array[] = [];
  for (const [lane, { contexts }] of lanes.entries())
    for (const { place } of contexts) maskOf[place] = masks[lane] ?? new Uint8Array(cells);
  for (let cell = 0; cell < cells; cell++) {
    const end = Math.min(kinds.length, firsts[cell + 1] ?? 0);
    for (let turn = firsts[cell] ?? 0; turn < end; turn++) {
      const mask = maskOf[nodes[turn] ?? 0];
      if (mask !== undefined) mask[cell] = (mask[cell] ?? 0) | (1 << (kinds[turn] ?? 0));
    }
  }
  return masks;
}
