import type { Page } from './bench.ts';

const stops = '[data-region], section[aria-label]';

/** Where the focus goes inside a region: its text box, its list, or the region itself. */
function enter(region: Element | undefined) {
  const inside = region?.querySelector<HTMLElement>(
    'textarea, [role="textbox"], [role="slider"][tabindex="0"], [role="grid"], [role="tree"], [role="tab"][aria-selected="true"]',
  );
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
    focusFilter: () => document.querySelector<HTMLElement>('[data-filter="turns"]')?.focus(),
    nextRegion(direction) {
      const regions = [...document.querySelectorAll(stops)];
      const at = regions.findIndex((region) => region.contains(document.activeElement));
      const next = at < 0 ? (direction === 1 ? 0 : regions.length - 1) : at + direction;
      enter(regions[(next + regions.length) % regions.length]);
    },
  };
}
