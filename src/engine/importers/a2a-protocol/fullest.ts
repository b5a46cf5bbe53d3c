import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { historyText } from '../../systems/a2a/part.ts';
import { fieldAt } from '../../systems/a2a/wire/field.ts';
import { readWireMessage } from '../../systems/a2a/wire/read-content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { Conversation } from './exchanges.ts';
import { ownId } from './event-emitter.ts';
import { note } from './notes.ts';

interface FoundMessage {
  readonly value: RecordValue;
  readonly text: string;
  readonly place: Path;
}

/**
 * Some agents send a growing message several times under the same id, each time with all of its text so far. The longest
 * version replaces all the others, so that they become repetitions of it.
 */
export function withFullestMessages(conversation: Conversation, report: ImportReport): Conversation {
  const fullest = new Map<string, FoundMessage>();
  let hasGrown = false;
  for (const { entry } of conversation) {
    withMessages(entry.value, entry.place, (found, id) => {
      const known = fullest.get(id);
      if (known !== undefined && !isFuller(found, known)) return found.value;
      if (known !== undefined) {
        hasGrown = true;
        note('a2a-protocol/fuller', found.place, report);
      }
      fullest.set(id, found);
      return found.value;
    });
  }
  if (!hasGrown) return conversation;
  return conversation.map((exchanged) => {
    const { entry } = exchanged;
    let { place } = entry;
    const value = withMessages(entry.value, place, (found, id) => {
      const whole = fullest.get(id);
      if (whole === undefined || !isFuller(whole, found)) return found.value;
      if (found.value === entry.value) place = whole.place;
      return whole.value;
    });
    return isRecord(value) ? { ...exchanged, entry: { ...entry, value, place } } : exchanged;
  });
}

const isFuller = (one: FoundMessage, other: FoundMessage): boolean =>
  other.text !== '' &&
  one.text.length > other.text.length &&
  one.text.startsWith(other.text) &&
  fieldAt(one.value, 'role') === fieldAt(other.value, 'role');

/** Where an entry has messages, if it is not one. */
const holders = ['status', 'message', 'update', 'history'];

/** The value with each of its messages replaced by what `change` returns. */
function withMessages(value: Value, place: Path, change: (found: FoundMessage, id: string) => Value): Value {
  if (isList(value)) return [...value].map((one, index) => withMessages(one, [...place, index], change));
  if (!isRecord(value)) return value;
  const id = ownId(value);
  if (id !== undefined) {
    const message = readWireMessage(value, '', { id: '', role: 'agent' }, () => undefined);
    return change({ value, text: message === null ? '' : historyText(message.parts), place }, id);
  }
  const held = holders.flatMap((key): readonly [string, Value][] => {
    const inner = value[key];
    return inner === undefined ? [] : [[key, withMessages(inner, [...place, key], change)]];
  });
  return held.length === 0 ? value : { ...value, ...Object.fromEntries(held) };
}
