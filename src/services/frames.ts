/** A hidden tab has no frames: then this many milliseconds count as one. */
const longestWaitMs = 100;

let waiting: (() => void)[] = [];

/** Runs jobs together in the next frame: the page is drawn once for all that arrives until then. */
export function inNextFrame(job: () => void): void {
  waiting.push(job);
  if (waiting.length === 1) onNextFrame(runWaiting);
}

/** Makes a change, and runs the waiting jobs now: the page is drawn once for all of them. */
export function drawNow(change: () => void): void {
  change();
  runWaiting();
}

function runWaiting(): void {
  const jobs = waiting;
  waiting = [];
  for (const job of jobs) job();
}

function onNextFrame(callback: () => void): void {
  const over = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    callback();
  };
  const timer = setTimeout(over, longestWaitMs);
  const frame = requestAnimationFrame(over);
}

/** Where other programs use the processor, most of the time passes without the page: it waits and rests no longer than this. */
const longestIdleMs = 50;
const longestRestMs = 25;

/**
 * Waits until the browser has nothing more to do, and then for half of the time since `begin`: so what is done again
 * and again takes at most two thirds of the time.
 */
export async function idleAndRested(begin: number): Promise<void> {
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve);
    else requestIdleCallback(() => resolve(), { timeout: longestIdleMs });
  });
  const took = performance.now() - begin;
  await new Promise((resolve) => {
    setTimeout(resolve, Math.min(took / 2, longestRestMs));
  });
}
