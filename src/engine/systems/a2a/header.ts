import * as v from 'valibot';
import type { SessionHeader } from '../../model/session.ts';
import { headerFields, text } from '../fields.ts';

/** The two versions of the protocol, with different spellings of a Task. */
export type Protocol = '0.3' | '1.0';

/** Properties of a whole conversation. An absent field means *the recording does not say*. */
export interface A2aHeader extends SessionHeader {
  readonly agent?: { readonly name?: string };
  /** The spelling of the recorded tasks, used again in exports; 1.0 by default. */
  readonly protocol?: Protocol;
  /** Media types that the agent accepts; an empty list means all. */
  readonly input_modes?: readonly string[];
  /** UTC ISO 8601: the clock at the start. */
  readonly started_at?: string;
}

export const A2aHeaderSchema: v.GenericSchema<unknown, A2aHeader> = v.looseObject({
  ...headerFields,
  agent: v.exactOptional(v.looseObject({ name: text })),
  protocol: v.exactOptional(v.picklist(['0.3', '1.0'])),
  input_modes: v.exactOptional(v.array(v.string())),
  started_at: text,
});
