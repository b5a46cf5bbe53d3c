import * as v from 'valibot';
import { below, type Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { counted, type Noting } from '../noting.ts';
import type { PlannedCall } from '../transcript/pairing.ts';

/** An entry of a list of messages as its format has it; one that cannot be read is noted. `list` names the list. */
export function messageIn<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: Value,
  place: Path,
  list: string,
  noting: Noting,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  noting.note(
    'lost',
    'import/message',
    place,
    (n) => `${counted(n, 'entry', 'entries')} of “${list}” could not be read.`,
  );
  return undefined;
}

/** The calls that a message asks for; `read` gives undefined for what is no call, which is noted. */
export function callsIn(
  values: readonly Value[] | undefined,
  place: Path,
  read: (value: Value, place: Path) => PlannedCall | undefined,
  noting: Noting,
): PlannedCall[] {
  return (values ?? []).flatMap((value, index) => {
    const where = below(place, index);
    const call = read(value, where);
    if (call !== undefined) return [call];
    noting.note('lost', 'import/call', where, (n) => `${counted(n, 'call')} could not be read.`);
    return [];
  });
}

/** What tells the model how to behave is no turn of the conversation. */
export const noteSystem = (place: Path, noting: Noting): void =>
  noting.note(
    'info',
    'import/system-message',
    place,
    (n) =>
      `${counted(n, 'system message')} told the model how to behave; that is no turn, so ${n === 1 ? 'it is' : 'they are'} left out.`,
  );
