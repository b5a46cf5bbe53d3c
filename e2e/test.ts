import { test as base, expect } from '@playwright/test';
import { Workbench } from './workbench.ts';

/**
 * Every journey has a workbench and checks two promises: no request leaves the machine, and the page reports no error.
 */
export const test = base.extend<{ workbench: Workbench; requests: readonly string[]; programs: Set<string> }>({
  /** Addresses of programs on this machine to which a journey connects. A browser reports an error when one refuses it. */
  // Playwright reads what a fixture needs from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  programs: async ({}, provide) => {
    await provide(new Set());
  },
  requests: [
    async ({ page, baseURL, programs }, provide) => {
      const requests: string[] = [];
      const faults: string[] = [];
      page.context().on('request', (request) => requests.push(request.url()));
      page.on('pageerror', (error) => faults.push(String(error)));
      const isOfProgram = (url: string) => [...programs].some((address) => url.startsWith(`${address}/`));
      page.on('console', (message) => {
        if (message.type() === 'error' && !isOfProgram(message.location().url)) faults.push(message.text());
      });
      await provide(requests);
      const home = `${baseURL}/`;
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
