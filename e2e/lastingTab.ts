import type { Browser, Page } from '@playwright/test';

/** How a journey wants its tab. */
interface Wanted {
  readonly baseURL: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark' | 'no-preference' | null;
  readonly permissions: readonly string[];
}

/**
 * A tab that the journeys of one Playwright worker use one after the other. Of each, the next one finds nothing but the
 * cached files and the compiled scripts of the page, which is then opened with half the work.
 */
export class LastingTab {
  readonly #browser: Browser;
  #page: Page | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** The tab at an address of the page's server that runs no script, with an empty storage. */
  async empty({ baseURL, viewport, colorScheme, permissions }: Wanted): Promise<Page> {
    const page = await this.#open();
    const context = page.context();
    await page.unrouteAll();
    // The process that shows the page stays alive only while the tab is at the same server.
    await page.goto(`${baseURL}/favicon.svg`);
    await page.evaluate(() => sessionStorage.clear());
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin: baseURL, storageTypes: 'all' });
    await devtools.detach();
    await context.clearPermissions();
    if (permissions.length > 0) await context.grantPermissions([...permissions]);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion: null, forcedColors: null, contrast: null });
    await page.setViewportSize(viewport);
    // Beside the window, so that nothing is below the pointer.
    await page.mouse.move(-1, -1);
    return page;
  }

  async #open(): Promise<Page> {
    const context =
      this.#page?.context() ?? (await this.#browser.newContext({ colorScheme: 'light', permissions: [] }));
    const [page = await context.newPage(), ...others] = context.pages();
    for (const other of others) await other.close();
    this.#page = page;
    return page;
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
  }
}
