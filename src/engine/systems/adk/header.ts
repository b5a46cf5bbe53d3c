import * as v from 'valibot';
import type { SessionHeader } from '../../model/session.ts';
import type { RecordValue } from '../../model/value.ts';
import { headerFields, record } from '../fields.ts';
import type { Dialect } from './state.ts';

/** The initial data of a run. */
export interface AdkHeader extends SessionHeader {
  /** Absent: `implemented`, because a recording contains the branches that the library's code produced. */
  readonly dialect?: Dialect;
  /**
   * The fields of the root context; a missing field was not recorded. Without `context`, only a session was recorded.
   */
  readonly context?: RecordValue;
  /** The session of the root context before the first event of this log. */
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
