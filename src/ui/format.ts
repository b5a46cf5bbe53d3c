import { once } from '../base/once.ts';

// A browser takes 50 ms to make its first format, which few first screens need.
const grouped = once(() => new Intl.NumberFormat('en', { useGrouping: true }));
const compact = once(() => new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }));
const shortest = once(() => new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 2 }));

const isShort = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 1000;

/** A number as people read it: grouped by thin spaces. */
export const count = (value: number): string =>
  isShort(value) ? String(value) : grouped().format(value).replaceAll(',', '\u2009');

/** A number with three digits at most, for an axis: `1.2K`. */
export const brief = (value: number): string => (isShort(value) ? String(value) : compact().format(value));

/** A count in four characters at most, for a narrow column: `999`, `1.2K`, `670K`. */
export const shortCount = (value: number): string => (isShort(value) ? String(value) : shortest().format(value));

export const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

export function milliseconds(value: number): string {
  if (value < 1000) return `${Math.round(value)} ms`;
  if (value < 60_000) return `${(value / 1000).toFixed(1)} s`;
  if (value < 3_600_000) return `${Math.floor(value / 60_000)} min ${Math.round((value % 60_000) / 1000)} s`;
  return `${Math.floor(value / 3_600_000)} h ${Math.round((value % 3_600_000) / 60_000)} min`;
}

/** How long ago something was: `3 s ago`. */
export function ago(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

export function bytes(value: number): string {
  if (value < 1000) return `${value} B`;
  if (value < 1_000_000) return `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)} kB`;
  if (value < 1_000_000_000) return `${(value / 1_000_000).toFixed(1)} MB`;
  return `${(value / 1_000_000_000).toFixed(1)} GB`;
}

/** The time of day of an ISO timestamp, as recorded; the text itself when it is something else. */
export const timeOfDay = (at: string): string => /T(\d\d:\d\d:\d\d)/.exec(at)?.[1] ?? at;

const days = once(
  () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
);

/** A day such as `2026-01-31`, as people write it. */
export const day = (date: string): string => days().format(new Date(`${date}T00:00:00Z`));
