/** A hidden tab has no frames: then this many milliseconds count as one. */
const longestWaitMs = 100;

let waiting: (() => void)[] = [];

/** Runs jobs together in the next frame: the page is drawn once for all that arrives until then. After a key, at once. */
export function inNextFrame(job: () => void): void {
  waiting.push(job);
  if (sinceKey() < atOnceMs) queueMicrotask(runWaiting);
  else if (waiting.length === 1) onNextFrame(runWaiting);
}

/** For so many milliseconds after a key, what arrives does not wait for a frame; what grows by itself waits for fewer. */
const atOnceMs = 100;
const answerMs = 30;
let keyAt = Number.NEGATIVE_INFINITY;
const sinceKey = () => performance.now() - keyAt;

/** From now on, what keys change is drawn before what grows by itself. */
export function favourKeys(target: EventTarget): void {
  target.addEventListener('keydown', () => (keyAt = performance.now()), { capture: true });
}

/** Waits if a key was just pressed, until what it has changed is on the screen. */
export async function keyAnswered(): Promise<void> {
  await reached(keyAt + answerMs);
}

const pause = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

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

const firstPaint = 'first-contentful-paint';

/** What the page's file shows until the page draws itself (src/app/showPrerendered.ts). */
const prerendered = globalThis.document?.querySelector('[data-prerendered]') ?? null;
let isOwnDrawn = false;

/** The mark in the browser's timeline at which what the page has drawn itself is on the screen. `npm run bench -- page` reads it. */
export const ownDrawing = 'own-drawing';

/** Whether what the page has drawn itself has been on the screen. */
export const hasDrawn = (): boolean =>
  prerendered === null ? performance.getEntriesByName(firstPaint).length > 0 : isOwnDrawn;

/** A browser that does not say when it has put the page on the screen has done so by then: milliseconds after the next frame. */
const longestDrawingMs = 200;

/** Runs a callback once when the page's first own drawing is on the screen: in a hidden tab, once it is shown. */
export function onceDrawn(callback: () => void): void {
  if (prerendered !== null) {
    onceReplaced(prerendered, callback);
    return;
  }
  let isOver = false;
  const over = () => {
    if (!isOver) callback();
    isOver = true;
    observer.disconnect();
  };
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName(firstPaint).length > 0) over();
  });
  observer.observe({ type: 'paint', buffered: true });
  setTimeout(() => requestAnimationFrame(() => setTimeout(over, longestDrawingMs)));
}

/** A browser reports only its first drawing. What takes the place of an element is on the screen in the frame after the next one. */
function onceReplaced(element: Element, callback: () => void): void {
  requestAnimationFrame(() => {
    if (element.isConnected) onceReplaced(element, callback);
    else
      requestAnimationFrame(() => {
        isOwnDrawn = true;
        callback();
      });
  });
}

/** Where other programs use the processor, most of the time passes without the page: it waits and rests no longer than this. */
const longestIdleMs = 20;
const longestRestMs = 8;

/**
 * Waits until the browser has nothing more to do. Returns when it has also rested for half of the time since `begin`, neither
 * for long: what arrives next is soon shown, and a key comes in between. Answers may be awaited meanwhile.
 */
export async function idleAfter(begin: number): Promise<number> {
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve);
    else requestIdleCallback(() => resolve(), { timeout: longestIdleMs });
  });
  const now = performance.now();
  return now + Math.min((now - begin) / 2, longestRestMs);
}

/** Waits until a time of `performance.now`. */
export async function reached(time: number): Promise<void> {
  const rest = time - performance.now();
  if (rest > 0) await pause(rest);
}
