import { double, Duration, int, Timestamp, Uint } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { compareValues } from '../evaluate/compare.ts';
import { isDouble, isNumber, magnitude } from '../evaluate/number.ts';
import type { FlipInput, FlipCandidate } from './flip-inputs.ts';

/**
 * A value to try. Values on a scale are in its order, and are described by the region in which the effect is the same.
 */
export type Candidate =
  | (FlipCandidate & { readonly kind: 'candidate' })
  | { readonly kind: 'point'; readonly value: Value; readonly index: number };

export interface Candidates {
  /** The nearest to the present value first; removing it comes last. */
  readonly tries: readonly Candidate[];
  /** Ascending: each limit, and one value between each two neighbours and beyond both ends. */
  readonly scale: readonly Value[];
}

const maxLimits = 12;

/** The values of an input that matter: between two neighbours, no comparison with the input changes its result. */
export function candidatesOf(input: FlipInput): Candidates {
  const scale = scaleOf(input);
  const points = scale
    .map((value, index) => ({ kind: 'point', value, index }) as const)
    .filter(({ value }) => input.now === undefined || compareValues(value, input.now) !== 0)
    .toSorted((a, b) => distance(a.value, input.now) - distance(b.value, input.now));
  const candidates: Candidate[] = input.candidates
    .filter(({ value }) => value === undefined || typeof value === 'object' || value !== input.now)
    .map((candidate) => ({ kind: 'candidate', ...candidate }));
  const tries = [...points, ...candidates, ...differing(input)];
  return { tries: tries.toSorted((a, b) => Number(a.value === undefined) - Number(b.value === undefined)), scale };
}

/** For texts, one that matches nothing in the rule. */
function differing({ now, differences, candidates }: FlipInput): readonly Candidate[] {
  const isText = typeof now === 'string' || candidates.some(({ value }) => typeof value === 'string');
  if (differences.length === 0 || !isText) return [];
  let value = '…';
  while (candidates.some((candidate) => candidate.value === value)) value += '…';
  return [{ kind: 'candidate', value, words: [...new Set(differences)].join(' and ') }];
}

function scaleOf({ limits, now, isSize }: FlipInput): readonly Value[] {
  const sorted = limits.toSorted((a, b) => compareValues(a, b) || 0).slice(0, maxLimits);
  const distinct = sorted.filter(
    (value, index) => index === 0 || compareValues(value, sorted[index - 1] ?? null) !== 0,
  );
  const kind = now ?? distinct[0];
  const values: Value[] = [];
  for (const [index, limit] of distinct.entries()) {
    values.push(...stepsBetween(distinct[index - 1], limit, kind), ...atLimit(limit, kind));
  }
  values.push(...stepsBetween(distinct.at(-1), undefined, kind));
  return isSize ? values.filter((value) => typeof value !== 'number' || value >= 0) : values;
}

/** A value of the input's own kind that equals the limit, if its kind has one. */
function atLimit(limit: Value, kind: Value | undefined): readonly Value[] {
  if (!isNumber(limit) || kind === undefined || !isNumber(kind)) return [limit];
  const number = magnitude(limit);
  if (isDouble(kind)) return [double(Number(number))];
  if (typeof number === 'number' && !Number.isInteger(number)) return [];
  return wholeNumber(BigInt(number), kind);
}

/** A value strictly between two limits, where there is one; beyond the last where one is missing. */
function stepsBetween(low: Value | undefined, high: Value | undefined, kind: Value | undefined): readonly Value[] {
  if (low === undefined && high === undefined) return [];
  const [from, to] = [positionOf(low), positionOf(high)];
  if (from === undefined && to === undefined) return [];
  if (kind !== undefined && isDouble(kind)) return [double(between(numberOf(from), numberOf(to)))];
  const value = from === undefined ? ceil(to ?? 0) - 1n : floor(from) + 1n;
  if (from !== undefined && to !== undefined && !(value < to)) return [];
  const sample = low ?? high;
  if (sample instanceof Duration) return [new Duration(value)];
  if (sample instanceof Timestamp) return [timestampAt(value)];
  return wholeNumber(value, kind);
}

function wholeNumber(value: bigint, kind: Value | undefined): readonly Value[] {
  if (kind instanceof Uint) return value >= 0n && BigInt.asUintN(64, value) === value ? [new Uint(value)] : [];
  return BigInt.asIntN(64, value) === value ? [int(value)] : [];
}

/** The position on one axis for all kinds; times in nanoseconds. */
function positionOf(value: Value | undefined): number | bigint | undefined {
  if (value === undefined) return undefined;
  if (isNumber(value)) return finite(magnitude(value));
  if (value instanceof Duration) return value.nanos;
  return value instanceof Timestamp ? value.seconds * nanosPerSecond + BigInt(value.nanos) : undefined;
}

const finite = (value: number | bigint) => (typeof value === 'bigint' || Number.isFinite(value) ? value : undefined);
const numberOf = (value: number | bigint | undefined) => (value === undefined ? undefined : Number(value));
const nanosPerSecond = 1_000_000_000n;

function timestampAt(nanos: bigint): Timestamp {
  const rest = ((nanos % nanosPerSecond) + nanosPerSecond) % nanosPerSecond;
  return new Timestamp((nanos - rest) / nanosPerSecond, Number(rest));
}

const floor = (value: number | bigint): bigint => BigInt(typeof value === 'number' ? Math.floor(value) : value);
const ceil = (value: number | bigint): bigint => BigInt(typeof value === 'number' ? Math.ceil(value) : value);

function between(low: number | undefined, high: number | undefined): number {
  if (low === undefined) return (high ?? 0) - Math.max(1, Math.abs(high ?? 0));
  if (high === undefined) return low + Math.max(1, Math.abs(low));
  return low + (high - low) / 2;
}

function distance(value: Value, now: Value | undefined): number {
  const [a, b] = [positionOf(value), positionOf(now)];
  return a === undefined || b === undefined ? 0 : Math.abs(Number(a) - Number(b));
}
