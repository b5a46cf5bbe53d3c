const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)? ?(Z|z|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * The form that sessions write, on a day that every month has: `Date.parse` reads it exactly as we do, and much faster.
 */
const plain = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?Z$/;

/** Converts an ISO 8601 time (UTC where it names no zone) to milliseconds since 1970; undefined for anything else. */
export function parseInstant(text: string): number | undefined {
  if (plain.test(text)) return Date.parse(text);
  const match = text.length <= 40 ? iso.exec(text) : null;
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // `Date` would silently turn a day that the month lacks into a day of the next month.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const time = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  return date.getTime() + time + Number(fraction.padEnd(3, '0').slice(0, 3)) - zoneOffset(zone);
}

function zoneOffset(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** Formats a time as the specification does: `2026-05-20T03:00:00Z`, with milliseconds only if they are not zero. */
export function formatInstant(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z');
}
