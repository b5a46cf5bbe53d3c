import type { Page } from './commandContext.ts';

/** Regions, not the parts of one. */
const stops = '[data-region], section[aria-label]:not([data-region] section)';

/** The part of a region that one types in, walks through or chooses from; failing that, the first that takes focus. */
const places = [
  '[data-place="entry"]',
  'textarea, [role="textbox"]',
  '[role="slider"], [role="grid"], [role="tree"], [role="tab"][aria-selected="true"], [aria-current="true"]',
  'a[href], button:not(:disabled), input, select, [tabindex="0"]',
];

const placeIn = (region: Element) => places.map((place) => region.querySelector<HTMLElement>(place)).find(Boolean);

function enter(region: Element | null | undefined) {
  const to = region && (placeIn(region) ?? region);
  if (to instanceof HTMLElement) to.focus();
}

const isThere = (region: Element | null) =>
  region !== null && (placeIn(region) !== undefined || region.querySelector('[role="progressbar"]') === null);

/** No key is lost on a panel that is about to be drawn or loaded: it has the focus once it is there, if that is still wanted. */
function enterOnceThere(document: Document, find: () => Element | null) {
  enter(find());
  let isIn = isThere(find());
  const gone = new AbortController();
  const watcher = new MutationObserver(() => {
    // What had the focus may go once more, as the reasons of the last turn do.
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

/** The page, by its landmarks: no panel has to hand out references to its parts. */
export function pageOf(document: Document): Page {
  const named = (name: string) => document.querySelector(`section[aria-label="${name}"], [data-region="${name}"]`);
  // What has the focus may go, as a reason does at another turn; its region is still where the user is.
  let left: Element | null = null;
  document.addEventListener('focusin', ({ target }) => {
    left = target instanceof Element ? target.closest(stops) : null;
  });
  const focusRegion = (name: string) => enterOnceThere(document, () => named(name));
  return {
    pickFile: () => document.querySelector<HTMLElement>('[data-picker="session"]')?.click(),
    readClipboard: () => navigator.clipboard.readText(),
    focusRegion,
    keepFocus(name) {
      // What had it may be gone already: keys come faster than the focus is put back.
      if (document.activeElement === document.body && left === null) return;
      // By then what a store was told is drawn, and whoever else wanted the focus has it.
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
    nextRegion(direction) {
      const regions = [...document.querySelectorAll(stops)];
      const { activeElement, body } = document;
      const here = activeElement === null || activeElement === body ? (left ?? body) : activeElement;
      const at = regions.findIndex((region) => region.contains(here));
      // Between two regions, as on the line that resizes them, the next one is the one that follows.
      const follows = regions.findIndex(
        (region) => here.compareDocumentPosition(region) & Node.DOCUMENT_POSITION_FOLLOWING,
      );
      const next = at >= 0 ? at + direction : direction === 1 ? Math.max(0, follows) : follows - 1;
      enter(regions.at(next % regions.length));
    },
  };
}
