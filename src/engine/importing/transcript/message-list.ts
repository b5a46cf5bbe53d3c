import * as v from 'valibot';
import { below, type Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { counted, type ImportReport } from '../import-report.ts';
import type { RequestedCall } from './call-matcher.ts';

/** An entry of a list of messages in its format; an unreadable entry is noted. `list` names the list. */
export function messageIn<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: Value,
  place: Path,
  list: string,
  report: ImportReport,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  report.note(
    'lost',
    'import/message',
    place,
    (n) => `${counted(n, 'entry', 'entries')} of “${list}” could not be read.`,
  );
  return undefined;
}

/** The calls that a message requests; `read` returns undefined for an entry that is not a call, which is noted. */
export function callsIn(
  values: readonly Value[] | undefined,
  place: Path,
  read: (value: Value, place: Path) => RequestedCall | undefined,
  report: ImportReport,
): RequestedCall[] {
  return (values ?? []).flatMap((value, index) => {
    const where = below(place, index);
    const call = read(value, where);
    if (call !== undefined) return [call];
    report.note('lost', 'import/call', where, (n) => `${counted(n, 'call')} could not be read.`);
    return [];
  });
}

/** The model's instructions are not a turn of the conversation. */
export const noteSystem = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'import/system-message',
    place,
    (n) =>
      `${counted(n, 'system message')} told the model how to behave; that is no turn, so ${n === 1 ? 'it is' : 'they are'} left out.`,
  );
