/**
 * Shows the first screen as it was drawn when the page was built (prerender.tsx), until the page draws itself, and
 * starts the page. In the page's file, because the browser must run it before it shows anything.
 */
import { isFirstVisit } from '../state/preferences.ts';
import { storageOf } from '../state/storage.ts';
import { applyTheme } from './theme.ts';

/** Narrower, the regions are tabs (useNarrow.ts). */
const drawnFor = '(min-width: 900px)';

/** A window that is covered may have no frames: the page starts all the same. */
const longestWaitMs = 1000;

const { hash, search } = window.location;
// Everything else may show another session, or the same one in another state.
const isSample = hash === '' && search === '' && window.parent === window && isFirstVisit(storageOf(window));
const templateOf = (part: string) =>
  document.querySelector<HTMLTemplateElement>(`template[data-part="${part}"]`)?.content;

const root = document.querySelector('#root');

// What is drawn would otherwise look as if it were about to answer. The page reports what else does not load.
window.addEventListener(
  'error',
  ({ target }) => {
    // Nothing, or what was drawn before.
    const isWaiting = root?.firstElementChild?.hasAttribute('data-prerendered') !== false;
    if (target instanceof HTMLScriptElement && root !== null && isWaiting)
      root.textContent = 'The scripts of this page could not be loaded. Reload the page.';
  },
  { capture: true },
);

/** Once: after that, the template is empty. */
const start = () => document.head.append(templateOf('scripts') ?? '');

if (isSample && !document.hidden && window.matchMedia(drawnFor).matches) {
  applyTheme('auto', window);
  root?.append(templateOf('first-screen') ?? '');
  // Loading the page's scripts keeps the processor from drawing what is there.
  requestAnimationFrame(() => setTimeout(start));
  setTimeout(start, longestWaitMs);
} else {
  start();
}
