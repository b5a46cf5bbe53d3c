import { isRecord, type RecordValue } from '../../model/value.ts';
import type { Placed } from './moments.ts';

/** The fields of a message; for a serialised constructor, its arguments. */
export function fieldsOf({ value }: Placed): RecordValue | undefined {
  if (!isRecord(value)) return undefined;
  const { kwargs } = value;
  return kwargs !== undefined && isRecord(kwargs) ? kwargs : value;
}

export function idOf(message: Placed): string | undefined {
  const id = fieldsOf(message)?.['id'];
  return typeof id === 'string' ? id : undefined;
}
