import { isList, isRecord, valueAt } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { formatPath, type Path } from '../../model/path.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { fieldAt, textAt } from '../../systems/a2a/wire/field.ts';

/** Notes records that belong to no task: settings of the protocol, and records of other formats. */
export function noteStrangers(strangers: readonly Path[], document: Value, report: ImportReport): void {
  const all = new Set(strangers.map(formatPath));
  // A stranger's nested records are left out with it.
  const whole = strangers.filter((place) => !place.some((_, depth) => all.has(formatPath(place.slice(0, depth)))));
  const asked = new Set<Value>();
  for (const place of whole) {
    const value = valueAt(document, place) ?? null;
    const record: RecordValue = isRecord(value) ? value : {};
    const id = fieldAt(record, 'id') ?? null;
    const isRequest = settings.test(textAt(record, 'method') ?? '');
    if (isRequest && id !== null) asked.add(id);
    const isAnswer =
      fieldAt(record, 'jsonrpc') !== undefined && textAt(record, 'method') === undefined && asked.has(id);
    if (isRequest || isAnswer || isCard(record)) noteSettings(place, report);
    else noteStranger(place, report);
  }
}

/** `tasks/pushNotificationConfig/set`, `agent/getAuthenticatedExtendedCard` and their names in version 1.0. */
const settings = /pushNotificationConfig|ExtendedCard|ExtendedAgentCard/i;

const isCard = (record: RecordValue): boolean =>
  isList(fieldAt(record, 'skills') ?? null) && isRecord(fieldAt(record, 'capabilities') ?? null);

const noteSettings = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'a2a-protocol/settings',
    place,
    (n) => `${counted(n, 'record')} about push notifications or the agent’s card: no turns.`,
  );

const noteStranger = (place: Path, report: ImportReport): void =>
  report.note(
    'lost',
    'a2a-protocol/stranger',
    place,
    (n) => `${counted(n, 'record')} without anything of the A2A protocol left out.`,
  );
