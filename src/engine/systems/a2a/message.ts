import * as v from 'valibot';
import { isRecord, type RecordValue } from '../../model/value.ts';
import { PartSchema, type Part } from './part.ts';

export interface Message {
  readonly message_id: string;
  readonly role: 'user' | 'agent';
  readonly parts: readonly Part[];
  /** Persisted. Secrets belong in the request context, which is not part of a message. */
  readonly metadata?: RecordValue;
  readonly extensions?: readonly string[];
  readonly reference_task_ids?: readonly string[];
}

export const MessageSchema: v.GenericSchema<unknown, Message> = v.looseObject({
  message_id: v.string(),
  role: v.picklist(['user', 'agent']),
  parts: v.array(PartSchema),
  metadata: v.exactOptional(v.custom<RecordValue>(isRecord)),
  extensions: v.exactOptional(v.array(v.string())),
  reference_task_ids: v.exactOptional(v.array(v.string())),
});
