import { test as base, expect, type ConsoleMessage, type Request } from '@playwright/test';
import { LastingTab } from './lastingTab.ts';
import { Workbench } from './workbench.ts';

interface Journey {
  /** Starts in a browser that has never seen the page: without its files in the cache, with listeners of its own. */
  readonly isFirstVisit: boolean;
  readonly workbench: Workbench;
  readonly requests: readonly string[];
  readonly programs: Set<string>;
}

/**
 * Every journey has a workbench and checks two promises: no request leaves the machine, and the page reports no error.
 * Most start where the one before left its tab, with nothing of it left but the cached files, because opening the page in
 * a new browser takes as much work as a whole short journey.
 */
export const test = base.extend<Journey, { tab: LastingTab }>({
  isFirstVisit: [false, { option: true }],
  tab: [
    async ({ browser }, provide) => {
      const tab = new LastingTab(browser);
      await provide(tab);
      await tab.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, isFirstVisit, tab, baseURL, viewport, colorScheme, permissions }, provide) => {
    if (baseURL === undefined || viewport == null) throw new Error('the configuration names no server or no size');
    if (!isFirstVisit) {
      await provide(
        await tab.empty({ baseURL, viewport, colorScheme: colorScheme ?? null, permissions: permissions ?? [] }),
      );
      return;
    }
    // Playwright opens it as the journey's options say.
    const context = await browser.newContext();
    await provide(await context.newPage());
    await context.close();
  },
  context: async ({ page }, provide) => {
    await provide(page.context());
  },
  /** Addresses of programs on this machine to which a journey connects. A browser reports an error when one refuses it. */
  // Playwright reads what a fixture needs from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  programs: async ({}, provide) => {
    await provide(new Set());
  },
  requests: [
    async ({ context, page, baseURL, programs }, provide) => {
      const requests: string[] = [];
      const faults: string[] = [];
      const isOfProgram = (url: string) => [...programs].some((address) => url.startsWith(`${address}/`));
      const onRequest = (request: Request) => requests.push(request.url());
      const onError = (error: Error) => faults.push(String(error));
      const home = `${baseURL}/`;
      const onMessage = (message: ConsoleMessage) => {
        const { url } = message.location();
        // The tab first shows a picture, for which the browser looks for an icon. The page names its own.
        if (message.type() === 'error' && !isOfProgram(url) && url !== `${home}favicon.ico`)
          faults.push(message.text());
      };
      context.on('request', onRequest);
      page.on('pageerror', onError).on('console', onMessage);
      await provide(requests);
      context.off('request', onRequest);
      page.off('pageerror', onError).off('console', onMessage);
      const isOwn = (url: string) => url.startsWith(home) || /^(data|blob|about):/.test(url);
      expect(requests.filter((url) => !isOwn(url) && !isOfProgram(url))).toEqual([]);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  workbench: async ({ page }, provide) => {
    await provide(new Workbench(page));
  },
});

export { expect };
