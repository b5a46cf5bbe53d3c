import { resolve } from 'node:path';
import { type LaunchOptions, chromium } from '@playwright/test';
import { listen } from '../serve/listen.ts';
import { createPageServer } from '../serve/server.ts';
import { root } from '../setup/run.ts';
import { type Line, ms, quantile } from './measure.ts';

/** Each in a new browser, which has kept no file of the page. */
const visits = 5;

/** Milliseconds from the start of the navigation. */
interface FirstScreen {
  /** The first text or picture. */
  readonly contentful: number;
  /** The sample's draft ribbon, with the verdict at the cursor in words. */
  readonly ribbon: number;
}

/**
 * How soon the built page shows the ribbon of its first sample. In time that passes, and not in processor time, because the
 * files that the page waits for count, too: other programs must be at rest.
 */
export async function firstScreenLines(launch: LaunchOptions): Promise<readonly Line[]> {
  const server = createPageServer(resolve(root, 'dist'));
  const address = await listen(server, '127.0.0.1', 0);
  try {
    const screens: FirstScreen[] = [];
    for (let visit = 0; visit < visits; visit++) screens.push(await firstScreen(address, launch));
    const contentful = screens.map((screen) => screen.contentful);
    const ribbon = screens.map((screen) => screen.ribbon);
    return [lineOf('first content', contentful, 1_500), lineOf('ribbon with its verdicts', ribbon, 1_200)];
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function lineOf(what: string, times: readonly number[], most: number): Line {
  const took = quantile(times, 0.5);
  return {
    what: `from the navigation to the ${what}, median of ${times.length} new browsers (${ms(Math.min(...times))} to ${ms(Math.max(...times))})`,
    measured: ms(took),
    budget: `≤ ${most} ms`,
    kept: took <= most,
  };
}

async function firstScreen(address: string, launch: LaunchOptions): Promise<FirstScreen> {
  const browser = await chromium.launch(launch);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(noteRibbon);
    await page.goto(address, { waitUntil: 'commit' });
    const shown = await page.waitForFunction(() => {
      const { ribbonAt } = window as unknown as { readonly ribbonAt?: number }; // set by noteRibbon
      const contentful = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      return ribbonAt === undefined || contentful === undefined ? null : { contentful, ribbon: ribbonAt };
    });
    const screen = await shown.jsonValue();
    if (screen === null) throw new Error('waitForFunction returns a value that is true');
    return screen;
  } finally {
    await browser.close();
  }
}

/**
 * Runs in the page: notes the first frame in which the draft says its verdict at the cursor. The sample opens at the first turn
 * where its rule fires. Functions with names do not reach the page: the compiler adds a call to each.
 */
function noteRibbon(): void {
  new MutationObserver((_, observer) => {
    const ribbon = document.querySelector('section[aria-label="Timeline"] [role="slider"][aria-valuetext*="fires"]');
    if (ribbon === null) return;
    observer.disconnect();
    requestAnimationFrame(() => Object.assign(window, { ribbonAt: performance.now() }));
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['aria-valuetext'] });
}
