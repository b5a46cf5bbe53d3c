import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** How much of the page may move, as browsers measure it: the share of the window times the share of the distance. */
const most = 0.01;

/** Adds up all shifts, also those that follow a key at once. */
function addUpShifts(): void {
  Object.assign(window, { shifted: 0 });
  new PerformanceObserver((list) => {
    // Set above. The type of the entries is not in TypeScript's library.
    const page = window as unknown as { shifted: number };
    for (const entry of list.getEntries()) page.shifted += (entry as unknown as { readonly value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const shifted = (page: Page) => page.evaluate(() => (window as unknown as { readonly shifted: number }).shifted);

test('nothing moves while the page opens, nor when the cursor moves', async ({ page, workbench }) => {
  await page.addInitScript(addUpShifts);
  await workbench.open();
  await expect(workbench.why).toContainText(/fires/i);
  await workbench.turns.focus();
  for (const turn of [9, 10, 11, 12]) {
    await page.keyboard.press('j');
    await expect.poll(() => workbench.cursor()).toBe(turn);
  }
  for (const turn of [11, 10, 9, 8]) {
    await page.keyboard.press('k');
    await expect.poll(() => workbench.cursor()).toBe(turn);
  }
  await expect(workbench.why).toContainText(/fires/i);
  expect(await shifted(page)).toBeLessThan(most);
});

test('the timeline and the transcript stay where they are while a rule is typed, valid or not', async ({
  workbench,
}) => {
  await workbench.open();
  // The first edit makes room for the baseline.
  await workbench.write('input.amount <= 10');
  await expect(workbench.ribbon('baseline')).toBeVisible();
  const places = () => Promise.all([workbench.timeline, workbench.turns].map((part) => part.boundingBox()));
  const before = await places();
  for (const letter of '00 && input.recipient.size(') {
    await workbench.page.keyboard.type(letter);
    await expect(workbench.verdicts).toHaveAttribute('aria-busy', 'false');
    expect(await places()).toEqual(before);
  }
  await expect(workbench.problems).toContainText(/\w/);
});
