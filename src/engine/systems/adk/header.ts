import * as v from 'valibot';
import type { SessionHeader } from '../../model/session.ts';
import type { RecordValue } from '../../model/value.ts';
import { headerFields, record } from '../fields.ts';
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

export const AdkHeaderSchema: v.GenericSchema<unknown, AdkHeader> = v.looseObject({
  ...headerFields,
  dialect: v.exactOptional(v.picklist(['documented', 'implemented'])),
  context: v.exactOptional(record),
  session: v.exactOptional(record),
  event_sink: v.exactOptional(v.boolean()),
});
