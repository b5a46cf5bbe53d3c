import type { Path } from '../model/path.ts';
import type { Note } from '../model/problem.ts';
import { isList, isRecord, type ListValue, type Value } from '../model/value.ts';
import type { Document } from './document.ts';
import { json } from './json/index.ts';
import { python } from './python/index.ts';

/**
 * A list of texts that each hold a record, as programs store messages that they serialised one by one: becomes the list
 * of the records. The same document when one of them is only words.
 */
export function withOpenedElements(document: Document): Document {
  const inner = isList(document.value) ? openedList(document.value) : undefined;
  if (inner === undefined) return document;
  const value = inner.map((one): Value => one.value);
  return withOpenedLists(document, value, [{ place: [], inner }], note);
}

/** A list of texts, and what each of them holds. */
export interface OpenedList {
  readonly place: Path;
  readonly inner: readonly Document[];
}

/** A document whose `value` has the records of some lists in the place of their texts. `originals`: of the records around these lists. */
export function withOpenedLists(
  document: Document,
  value: Value,
  lists: readonly OpenedList[],
  about: Note,
  originals: WeakMap<object, object> = new WeakMap(),
): Document {
  const owners = ownersOf(lists.flatMap(({ inner }) => inner.filter(({ syntax }) => syntax === 'python')));
  return {
    ...document,
    value,
    notes: [...document.notes, about],
    typeName: (of) => owners.get(of)?.typeName(of) ?? document.typeName(originals.get(of) ?? of),
    // Parts of a text have no place of their own.
    locate(path) {
      const list = lists.find(({ place }) => place.every((step, index) => path[index] === step));
      const depth = (list?.place.length ?? Infinity) + 1;
      if (path.length <= depth) return document.locate(path);
      const inner = list?.inner[Number(path[depth - 1])];
      return (inner?.locate(path.slice(depth)) ?? null) === null ? null : document.locate(path.slice(0, depth));
    },
  };
}

/** Reads each element of a list as the text of a record. Undefined if an element is no such text, or the list is empty. */
export function openedList(list: ListValue): readonly Document[] | undefined {
  const opened: Document[] = [];
  for (const element of list) {
    const inner = typeof element === 'string' && begins.test(element) ? recordIn(element) : undefined;
    if (inner === undefined) return undefined;
    opened.push(inner);
  }
  return opened.length === 0 ? undefined : opened;
}

/** The text of each record and list: only Python writes names in front of them. */
function ownersOf(documents: readonly Document[]): WeakMap<object, Document> {
  const owners = new WeakMap<object, Document>();
  for (const document of documents) {
    const rest: Value[] = [document.value];
    for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
      if (typeof value !== 'object' || value === null || owners.has(value)) continue;
      owners.set(value, document);
      if (isList(value)) for (const one of value) rest.push(one);
      else if (isRecord(value)) for (const one of Object.values(value)) rest.push(one);
    }
  }
  return owners;
}

const begins = /^\s*(?:\{|[A-Za-z_][\w.]{0,80}\()/;

function recordIn(text: string): Document | undefined {
  for (const reader of [json, python]) {
    const read = reader.read(text);
    if (!read.ok || !isRecord(read.value.value)) continue;
    if (!read.value.notes.some(({ severity }) => severity === 'lost' || severity === 'repaired')) return read.value;
  }
  return undefined;
}

const note = {
  severity: 'info',
  code: 'reader/elements-opened',
  message: 'Each element of the list is a text that holds a record: the records were read.',
} as const;
