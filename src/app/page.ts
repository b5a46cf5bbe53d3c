import type { Page } from './bench.ts';

const stops = '[data-region], section[aria-label]';

/** The part of a region that one types in, walks through or chooses from; failing that, the first that takes focus. */
const places = [
  '[data-place="entry"]',
  'textarea, [role="textbox"]',
  '[role="slider"], [role="grid"], [role="tree"], [role="tab"][aria-selected="true"], [aria-current="true"]',
  'a[href], button:not(:disabled), input, select, [tabindex="0"]',
];

function enter(region: Element | undefined) {
  const inside = places.map((place) => region?.querySelector<HTMLElement>(place)).find(Boolean);
  const to = inside ?? region;
  if (to instanceof HTMLElement) to.focus();
}

/** The page, by its landmarks: no panel has to hand out references to its parts. */
export function pageOf(document: Document): Page {
  const named = (name: string) => document.querySelector(`section[aria-label="${name}"], [data-region="${name}"]`);
  return {
    pickFile: () => document.querySelector<HTMLElement>('[data-picker="session"]')?.click(),
    readClipboard: () => navigator.clipboard.readText(),
    focusRegion: (name) => enter(named(name) ?? undefined),
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
