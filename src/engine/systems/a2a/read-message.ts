import * as v from 'valibot';
import { err, ok, type Result } from '../../../base/result.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { inSnakeCase, textOf } from './wire/field.ts';
import { readPart } from './wire/read-part.ts';
import { readRole } from './wire/spelling.ts';
import { MessageSchema, type Message } from './message.ts';
import type { Part } from './part.ts';

/** The message, and beside it the ids that its envelope names. */
export interface AddressedMessage {
  readonly message: Message;
  readonly context: string | undefined;
  readonly task: string | undefined;
}

/** A client's message as a caller writes it, in either spelling; the role may be left out. The problem is a sentence. */
export function readMessage(value: Value | undefined): Result<AddressedMessage, string> {
  const fields: RecordValue = isRecord(value) ? inSnakeCase(value) : {};
  const filled = withoutNulls({ role: 'user', ...fields });
  const role = readRole(filled['role']) ?? filled['role'] ?? null;
  const parsed = v.safeParse(MessageSchema, { ...filled, role, parts: partsOf(filled['parts']) });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return err(`The message is wrong at “${v.getDotPath(issue) ?? 'its top'}”: ${issue.message}.`);
  }
  const { message_id, parts, metadata, extensions, reference_task_ids } = parsed.output;
  const message: Message = {
    message_id,
    role: parsed.output.role,
    parts,
    ...(metadata !== undefined && { metadata }),
    ...(extensions !== undefined && { extensions }),
    ...(reference_task_ids !== undefined && { reference_task_ids }),
  };
  return ok({ message, context: textOf(fields['context_id']), task: textOf(fields['task_id']) });
}

const partsOf = (parts: Value | undefined): Value =>
  Array.isArray(parts)
    ? parts.map((part: Value) => {
        if (!isRecord(part)) return part;
        if (wireKeys.some((key) => Object.hasOwn(part, key))) return readPart(part) ?? part;
        return 'data' in part ? part : withoutNulls(part);
      })
    : (parts ?? []);

/** Keys of a part that only the wire's spellings have. */
const wireKeys = ['kind', 'type', 'file', 'mediaType', 'mimeType', 'content', 'root'];

/** A field that is None in Python is absent. */
const withoutNulls = (record: RecordValue): RecordValue =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

/** The media type that is compared with the agent's input modes. */
export function mediaTypeOf(part: Part): string {
  if (part.media_type !== undefined && part.media_type !== '') return part.media_type;
  if ('text' in part) return 'text/plain';
  return 'data' in part ? 'application/json' : 'application/octet-stream';
}
