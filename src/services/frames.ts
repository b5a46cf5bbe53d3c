/** A hidden tab has no frames, and a busy one no idle time: then this many milliseconds count as one. */
const longestWaitMs = 100;

let waiting: (() => void)[] = [];

/** Runs jobs together in the next frame: the page is drawn once for all that arrives until then. */
export function inNextFrame(job: () => void): void {
  waiting.push(job);
  if (waiting.length > 1) return;
  onNextFrame(() => {
    const jobs = waiting;
    waiting = [];
    for (const each of jobs) each();
  });
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

/**
 * Waits until the browser has nothing to do any more, and then for as long as that took: so what is done again and
 * again takes at most half of the time, and the rest is for the user.
 */
export async function idleAndRested(): Promise<void> {
  const begin = performance.now();
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve);
    else requestIdleCallback(() => resolve(), { timeout: longestWaitMs });
  });
  const took = performance.now() - begin;
  await new Promise((resolve) => {
    setTimeout(resolve, took);
  });
}
