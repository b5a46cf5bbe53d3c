import { gapCode } from '../gaps.ts';
import type { Path } from '../../model/path.ts';
import { Unknown, type RecordValue, type Value } from '../../model/value.ts';
import { setMember } from '../json-text/repair.ts';
import { duplicateMessage, type Notebook } from '../notebook.ts';
import { construct, isWholeOnly, wrapperOf } from './constructors.ts';
import { readLeaf } from './leaves.ts';
import type { Branch, Node, Tree } from './node.ts';
import { wordWrapOf, type WordWrap } from './word-wrap.ts';
import { isRecursionMark, shapeOf, type Shape } from './shape.ts';

/** The values of all nodes of a tree, by id. */
export interface Meaning {
  readonly values: readonly Value[];
  /** Values that were not printed, each with the list that receives its path. */
  readonly gaps: ReadonlyMap<Value, Path[]>;
}

export type TypeNames = WeakMap<object, string>;

/** Children come before parents in a tree, so one pass over its nodes is enough, however deep it is. */
export function meaningOf(text: string, tree: Tree, notebook: Notebook, typeNames: TypeNames): Meaning {
  const values: Value[] = [];
  const gaps = new Map<Value, Path[]>();
  const reading = { text, values, gaps, notebook, typeNames, wrap: wrapOf(text, tree) };
  for (const node of tree.nodes) values.push(readNode(node, reading));
  return { values, gaps };
}

interface Reading {
  readonly text: string;
  readonly values: readonly Value[];
  readonly gaps: Map<Value, Path[]>;
  readonly notebook: Notebook;
  readonly typeNames: TypeNames;
  readonly wrap: () => WordWrap | undefined;
}

/** Computed at the first string with a line break: few texts have one. */
function wrapOf(text: string, tree: Tree): Reading['wrap'] {
  let found: { readonly wrap: WordWrap | undefined } | undefined;
  return () => (found ??= { wrap: wordWrapOf(text, tree) }).wrap;
}

function readNode(node: Node, reading: Reading): Value {
  if (isGap(node)) return gapAt(node, reading);
  if (node.kind === 'call') {
    const constructed = isWholeOnly(node.name) ? readConstructed(node, reading) : undefined;
    if (constructed !== undefined) return constructed;
  }
  if (node.kind === 'enum') {
    reading.notebook.add('info', 'reader/enum', 'An enum member was read as its value.', node.start);
  }
  if (node.kind === 'call' && node.keywords.length > 0 && wrapperOf(node.name) !== undefined) {
    const message = `Only the content of \`${node.name}(…)\` was read; its settings (${node.keywords.join(', ')}) were left out.`;
    reading.notebook.add('lost', 'reader/wrapper', message, node.start);
  }
  const value = readShape(node, shapeOf(node), reading);
  const name = typeNameOf(node);
  if (name !== undefined && typeof value === 'object' && value !== null) reading.typeNames.set(value, name);
  return value;
}

function typeNameOf(node: Node): string | undefined {
  if (node.kind === 'call' || node.kind === 'enum') return node.name;
  return node.kind === 'tuple' || node.kind === 'set' ? node.kind : undefined;
}

function readShape(node: Node, shape: Shape, reading: Reading): Value {
  const of = (inner: Node): Value => reading.values[inner.id] ?? null;
  switch (shape.kind) {
    case 'same':
      return of(shape.node);
    case 'list':
      return shape.items.map(of);
    case 'record':
      return recordOf(shape.keys, shape.values.map(of));
    case 'dict':
      return dictOf(shape.keys.map(of), shape.values.map(of), node, reading);
    case 'leaf':
      return readLeaf(reading.text, node, reading.notebook, reading.wrap);
  }
}

function dictOf(keys: readonly Value[], values: readonly Value[], node: Node, { notebook }: Reading): Value {
  const names = keys.filter((key) => typeof key === 'string');
  const { size } = new Set(keys);
  if (size < keys.length) notebook.add('assumed', 'reader/duplicate-key', duplicateMessage(twin(names)), node.start);
  if (names.length === keys.length) return recordOf(names, values);
  return new Map(keys.map((key, index) => [key, values[index] ?? null]));
}

function twin(names: readonly string[]): string {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size) ?? '';
}

function recordOf(keys: readonly string[], values: readonly Value[]): RecordValue {
  const record: { [key: string]: Value } = {};
  keys.forEach((key, index) => setMember(record, key, values[index] ?? null));
  return record;
}

function readConstructed(node: Branch, { values, notebook }: Reading): Value | undefined {
  const positional = node.args?.items.map(({ id }) => values[id] ?? null) ?? [];
  const keywords = new Map(
    node.keywords.map((keyword, index) => [keyword, values[node.values[index]?.id ?? -1] ?? null]),
  );
  const constructed = construct(node.name, { positional, keywords });
  if (constructed === undefined) return undefined;
  notebook.add('info', 'reader/constructor', constructed.about, node.start);
  if (constructed.lost !== undefined) notebook.add('lost', 'reader/constructor-lost', constructed.lost, node.start);
  return constructed.value;
}

function isGap(node: Node): boolean {
  switch (node.kind) {
    case 'gap':
    case 'hole':
      return true;
    case 'list':
    case 'set':
    case 'tuple':
      return isRecursionMark(node.items);
    case 'call':
      return node.keywords.length === 0 && node.args !== null && isRecursionMark(node.args.items);
    default:
      return false;
  }
}

function gapAt(node: Node, { text, gaps, notebook }: Reading): Value {
  const paths: Path[] = [];
  const gap = new Unknown(paths);
  gaps.set(gap, paths);
  // The ellipsis inside `[...]` is a node of its own and has its note already.
  if (node.kind === 'gap') {
    const message = /^(?:\[Obj|\[Arr|\[Circ|Array)/.test(text.slice(node.start, node.start + 5)) ? tooDeep : leftOut;
    notebook.add('lost', gapCode, message, node.start);
  }
  return gap;
}

const leftOut = 'An ellipsis replaces a value: the value is kept as unknown.';
const tooDeep =
  'An object that is nested too deep was not printed and is kept as unknown: `console.dir(value, { depth: null })` prints it.';
