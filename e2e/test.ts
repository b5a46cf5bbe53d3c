import { test as base, expect } from '@playwright/test';
import { Workbench } from './workbench.ts';

/**
 * Every journey has a workbench and checks two promises: no request leaves the machine, and the page reports no error.
 */
export const test = base.extend<{ workbench: Workbench; requests: readonly string[] }>({
  requests: [
    async ({ page, baseURL }, provide) => {
      const requests: string[] = [];
      const faults: string[] = [];
      page.context().on('request', (request) => requests.push(request.url()));
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      await provide(requests);
      const home = `${baseURL}/`;
      expect(requests.filter((url) => !url.startsWith(home) && !/^(data|blob|about):/.test(url))).toEqual([]);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  workbench: async ({ page }, provide) => {
    await provide(new Workbench(page));
  },
});

export { expect };
