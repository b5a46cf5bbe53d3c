import type { Page } from './commandContext.ts';

/** The stops of F6: regions, without sections inside a region. */
const stops = '[data-region], section[aria-label]:not([data-region] section)';

/** Where to put the focus in a region: its text box or list, or else its first focusable element. */
const places = [
  '[data-place="entry"]',
  'textarea, [role="textbox"]',
  '[role="slider"], [role="grid"], [role="tree"], [role="tab"][aria-selected="true"], [aria-current="true"]',
  'a[href], button:not(:disabled), input, select, [tabindex="0"]',
];

const placeIn = (region: Element, from: readonly string[] = places) =>
  from.map((place) => region.querySelector<HTMLElement>(place)).find(Boolean);

function enter(region: Element | null | undefined) {
  const to = region && (placeIn(region) ?? region);
  if (to instanceof HTMLElement) to.focus();
}

/** While a list is loading, the filter above it is not yet the place. */
const isThere = (region: Element | null) =>
  region !== null &&
  (placeIn(region, places.slice(0, -1)) !== undefined || region.querySelector('[role="progressbar"]') === null);

/** Focuses a panel that may still be loading: as soon as it is there, unless the user has moved on. */
function enterOnceThere(document: Document, find: () => Element | null) {
  enter(find());
  let isIn = isThere(find());
  const gone = new AbortController();
  const watcher = new MutationObserver(() => {
    // The focused element may be replaced once more, as when the reasons for a turn are reloaded.
    if (!isThere(find()) || (isIn && document.activeElement !== document.body)) return;
    isIn = true;
    enter(find());
  });
  gone.signal.addEventListener('abort', () => watcher.disconnect());
  watcher.observe(document.body, { childList: true, subtree: true });
  for (const other of ['focusin', 'keydown', 'pointerdown']) {
    const onOther = ({ type, target }: Event) => {
      if (type !== 'focusin' || !(target instanceof Node && find()?.contains(target))) gone.abort();
    };
    document.addEventListener(other, onOther, { signal: gone.signal });
  }
}

/** The page, found by its landmarks, so that panels need not export references to their elements. */
export function pageOf(document: Document): Page {
  const named = (name: string) => document.querySelector(`section[aria-label="${name}"], [data-region="${name}"]`);
  // The region of the last focused element. It remains the user's place when that element is removed.
  let left: Element | null = null;
  document.addEventListener('focusin', ({ target }) => {
    left = target instanceof Element ? target.closest(stops) : null;
  });
  const focusRegion = (name: string) => enterOnceThere(document, () => named(name));
  return {
    pickFile: () => document.querySelector<HTMLElement>('[data-picker="session"]')?.click(),
    readClipboard: () => navigator.clipboard.readText(),
    focusRegion,
    isIn: (name) => named(name)?.contains(document.activeElement) === true,
    keepFocus(name) {
      // The focused element may be gone already, if keys come faster than the focus is restored.
      if (document.activeElement === document.body && left === null) return;
      // Wait until the store's change is drawn and other code has moved the focus.
      setTimeout(() => {
        if (document.activeElement === document.body) focusRegion(name);
      });
    },
    press(button) {
      const found = document.querySelector<HTMLElement>(`[data-press="${button}"]`);
      found?.click();
      return found !== null;
    },
    focusFilter: () => enterOnceThere(document, () => document.querySelector('[data-filter="turns"]')),
    async saveTimeline(kind) {
      const rows = document.querySelector('[data-picture="timeline"]');
      if (rows === null) return false;
      const { saveTimeline } = await import('../panels/timeline/saveTimeline.ts');
      await saveTimeline(rows, kind);
      return true;
    },
    nextRegion(direction) {
      const regions = [...document.querySelectorAll(stops)];
      const { activeElement, body } = document;
      const here = activeElement === null || activeElement === body ? (left ?? body) : activeElement;
      // The innermost: the reasons are a region within the inspector.
      const at = regions.findLastIndex((region) => region.contains(here));
      // Between two regions, as on their resize handle, the next region is the following one.
      const follows = regions.findIndex(
        (region) => here.compareDocumentPosition(region) & Node.DOCUMENT_POSITION_FOLLOWING,
      );
      const next = at >= 0 ? at + direction : direction === 1 ? Math.max(0, follows) : follows - 1;
      enter(regions.at(next % regions.length));
    },
  };
}
