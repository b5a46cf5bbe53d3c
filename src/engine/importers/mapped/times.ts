import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { ImportReport } from '../../importing/import-report.ts';

/** A time in any usual form as UTC ISO 8601: from a text, or from seconds, milli-, micro- or nanoseconds since 1970. */
export function timeOf(written: Value | undefined, place: Path, report: ImportReport): string | undefined {
  // A longer text is not a time, and a number with many digits is slow to read.
  if (typeof written !== 'string' || written.length > maxLength) return readInstant(written, place, report);
  const text = written.trim();
  return readInstant(asIso(text) ?? byWords(text, report, place) ?? text, place, report);
}

const maxLength = 60;

const parts =
  /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)(?:(?:[T_ ]|, )(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** Days with slashes, fractions after a comma, times to the minute, days alone; undefined for any other text. */
function asIso(text: string): string | undefined {
  const match = parts.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction, zone = ''] = match;
  const offset = /^(?:z|utc|gmt)$/i.test(zone) ? 'Z' : /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone;
  const digits = fraction === undefined ? '' : `.${fraction}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${digits}${offset}`;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** `Mon, 02 Mar 2026 09:14:03 GMT`, as in mail and HTTP; `Mar 2, 2026, 9:14:03 PM`; `3/2/2026, 9:14 PM`. */
function byWords(written: string, report: ImportReport, place: Path): string | undefined {
  const text = written.replaceAll(/\s+/g, ' ');
  const clock =
    /(?:[, T]|(?<=\d{4}):) ?(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,20})?)? ?(?:([ap])\.?m\.?)? ?(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i.exec(
      text,
    );
  const day = dayOf(text.slice(0, clock?.index ?? text.length), report, place);
  if (day === undefined) return undefined;
  const [, hour = '0', minute = '00', second = '00', half, zone = ''] = clock ?? [];
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${day}T${two(hours)}:${minute}:${second}${/^(?:utc|gmt)$/i.test(zone) ? 'Z' : zone}`;
}

function dayOf(text: string, report: ImportReport, place: Path): string | undefined {
  const named =
    /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s/-]([a-z]{3})[a-z]*\.?,?[\s/-](\d{4})$/i.exec(text) ??
    /^(?:[a-z]{3,9},?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})$/i.exec(text);
  if (named !== null) {
    const [, one = '', other = '', year] = named;
    const [day, name] = /^\d/.test(one) ? [one, other] : [other, one];
    const month = months.indexOf(name.toLowerCase()) + 1;
    return month === 0 ? undefined : `${year}-${two(month)}-${two(Number(day))}`;
  }
  const numbers = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (numbers === null) return undefined;
  const [, one, separator, other, year] = numbers.map(String);
  const [first, second] = [Number(one), Number(other)];
  // Dots are used where the day comes first.
  const isDayFirst = separator === '.' || first > 12;
  if (!isDayFirst && second <= 12 && first !== second) noteOrder(report, place);
  return isDayFirst ? `${year}-${two(second)}-${two(first)}` : `${year}-${two(first)}-${two(second)}`;
}

const two = (count: number): string => String(count).padStart(2, '0');

const noteOrder = (report: ImportReport, place: Path): void =>
  report.note(
    'assumed',
    'import/month-first',
    place,
    '{# recorded time} with day and month as numbers: read as month first.',
  );
