/** The parts of a browser window that saving needs; tests pass their own. */
export interface SavingWindow {
  readonly performance: Pick<Performance, 'now'>;
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(timer: number): void;
  addEventListener(type: 'pagehide' | 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'pagehide' | 'visibilitychange', listener: () => void): void;
}

/** While changes follow each other. A killed tab loses no more than this, and the time of one write. */
const soonMs = 200;

export interface Saving {
  /** Something changed that has to be saved. */
  changed(): void;
  stop(): void;
}

/**
 * Saves the first change at once and those that follow soon, however many there are: one write at a time, and always the newest
 * state. When the page is left, it saves at once.
 */
export function saveSoon(window: SavingWindow, save: () => Promise<unknown>): Saving {
  let timer: number | undefined;
  let isWriting = false;
  let isDue = false;
  let begun = -Infinity;

  function write(): void {
    if (timer !== undefined) window.clearTimeout(timer);
    timer = undefined;
    if (isWriting) {
      isDue = true;
      return;
    }
    isWriting = true;
    begun = window.performance.now();
    save().then(written, written);
  }
  const written = () => {
    isWriting = false;
    if (!isDue) return;
    isDue = false;
    write();
  };
  const leave = () => {
    if (timer !== undefined) write();
  };
  // `visibilitychange` of the document bubbles up to its window.
  window.addEventListener('pagehide', leave);
  window.addEventListener('visibilitychange', leave);
  return {
    changed() {
      // A timer also for the first: a change of several parts is one.
      timer ??= window.setTimeout(write, Math.max(0, begun + soonMs - window.performance.now()));
    },
    stop() {
      leave();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('visibilitychange', leave);
    },
  };
}
