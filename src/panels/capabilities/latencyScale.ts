import type { Latency } from '../../worker/protocol.ts';
import { linearScale } from '../plotScale.ts';

/** Where times are on a strip, from 0 at its left end to 1 at its right end. */
export interface LatencyScale {
  at(milliseconds: number): number;
  readonly ticks: readonly Tick[];
}

interface Tick {
  readonly at: number;
  /** Null where the text before it needs the room. */
  readonly text: string | null;
}

/** Times that differ more than this are drawn by their magnitude. */
const mostLinear = 20;

/** Round times, in milliseconds, for an axis by magnitude. */
const magnitudes = [1, 10, 100, 1000, 10_000, 60_000, 600_000, 3_600_000, 36_000_000, 360_000_000];

/** One scale for the calls of all capabilities, so that their times can be compared; null where no times are recorded. */
export function latencyScale(latencies: readonly Latency[]): LatencyScale | null {
  if (latencies.length === 0) return null;
  const least = Math.max(1, Math.min(...latencies.map(({ times }) => times[0] ?? 0)));
  const most = Math.max(1, ...latencies.map(({ times }) => times.at(-1) ?? 0));
  if (most / least < mostLinear) {
    const unit = unitFor(most);
    const scale = linearScale([0, most / unit.size], 0, 1, 3);
    return {
      at: (milliseconds) => scale.at(milliseconds / unit.size),
      ticks: spaced(scale.ticks.map((tick) => ({ at: scale.at(tick), text: `${tick} ${unit.name}` }))),
    };
  }
  const [low, high] = [Math.log(least), Math.log(most)];
  const at = (milliseconds: number) => (Math.log(Math.max(least, milliseconds)) - low) / (high - low);
  const inside = magnitudes.filter((time) => time >= least && time <= most);
  return {
    at,
    ticks: spaced(inside.map((time) => ({ at: at(time), text: `${time / unitFor(time).size} ${unitFor(time).name}` }))),
  };
}

/** The part of the narrowest strip that a text needs. */
const textWidth = 0.33;

function spaced(ticks: readonly Tick[]): readonly Tick[] {
  let last = Number.NEGATIVE_INFINITY;
  return ticks.map((tick) => {
    if (tick.at - last < textWidth) return { ...tick, text: null };
    last = tick.at;
    return tick;
  });
}

const units = [
  { size: 3_600_000, name: 'h' },
  { size: 60_000, name: 'min' },
  { size: 1000, name: 's' },
  { size: 1, name: 'ms' },
] as const;

const unitFor = (milliseconds: number) => units.find(({ size }) => milliseconds >= size) ?? { size: 1, name: 'ms' };
