import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { openedList, withOpenedLists, type OpenedList } from '../readers/opened-elements.ts';
import { elementsOf } from '../importing/values/elements.ts';
import { counted } from '../importing/import-report.ts';

/** Fields that hold messages or events. A list of texts anywhere else, such as a tool's result, stays as recorded. */
const messageKeys = new Set(
  'messages msgs history chat_history chatHistory message_history messageHistory conversation events items turns transcript trajectory steps entries'.split(
    ' ',
  ),
);

/** Such a list is at the top level of a file or in a record of a row. */
const maxDepth = 4;

/**
 * The document with lists of encoded messages opened: each element is a text that holds a message or an event, as JSON or as Python
 * prints it. Undefined when there is no such list.
 */
export function withOpenedMessages(document: Document): Document | undefined {
  const lists: OpenedList[] = [];
  const originals = new WeakMap<object, object>();
  const value = opened(document.value, [], lists, originals);
  const [first] = lists;
  if (first === undefined) return undefined;
  const note = {
    severity: 'info',
    code: 'reader/messages-opened',
    message: `The elements of ${counted(lists.length, 'list')} are texts that hold encoded messages or events: the content of the texts was read.`,
    place: formatPath(first.place),
  } as const;
  return withOpenedLists(document, value, lists, note, originals);
}

/** Returns the same value when nothing inside it was opened. */
function opened(value: Value, place: Path, lists: OpenedList[], originals: WeakMap<object, object>): Value {
  if (place.length > maxDepth) return value;
  const visit = (one: Value, step: string | number): Value => opened(one, [...place, step], lists, originals);
  if (isList(value)) {
    const list = elementsOf(value);
    const changed = list.map(visit);
    return changed.every((one, index) => Object.is(one, list[index])) ? value : changed;
  }
  // Fields inside a message are its text, arguments or result, and stay as recorded.
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

/** The record names a speaker or a kind, or Python printed the class name of a message. */
function isMessage({ value, typeName }: Document): boolean {
  if (!isRecord(value)) return false;
  const says = ['role', 'type', 'kind', 'event'].some((key) => typeof value[key] === 'string');
  return says || /(?:Message|Event)$/.test(typeName(value) ?? '');
}
