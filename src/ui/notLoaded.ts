/** What was thrown when a script or a style of this page did not load. */
const causes = new WeakSet<Error>();

/** Vite reports each before it throws it: https://vite.dev/guide/build#load-error-handling */
export function rememberNotLoaded(window: Window): void {
  window.addEventListener('vite:preloadError', ({ payload }) => causes.add(payload));
}

/** A part of this page did not load: its server is gone, or has a newer version of the page. */
export const isNotLoaded = (cause: unknown): boolean => cause instanceof Error && causes.has(cause);

/** `part` begins the sentence: *Turns*. */
export const notLoaded = (part: string): string =>
  `${part} could not be loaded: the server of this page does not answer, or has a newer version of the page.`;
