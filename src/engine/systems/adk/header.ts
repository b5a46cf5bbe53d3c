import * as v from 'valibot';
import type { SessionHeader } from '../../model/session.ts';
import { isRecord, type RecordValue } from '../../model/value.ts';
import type { Dialect } from './state.ts';

/** What a run starts from. */
export interface AdkHeader extends SessionHeader {
  /** Absent: `implemented`, because a recording has the branches that the library gave. */
  readonly dialect?: Dialect;
  /** The fields of the root context; an absent field is not on record. Absent as a whole: only a session was recorded. */
  readonly context?: RecordValue;
  /** The root's session as it was before the first event of this log. */
  readonly session?: RecordValue;
  /** The root has an event callback. */
  readonly event_sink?: boolean;
}

const text = v.exactOptional(v.string());
const record = v.exactOptional(v.custom<RecordValue>(isRecord, 'An object was expected'));

export const AdkHeaderSchema: v.GenericSchema<unknown, AdkHeader> = v.looseObject({
  title: v.string(),
  importer: text,
  origin: v.exactOptional(v.looseObject({ source: v.string(), licence: v.string(), note: text })),
  dialect: v.exactOptional(v.picklist(['documented', 'implemented'])),
  context: record,
  session: record,
  event_sink: v.exactOptional(v.boolean()),
});
