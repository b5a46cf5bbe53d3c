import { isList, isRecord, typeName, type TypeName, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';

/** A place that entries of one list have in common: what stands there, and how often. */
export interface Field {
  readonly path: Path;
  /** In how many of the entries that were looked at. */
  readonly count: number;
  readonly types: readonly TypeName[];
  /** Short texts, numbers and flags as text, each with how often it occurs; null where there are too many different ones. */
  readonly values: readonly { readonly value: string; readonly count: number }[] | null;
  /** What stands there first, in a few characters. */
  readonly example: string;
  /** For lists: the fields of their elements, which begin at the element. */
  readonly elements: readonly Field[] | null;
}

/** Enough to know the shape; a list may be a million long. */
const mostEntries = 400;
const mostElements = 40;
const mostFields = 300;
const deepest = 4;
const mostValues = 48;
/** Entries that are short lists have a field in each position: `["hi", "hello"]`. */
const mostPositions = 4;
const longestValue = 60;
const exampleLength = 48;

interface Tally {
  readonly path: Path;
  readonly types: Set<TypeName>;
  readonly values: Map<string, number>;
  readonly elements: Value[];
  isList: boolean;
  isVaried: boolean;
  count: number;
  example: string;
}

/** The fields of a list's entries in the order in which they first occur, records inside records included. */
export function fieldsOf(entries: Iterable<Value>, inLists = true): readonly Field[] {
  const tallies = new Map<string, Tally>();
  let looked = 0;
  for (const entry of entries) {
    if (looked++ >= mostEntries) break;
    visit(entry, [], tallies);
  }
  return [...tallies.values()].map((tally) => fieldOf(tally, inLists));
}

function visit(value: Value, path: Path, tallies: Map<string, Tally>): void {
  if (path.length > 0 || !isRecord(value)) add(value, path, tallies);
  if (path.length === 0 && isList(value) && value.length <= mostPositions) {
    [...value].forEach((child, position) => visit(child, [position], tallies));
  }
  if (!isRecord(value) || path.length >= deepest) return;
  // At most `deepest` levels: the stack stays small.
  for (const [key, child] of Object.entries(value).slice(0, mostFields)) visit(child, [...path, key], tallies);
}

function add(value: Value, path: Path, tallies: Map<string, Tally>): void {
  const key = JSON.stringify(path);
  let tally = tallies.get(key);
  if (tally === undefined) {
    if (tallies.size >= mostFields) return;
    tally = {
      path,
      types: new Set(),
      values: new Map(),
      elements: [],
      isList: false,
      isVaried: false,
      count: 0,
      example: '',
    };
    tallies.set(key, tally);
  }
  tally.count += 1;
  tally.types.add(typeName(value));
  if (tally.example === '') tally.example = exampleOf(value);
  if (isList(value)) {
    tally.isList = true;
    for (const element of value) {
      if (tally.elements.length >= mostElements) break;
      tally.elements.push(element);
    }
  } else countValue(tally, value);
}

function countValue(tally: Tally, value: Value): void {
  const short = scalarText(value);
  if (tally.isVaried || short === undefined) return;
  if (short.length > longestValue || (tally.values.size >= mostValues && !tally.values.has(short))) {
    tally.isVaried = true;
    tally.values.clear();
  } else tally.values.set(short, (tally.values.get(short) ?? 0) + 1);
}

/** A value as it is told from others of its field; undefined for what has parts, and for null. */
export function scalarText(value: Value | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : undefined;
}

function fieldOf({ path, count, types, values, elements, isVaried, isList, example }: Tally, inLists: boolean): Field {
  return {
    path,
    count,
    types: [...types],
    values: isVaried || values.size === 0 ? null : [...values].map(([value, many]) => ({ value, count: many })),
    example,
    // Lists of lists are as far as messages go: their elements' own lists are not looked into.
    elements: isList && inLists ? fieldsOf(elements, false) : null,
  };
}

const inAll = (many: number, noun: string) => `${many} ${noun}${many === 1 ? '' : 's'}`;

function exampleOf(value: Value): string {
  if (isList(value)) return inAll(value.length, 'element');
  if (isRecord(value)) return inAll(Object.keys(value).length, 'field');
  const text = scalarText(value) ?? '';
  const line = text
    .slice(0, exampleLength * 2)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > exampleLength ? `${line.slice(0, exampleLength)}…` : line;
}
