import {
  isList,
  isRecord,
  type ListValue,
  type RecordValue,
  typeName,
  type TypeName,
  type Value,
} from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { scalarText, valueInText } from './entry-values.ts';

/** A path that entries of one list have in common, with its values and how often they occur. */
export interface Field {
  readonly path: Path;
  /** In how many of the inspected entries the field occurs. */
  readonly count: number;
  readonly types: readonly TypeName[];
  /**
   * Short texts, numbers and flags as text, each with its number of occurrences; null where there are too many different
   * values.
   */
  readonly values: readonly { readonly value: string; readonly count: number }[] | null;
  /** Whether the path leads into a text that holds JSON or a printed Python value. */
  readonly isInText: boolean;
  /** The first characters of the field's first value. */
  readonly example: string;
  /** For lists: the fields of their elements, with paths that begin at the element. */
  readonly elements: readonly Field[] | null;
}

/** Enough entries to recognise the shape; a list may have a million. */
const maxEntries = 400;
const maxElements = 40;
const maxFields = 300;
const maxDepth = 4;
const maxValues = 48;
/** Entries that are short lists have one field for each position: `["hi", "hello"]`. */
const maxPositions = 4;
const maxValueLength = 60;
const exampleLength = 48;
/** Maximum length of a text that the guess parses. */
const maxParsedLength = 20_000;
/** Maximum total of characters in all texts that the guess parses. */
const maxParsedTotal = 400_000;

interface Tally {
  readonly path: Path;
  readonly types: Set<TypeName>;
  readonly values: Map<string, number>;
  readonly elements: Value[];
  readonly isInText: boolean;
  isList: boolean;
  isVaried: boolean;
  count: number;
  example: string;
}

/** The fields of a list's entries in the order of their first occurrence, including the fields of nested records. */
export function fieldsOf(entries: Iterable<Value>, inLists = true): readonly Field[] {
  const tallies = new Map<string, Tally>();
  const budget: Budget = { characters: maxParsedTotal };
  let visited = 0;
  for (const entry of entries) {
    if (visited++ >= maxEntries) break;
    visit(entry, [], tallies, budget);
  }
  return [...tallies.values()].map((tally) => fieldOf(tally, inLists));
}

/** The remaining characters for parsing texts; null inside a parsed text, where no further text is parsed. */
type Budget = { characters: number } | null;

function visit(value: Value, path: Path, tallies: Map<string, Tally>, budget: Budget): void {
  if (path.length > 0 || !isRecord(value)) add(value, path, tallies, budget === null);
  if (path.length >= maxDepth) return;
  // At most `maxDepth` levels, so the stack stays small.
  if (isRecord(value)) visitKeys(value, path, tallies, budget);
  else if (path.length === 0 && isList(value)) {
    // Not `slice`: a list may be a view.
    if (value.length <= maxPositions)
      [...value].forEach((child, position) => visit(child, [position], tallies, budget));
  } else if (typeof value === 'string' && budget !== null) visitText(value, path, tallies, budget);
}

function visitKeys(record: RecordValue, path: Path, tallies: Map<string, Tally>, budget: Budget): void {
  for (const [key, child] of Object.entries(record).slice(0, maxFields)) visit(child, [...path, key], tallies, budget);
}

/** Values inside a text that holds JSON count as fields. */
function visitText(text: string, path: Path, tallies: Map<string, Tally>, budget: { characters: number }): void {
  if (text.length > Math.min(maxParsedLength, budget.characters)) return;
  const inside = valueInText(text);
  if (/^\s*[[{<`]/.test(text)) budget.characters -= text.length;
  if (inside === undefined) return;
  if (isList(inside)) takeElements(inside, tallies.get(JSON.stringify(path)));
  else visitKeys(inside, path, tallies, null);
}

function add(value: Value, path: Path, tallies: Map<string, Tally>, isInText: boolean): void {
  const key = JSON.stringify(path);
  let tally = tallies.get(key);
  if (tally === undefined) {
    if (tallies.size >= maxFields) return;
    tally = {
      path,
      types: new Set(),
      values: new Map(),
      elements: [],
      isInText,
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
  if (isList(value)) takeElements(value, tally);
  else countValue(tally, value);
}

function takeElements(list: ListValue, tally: Tally | undefined): void {
  if (tally === undefined) return;
  tally.isList = true;
  for (const element of list) {
    if (tally.elements.length >= maxElements) break;
    tally.elements.push(element);
  }
}

function countValue(tally: Tally, value: Value): void {
  const short = scalarText(value);
  if (tally.isVaried || short === undefined) return;
  if (short.length > maxValueLength || (tally.values.size >= maxValues && !tally.values.has(short))) {
    tally.isVaried = true;
    tally.values.clear();
  } else tally.values.set(short, (tally.values.get(short) ?? 0) + 1);
}

function fieldOf(
  { path, count, types, values, elements, isInText, isVaried, isList, example }: Tally,
  inLists: boolean,
): Field {
  return {
    path,
    count,
    types: [...types],
    values: isVaried || values.size === 0 ? null : [...values].map(([value, many]) => ({ value, count: many })),
    isInText,
    example,
    // Lists of lists are the maxDepth form in messages, so the lists of their elements are not inspected.
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
