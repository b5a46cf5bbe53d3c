import type { Tab } from './workspaces.ts';

/** Of the navigations, those that show what this tab had shown before. */
const again: ReadonlySet<string> = new Set(['reload', 'back_forward']);

export function tabOf(window: Window, storage: Tab['storage'], isLink: boolean): Tab {
  const [navigation] = window.performance.getEntriesByType('navigation');
  return {
    storage,
    // A page from another machine without TLS has none, although the types of the DOM say otherwise.
    locks: window.navigator.locks,
    isReload: navigation instanceof PerformanceNavigationTiming && again.has(navigation.type),
    isLink,
    makeId: newId,
  };
}

/** The id under which a source of this page is kept, if it is: no other page has it. */
export const ownSource = (source: string): string => `${(page ??= newId())}-${source}`;

let page: string | undefined;

/** A page without TLS has no `randomUUID`. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, '0')).join('');
