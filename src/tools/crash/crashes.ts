import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type KillableBrowser, startBrowser } from './browser.ts';
import { type Activity, crash, type CrashOutcome, parts, victims } from './crash.ts';

interface Crashes {
  readonly address: string;
  readonly executablePath: string;
  /** A folder for the browsers' data. */
  readonly data: string;
  readonly count: number;
  readonly seed: number;
}

/** After so many crashes a browser begins with an empty folder, or its list of sessions would grow too long. */
const perFolder = 12;

/** One crash after the other, the victims in turn, in one browser at a time. */
export async function* crashes({ address, executablePath, data, count, seed }: Crashes): AsyncGenerator<CrashOutcome> {
  const random = randomFrom(seed);
  const now: { running: KillableBrowser | null; page: Page | null } = { running: null, page: null };
  try {
    for (let at = 0; at < count; at++) {
      if (at % perFolder === 0 || now.page === null) {
        await now.running?.kill();
        now.running = now.page = null;
      }
      const folder = join(data, String(Math.floor(at / perFolder)));
      const browser = async () => (now.running ??= await startBrowser(executablePath, folder));
      const victim = victims[at % victims.length] ?? 'tab';
      const activity: Activity = random() < 0.5 ? 'typing' : 'importing';
      const outcome = await crash(victim, activity, {
        address,
        random,
        page: now.page,
        async browser() {
          const one = await browser();
          return { context: one.context, kill: () => one.kill().finally(() => (now.running = null)) };
        },
      });
      now.page = outcome.page;
      yield outcome;
    }
  } finally {
    await now.running?.kill();
  }
}

/** The numbers of all crashes in a few lines. */
export function figures(outcomes: readonly CrashOutcome[]): string {
  const lines = victims.map((victim) => {
    const of = outcomes.filter((outcome) => outcome.victim === victim);
    const lost = of.map(({ lostMs }) => lostMs).toSorted((a, b) => a - b);
    const at = (part: number) => Math.round(lost[Math.min(lost.length - 1, Math.floor(part * lost.length))] ?? 0);
    const faulty = of.filter(({ faults }) => faults.length > 0).length;
    const imports = of.filter(({ activity }) => activity === 'importing').length;
    return `${victim}: ${of.length} killed, ${imports} of them while importing; typing lost: median ${at(0.5)} ms, at most ${at(1)} ms; ${faulty} with a fault`;
  });
  const took = parts.map((part) => {
    const all = outcomes.map((outcome) => outcome.took[part]).toSorted((a, b) => a - b);
    return `${part} ${Math.round(all[Math.floor(all.length / 2)] ?? 0)} (${Math.round(all.at(-1) ?? 0)})`;
  });
  return [...lines, `ms of a round, median and longest: ${took.join(', ')}`].join('\n');
}

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
