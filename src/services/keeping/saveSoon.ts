/** The parts of a browser window that saving needs; tests pass their own. */
export interface SavingWindow {
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(timer: number): void;
  addEventListener(type: 'pagehide' | 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'pagehide' | 'visibilitychange', listener: () => void): void;
}

/** A killed tab loses no more than this, and the time of one write. */
const soonMs = 200;

export interface Saving {
  /** Something changed that has to be saved. */
  changed(): void;
  stop(): void;
}

/**
 * Saves soon after a change, however many follow: one write at a time, and always the newest state. When the page is left,
 * it saves at once.
 */
export function saveSoon(window: SavingWindow, save: () => Promise<unknown>): Saving {
  let timer: number | undefined;
  let isWriting = false;
  let isDue = false;

  function write(): void {
    if (timer !== undefined) window.clearTimeout(timer);
    timer = undefined;
    if (isWriting) {
      isDue = true;
      return;
    }
    isWriting = true;
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
      timer ??= window.setTimeout(write, soonMs);
    },
    stop() {
      leave();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('visibilitychange', leave);
    },
  };
}
