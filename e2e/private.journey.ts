import { test as bare } from '@playwright/test';
import { expect, test } from './test.ts';
import { pasted, Workbench } from './workbench.ts';

test.use({ isFirstVisit: true });

// The fixture of every journey watches the network; this one visits every part of the page.
test('no request leaves the machine', async ({ page, workbench, requests, baseURL }) => {
  await workbench.open();
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.sessions).toContainText('refund-desk');
  await workbench.write('context.capabilities.refund.count_successful < 2');
  await page.keyboard.press('Escape');
  for (const tab of ['Changes', 'Call', 'Raw', 'Tokens']) await workbench.tab(tab).click();

  expect(requests.length).toBeGreaterThan(0);
  const strangers = requests.filter((url) => !url.startsWith(`${baseURL}/`) && !/^(data|blob):/.test(url));
  expect(strangers).toEqual([]);
});

// The browser reports the blocked request as an error, which the other journeys do not allow.
bare('the page cannot reach another host even if it tries', async ({ page }) => {
  await new Workbench(page).open();
  const outcome = await page.evaluate(() =>
    fetch('https://example.org/').then(
      () => 'answered',
      () => 'refused',
    ),
  );
  expect(outcome).toBe('refused');
});
