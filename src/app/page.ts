import type { Page } from './bench.ts';

const stops = '[data-region], section[aria-label]';

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

/** No key is lost on a panel whose script is still loading: it has the focus once it is there, if that is still wanted. */
function enterOnceLoaded(document: Document, find: () => Element | null) {
  const region = find();
  enter(region);
  if (region?.querySelector('[role="progressbar"]') == null || placeIn(region) !== undefined) return;
  const gone = new AbortController();
  const watcher = new MutationObserver(() => {
    const now = find();
    if (now?.querySelector('[role="progressbar"]') != null && placeIn(now) === undefined) return;
    gone.abort();
    enter(now);
  });
  gone.signal.addEventListener('abort', () => watcher.disconnect());
  watcher.observe(document.body, { childList: true, subtree: true });
  for (const other of ['focusin', 'keydown', 'pointerdown']) {
    document.addEventListener(other, () => gone.abort(), { signal: gone.signal, once: true });
  }
}

/** The page, by its landmarks: no panel has to hand out references to its parts. */
export function pageOf(document: Document): Page {
  const named = (name: string) => document.querySelector(`section[aria-label="${name}"], [data-region="${name}"]`);
  return {
    pickFile: () => document.querySelector<HTMLElement>('[data-picker="session"]')?.click(),
    readClipboard: () => navigator.clipboard.readText(),
    focusRegion: (name) => enterOnceLoaded(document, () => named(name)),
    press(button) {
      const found = document.querySelector<HTMLElement>(`[data-press="${button}"]`);
      found?.click();
      return found !== null;
    },
    focusFilter: () => document.querySelector<HTMLElement>('[data-filter="turns"]')?.focus(),
    nextRegion(direction) {
      const regions = [...document.querySelectorAll(stops)];
      const at = regions.findIndex((region) => region.contains(document.activeElement));
      const next = at < 0 ? (direction === 1 ? 0 : regions.length - 1) : at + direction;
      enter(regions[(next + regions.length) % regions.length]);
    },
  };
}
