/** Entries per node: a change copies one short array per level, whatever the length. */
const bits = 5;
const width = 1 << bits;

interface Identified {
  readonly id: string;
}

type Node = readonly unknown[];

/**
 * An immutable list of entries with ids, in the order in which they were added: `put` returns a new list. Finding, replacing
 * and adding cost the same at 10 entries and at 100 000.
 */
export class Keyed<T extends Identified> implements Iterable<T> {
  readonly length: number;
  /** Levels below the root, in bits. Private to the runtime, as in `Growing`: freezing a state must not reach them. */
  readonly #shift: number;
  readonly #root: Node;
  /** Shared by all versions while each addition is made to the newest; a version uses only indices below its own length. */
  readonly #positions: Map<string, number>;

  private constructor(length: number, shift: number, root: Node, positions: Map<string, number>) {
    this.length = length;
    this.#shift = shift;
    this.#root = root;
    this.#positions = positions;
  }

  static of<T extends Identified>(...elements: readonly T[]): Keyed<T> {
    return elements.reduce<Keyed<T>>((list, element) => list.put(element), new Keyed<T>(0, 0, [], new Map()));
  }

  at(index: number): T | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    let node = this.#root;
    for (let shift = this.#shift; shift > 0; shift -= bits) node = node[(index >>> shift) & (width - 1)] as Node; // inner levels hold nodes
    return node[index & (width - 1)] as T; // the lowest level holds elements
  }

  indexOf(id: string): number {
    return this.get(id) === undefined ? -1 : (this.#positions.get(id) ?? -1);
  }

  get(id: string): T | undefined {
    const found = this.at(this.#positions.get(id) ?? -1);
    return found?.id === id ? found : undefined;
  }

  /** Replaces the entry with the same id, or adds one at the end. Returns the same list when nothing changes. */
  put(element: T): Keyed<T> {
    const index = this.indexOf(element.id);
    if (index === -1) return this.#added(element);
    if (this.at(index) === element) return this;
    return new Keyed<T>(this.length, this.#shift, written(this.#root, this.#shift, index, element), this.#positions);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let i = 0; i < this.length; i++) yield this.at(i) as T; // i is within the length
  }

  #added(element: T): Keyed<T> {
    const index = this.length;
    const shared = this.#positions;
    // A second addition to an earlier version finds its index already in use.
    const isShared = shared.size === index || shared.get(element.id) === index;
    const positions = isShared ? shared : this.#ownPositions();
    positions.set(element.id, index);
    const isFull = index === 1 << (this.#shift + bits);
    const shift = isFull ? this.#shift + bits : this.#shift;
    const root = isFull ? [this.#root] : this.#root;
    return new Keyed<T>(index + 1, shift, written(root, shift, index, element), positions);
  }

  #ownPositions(): Map<string, number> {
    const positions = new Map<string, number>();
    for (let i = 0; i < this.length; i++) positions.set(this.at(i)?.id ?? '', i);
    return positions;
  }
}

function written(node: Node, shift: number, index: number, element: unknown): Node {
  const copy = [...node];
  const place = (index >>> shift) & (width - 1);
  if (shift === 0) copy[place] = element;
  else copy[place] = written((copy[place] as Node | undefined) ?? [], shift - bits, index, element); // inner levels hold nodes
  return copy;
}
