import type { StatedNode } from './history-index.ts';
import type { Path } from './path.ts';
import type { Cursor } from './prefix.ts';
import type { StatedValue } from './history.ts';
import { entry, isMap, keysOf, MapView, Unknown, type MapValue, type Value } from './value.ts';

/** A part of the context in which the values that the recording states directly replace the derived ones. */
export function withStated(
  part: Value | undefined,
  node: StatedNode | undefined,
  cursor: Cursor,
  path: Path,
): Value | undefined {
  if (node === undefined) return part;
  const stated = lastUpTo(node.values, cursor.turn);
  if (stated !== undefined) return stated.value ?? (stated.value === null ? null : new Unknown([path]));
  if (node.children.size === 0 || (part !== undefined && !isMap(part))) return part;
  const view = new StatedView(part, node, cursor, path);
  return part === undefined && view.keys().length === 0 ? undefined : view;
}

function lastUpTo(values: readonly StatedValue[], turn: number): StatedValue | undefined {
  for (let i = values.length - 1; i >= 0; i--) {
    const value = values[i];
    if (value !== undefined && value.turn <= turn) return value;
  }
  return undefined;
}

class StatedView extends MapView {
  readonly #part: MapValue | undefined;
  readonly #node: StatedNode;
  readonly #cursor: Cursor;
  readonly #path: Path;

  constructor(part: MapValue | undefined, node: StatedNode, cursor: Cursor, path: Path) {
    super();
    this.#part = part;
    this.#node = node;
    this.#cursor = cursor;
    this.#path = path;
  }

  override get(key: string): Value | undefined {
    const value = this.#part === undefined ? undefined : entry(this.#part, key);
    return withStated(value, this.#node.children.get(key), this.#cursor, [...this.#path, key]);
  }

  override keys(): readonly string[] {
    const keys = this.#part === undefined ? [] : keysOf(this.#part).filter((key) => typeof key === 'string');
    const listed = new Set(keys);
    const added = [...this.#node.children.keys()].filter((key) => !listed.has(key) && this.get(key) !== undefined);
    return [...keys, ...added];
  }
}
