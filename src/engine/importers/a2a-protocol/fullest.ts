import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { historyText } from '../../systems/a2a/part.ts';
import { fieldAt } from '../../systems/a2a/wire/field.ts';
import { readWireMessage } from '../../systems/a2a/wire/read-content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { note } from './notes.ts';
import type { Conversation, Exchanged } from './exchanges.ts';
import { ownId } from './event-emitter.ts';

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
  const grown = new Set<string>();
  for (const { entry } of conversation) {
    changed(entry.value, entry.place, (value, place) => {
      const id = ownId(value);
      if (id === undefined) return undefined;
      const known = fullest.get(id);
      const found = { value, text: textOf(value), place };
      if (known === undefined) fullest.set(id, found);
      else if (isFuller(found, known)) {
        fullest.set(id, found);
        grown.add(id);
        note('a2a-protocol/fuller', place, report);
      }
      return undefined;
    });
  }
  return grown.size === 0 ? conversation : conversation.map((exchanged) => withFullestIn(exchanged, fullest));
}

function withFullestIn(exchanged: Exchanged, fullest: ReadonlyMap<string, FoundMessage>): Exchanged {
  const { entry } = exchanged;
  let { place } = entry;
  const value = changed(entry.value, place, (said) => {
    const whole = fullest.get(ownId(said) ?? '');
    if (whole === undefined || whole.value === said) return undefined;
    if (!isFuller(whole, { value: said, text: textOf(said), place })) return undefined;
    if (said === entry.value) place = whole.place;
    return whole.value;
  });
  return value === entry.value ? exchanged : { ...exchanged, entry: { ...entry, value, place } };
}

const isFuller = (one: FoundMessage, other: FoundMessage): boolean =>
  other.text !== '' && one.text.length > other.text.length && one.text.startsWith(other.text) && sameRole(one, other);

const sameRole = (one: FoundMessage, other: FoundMessage): boolean =>
  fieldAt(one.value, 'role') === fieldAt(other.value, 'role');

function textOf(value: RecordValue): string {
  const message = readWireMessage(value, '', { id: '', role: 'agent' }, () => undefined);
  return message === null ? '' : historyText(message.parts);
}

type Change = (message: RecordValue, place: Path) => RecordValue | undefined;

/** Applies `change` to the value if it is a message, or to the messages in its status and history. */
function changed(value: RecordValue, place: Path, change: Change): RecordValue {
  if (ownId(value) !== undefined) return change(value, place) ?? value;
  let whole = value;
  const put = (key: string, next: Value, before: Value): void => {
    if (next !== before) whole = { ...whole, [key]: next };
  };
  const status = fieldAt(value, 'status');
  if (status !== undefined && isRecord(status)) {
    for (const key of ['message', 'update']) {
      const said = fieldAt(status, key);
      if (said === undefined || !isRecord(said)) continue;
      const next = change(said, [...place, 'status', key]) ?? said;
      if (next !== said) put('status', { ...status, [key]: next }, status);
    }
  }
  const history = fieldAt(value, 'history');
  if (history !== undefined && isList(history)) {
    const list = [...history];
    const next = list.map((said, index) =>
      isRecord(said) ? (change(said, [...place, 'history', index]) ?? said) : said,
    );
    if (next.some((one, index) => one !== list[index])) put('history', next, history);
  }
  return whole;
}
