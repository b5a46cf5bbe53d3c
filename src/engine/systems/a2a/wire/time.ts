import { withoutEnd } from '../../../../base/scan.ts';
import { isRecord, type RecordValue } from '../../../model/value.ts';
import { fieldAt, textAt } from './field.ts';

/** An instant as text, or in the form of protobuf libraries: `{seconds, nanos}` since 1970. */
export function timeAt(value: RecordValue, name: string): string | undefined {
  const written = fieldAt(value, name);
  if (written === undefined || !isRecord(written)) return textAt(value, name);
  const { seconds, nanos = 0 } = written;
  const whole = typeof seconds === 'string' && /^\d{1,12}$/.test(seconds) ? Number(seconds) : seconds;
  if (!isCount(whole, lastSecond) || !isCount(nanos, 999_999_999)) return undefined;
  const fraction = nanos === 0 ? '' : `.${withoutEnd(String(nanos).padStart(9, '0'), /0/)}`;
  return `${new Date(whole * 1000).toISOString().slice(0, 19)}${fraction}Z`;
}

const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most;

/** The last second of the year 9999. */
const lastSecond = 253_402_300_799;
