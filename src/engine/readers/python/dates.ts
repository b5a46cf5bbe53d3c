/** Converts the arguments of `datetime.datetime(2025, 1, 9, 18, 39)` to the output of Python's `isoformat()`. */
export function isoDateTime(parts: readonly number[]): string | undefined {
  const date = isoDate(parts.slice(0, 3));
  const time = isoTime(parts.slice(3));
  return date === undefined || time === undefined ? undefined : `${date}T${time}`;
}

export function isoDate([year, month, day]: readonly number[]): string | undefined {
  if (!isIn(year, 1, 9999) || !isIn(month, 1, 12) || !isIn(day, 1, 31)) return undefined;
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

export function isoTime([hour = 0, minute = 0, second = 0, micro = 0]: readonly number[]): string | undefined {
  if (!isIn(hour, 0, 23) || !isIn(minute, 0, 59) || !isIn(second, 0, 59) || !isIn(micro, 0, 999_999)) return undefined;
  const fraction = micro === 0 ? '' : `.${padded(micro, 6)}`;
  return `${padded(hour, 2)}:${padded(minute, 2)}:${padded(second, 2)}${fraction}`;
}

/** Seconds east of Greenwich as `+01:00`. */
export function isoOffset(seconds: number): string {
  const size = Math.abs(Math.round(seconds));
  const rest = size % 60 === 0 ? '' : `:${padded(size % 60, 2)}`;
  return `${seconds < 0 ? '-' : '+'}${padded(Math.floor(size / 3600), 2)}:${padded(Math.floor(size / 60) % 60, 2)}${rest}`;
}

/**
 * The offset that a printed time zone states; undefined when it states only a place, whose offset depends on the date.
 */
export function offsetOf(zone: string): string | undefined {
  if (/^(?:datetime\.)?timezone\.utc$|^<?UTC>?$|^Z$|^(?:\w+\.)*(?:utc|UTC)$/.test(zone)) return '+00:00';
  if (/^[+-]\d\d:\d\d(?::\d\d)?$/.test(zone)) return zone;
  // pytz: `<DstTzInfo 'US/Pacific' PST-1 day, 16:00:00 STD>`
  const pytz = /^<\w+ '[^']*' [A-Z+\-0-9]*?(-1 day, |\+)(\d?\d):(\d\d):(\d\d) \w+>$/.exec(zone);
  if (pytz === null) return undefined;
  const [, days, hours, minutes, seconds] = pytz;
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return isoOffset(days === '+' ? size : size - 86_400);
}

function isIn(value: number | undefined, low: number, high: number): value is number {
  return value !== undefined && Number.isInteger(value) && value >= low && value <= high;
}

const padded = (value: number, width: number): string => String(value).padStart(width, '0');
