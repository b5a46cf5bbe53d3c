import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { openedList, ownersOf } from '../readers/opened-elements.ts';
import { elementsOf } from '../importing/values/elements.ts';
import { counted } from '../importing/import-report.ts';

/** Where programs keep messages or events. A list of texts anywhere else, such as a tool's result, stays what it is. */
const messageKeys = new Set(
  'messages msgs history chat_history chatHistory message_history messageHistory conversation events items turns transcript trajectory steps entries'.split(
    ' ',
  ),
);

/** Such a list stands at the top of a file, or in one record of a row. */
const deepest = 4;

interface Opened {
  readonly place: Path;
  readonly inner: readonly Document[];
}

/**
 * The document with those lists opened whose elements are texts that each were written from a message or an event: as JSON, or
 * as Python prints one. Undefined where there is none.
 */
export function withOpenedMessages(document: Document): Document | undefined {
  const lists: Opened[] = [];
  const originals = new WeakMap<object, object>();
  const value = opened(document.value, [], lists, originals);
  const [first] = lists;
  if (first === undefined) return undefined;
  const owners = ownersOf(lists.flatMap(({ inner }) => inner.filter(({ syntax }) => syntax === 'python')));
  return {
    ...document,
    value,
    notes: [
      ...document.notes,
      {
        severity: 'info',
        code: 'reader/messages-opened',
        message: `The elements of ${counted(lists.length, 'list')} are texts that were written from messages or events: what was written in them was read.`,
        place: formatPath(first.place),
      },
    ],
    typeName: (of) => owners.get(of)?.typeName(of) ?? document.typeName(originals.get(of) ?? of),
    locate: (path) => locateIn(document, lists, path),
  };
}

/** The same value where nothing within it was opened. */
function opened(value: Value, place: Path, lists: Opened[], originals: WeakMap<object, object>): Value {
  if (place.length > deepest) return value;
  const visit = (one: Value, step: string | number): Value => opened(one, [...place, step], lists, originals);
  if (isList(value)) {
    const list = elementsOf(value);
    const changed = list.map(visit);
    return changed.every((one, index) => Object.is(one, list[index])) ? value : changed;
  }
  // What a message holds is its text, its arguments or its result.
  if (!isRecord(value) || typeof value['role'] === 'string') return value;
  const entries = Object.entries(value).map(([key, held]): readonly [string, Value] => {
    const inner = messageKeys.has(key) && isList(held) ? openedList(held) : undefined;
    if (inner === undefined || !inner.every(isMessage)) return [key, visit(held, key)];
    lists.push({ place: [...place, key], inner });
    return [key, inner.map((one): Value => one.value)];
  });
  if (entries.every(([key, held]) => Object.is(held, value[key]))) return value;
  const copy: RecordValue = Object.fromEntries(entries);
  originals.set(copy, value);
  return copy;
}

/** It says who speaks or what it is, or Python printed the name of a message's class. */
function isMessage({ value, typeName }: Document): boolean {
  if (!isRecord(value)) return false;
  const says = ['role', 'type', 'kind', 'event'].some((key) => typeof value[key] === 'string');
  return says || /(?:Message|Event)$/.test(typeName(value) ?? '');
}

/** Nothing within a text has a place of its own. */
function locateIn(document: Document, lists: readonly Opened[], path: Path) {
  const list = lists.find(({ place }) => place.every((step, index) => path[index] === step));
  if (list === undefined || path.length <= list.place.length + 1) return document.locate(path);
  const index = path[list.place.length];
  const inner = typeof index === 'number' ? list.inner[index] : undefined;
  const isThere = inner?.locate(path.slice(list.place.length + 1)) ?? null;
  return isThere === null ? null : document.locate(path.slice(0, list.place.length + 1));
}
