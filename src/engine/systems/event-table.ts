import * as v from 'valibot';

/** The fields of events by their type. Comments on a field appear wherever the event is used. */
export interface EventTable {
  readonly [type: string]: v.ObjectEntries;
}

/** A record as a table of fields describes it: an optional schema makes an optional field. */
export type Fields<Table extends v.ObjectEntries> = Readonly<v.InferOutput<v.ObjectSchema<Table, undefined>>>;

/** The event of a type. */
export type EventOf<Table extends EventTable, Type extends keyof Table> = Type extends unknown
  ? { readonly type: Type } & Fields<Table[Type]>
  : never;

/** A record with these fields. Unknown fields are accepted, but not part of the type. */
export const fields = <const Table extends v.ObjectEntries>(table: Table): v.GenericSchema<unknown, Fields<Table>> =>
  v.looseObject(table);

/** A list that is never changed. */
export const list = <T>(item: v.GenericSchema<unknown, T>): v.GenericSchema<unknown, readonly T[]> => v.array(item);

/** The schema of all events of a table. Unknown fields are kept. */
export function eventSchema<const Table extends EventTable>(
  table: Table,
): v.GenericSchema<unknown, EventOf<Table, keyof Table>> {
  const events = Object.entries(table).map(([type, entries]) => v.looseObject({ type: v.literal(type), ...entries }));
  const schema: v.GenericSchema = v.variant('type', events);
  return schema as v.GenericSchema<unknown, EventOf<Table, keyof Table>>; // `Object.entries` does not keep the types
}
