import { Timestamp } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { compareValues } from '../evaluate/compare.ts';
import { preview } from '../literal.ts';

/** An interval of a scale: `null` for a side without an end; an end that is not `within` is excluded. */
export interface Region {
  readonly from: Bound | null;
  readonly to: Bound | null;
}

interface Bound {
  readonly value: Value;
  readonly within: boolean;
}

/** The interval around points `first` to `last` of a scale with these limits: it extends to the neighbouring points. */
export function regionOf(scale: readonly Value[], limits: readonly Value[], first: number, last: number): Region {
  return { from: boundAt(scale, limits, first, -1), to: boundAt(scale, limits, last, 1) };
}

function boundAt(scale: readonly Value[], limits: readonly Value[], index: number, side: -1 | 1): Bound | null {
  const point = scale[index];
  if (point === undefined) return null;
  const limit = limits.find((one) => compareValues(one, point) === 0);
  if (limit !== undefined) return { value: limit, within: true };
  const beyond = limits.filter((one) => Math.sign(compareValues(one, point) ?? 0) === side);
  const nearest = beyond.toSorted((a, b) => side * (compareValues(a, b) ?? 0))[0];
  return nearest === undefined ? null : { value: nearest, within: false };
}

/** `1000 or less`, `more than 3 and less than 7`. */
export function regionWords({ from, to }: Region): string {
  if (from !== null && to !== null) {
    if (from.within && to.within && compareValues(from.value, to.value) === 0) return text(from.value);
    return from.within && to.within ? `${text(from.value)} to ${text(to.value)}` : `${lower(from)} and ${upper(to)}`;
  }
  if (from !== null) return lower(from);
  return to === null ? 'any other value' : upper(to);
}

/** How a value outside the region relates to it: `more than 1000`. Null where it is the excluded end itself. */
export function relationTo({ from, to }: Region, now: Value): string | null {
  if (to !== null && isBeyond(now, to, 1)) return lower({ ...to, within: !to.within });
  if (from !== null && isBeyond(now, from, -1)) return upper({ ...from, within: !from.within });
  return null;
}

function isBeyond(now: Value, { value }: Bound, side: -1 | 1): boolean {
  return (compareValues(now, value) ?? NaN) * side > 0;
}

const lower = ({ value, within }: Bound) =>
  within ? `${text(value)} or ${later(value)}` : `${laterThan(value)} ${text(value)}`;
const upper = ({ value, within }: Bound) =>
  within ? `${text(value)} or ${earlier(value)}` : `${earlierThan(value)} ${text(value)}`;

const later = (value: Value) => (value instanceof Timestamp ? 'later' : 'more');
const earlier = (value: Value) => (value instanceof Timestamp ? 'earlier' : 'less');
const laterThan = (value: Value) => (value instanceof Timestamp ? 'after' : 'more than');
const earlierThan = (value: Value) => (value instanceof Timestamp ? 'before' : 'less than');

const text = (value: Value) => preview(value, 60).text;
