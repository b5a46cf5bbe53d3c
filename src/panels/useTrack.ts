import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Width in CSS pixels of an element without padding or border: known before the first drawing; 0 where nothing is laid out. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    // Without layout, as in tests, there is nothing to observe and nothing to paint.
    if (current === null || typeof ResizeObserver === 'undefined') return undefined;
    // Only what is laid out can be measured, and the observer answers after the next drawing, which would lack the ribbons.
    // oxlint-disable-next-line react/set-state-in-effect
    setWidth(current.getBoundingClientRect().width);
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** The page's theme, read from its root element. Code that paints on a canvas paints again when it changes. */
export const useTheme = (): string => useSyncExternalStore(watchTheme, themeOfPage, () => '');

const themeOfPage = () => document.documentElement.dataset['theme'] ?? '';

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Device pixels in a CSS pixel; changes when the window moves to another screen or the page is zoomed. */
export const useScale = (): number => useSyncExternalStore(watchScale, scaleOfPage, () => 1);

const scaleOfPage = () => globalThis.devicePixelRatio;

function watchScale(changed: () => void): () => void {
  globalThis.addEventListener('resize', changed);
  return () => globalThis.removeEventListener('resize', changed);
}

/** How often fonts have loaded. Code that writes on a canvas paints again when it changes. */
export const useLoadedFonts = (): number => useSyncExternalStore(watchFonts, loadedFonts, () => 0);

// Tests have no fonts.
const fontsOfPage = (): FontFaceSet | undefined => (document as { readonly fonts?: FontFaceSet }).fonts;

const loadedFonts = () => loads;
let loads = 0;

function watchFonts(changed: () => void): () => void {
  const onLoad = () => {
    loads += 1;
    changed();
  };
  fontsOfPage()?.addEventListener('loadingdone', onLoad);
  return () => fontsOfPage()?.removeEventListener('loadingdone', onLoad);
}
