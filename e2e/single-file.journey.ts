import { pathToFileURL } from 'node:url';
import { test as bare } from '@playwright/test';
import { expect } from './test.ts';
import { pasted, Workbench } from './workbench.ts';

// Not the journeys' own test: a file asks for live sessions in vain, which the browser reports as an error.
bare(
  'a page saved as one file opens from the disk with its rule, policy and turn, and judges another rule',
  async ({ page }, info) => {
    const workbench = new Workbench(page);
    await workbench.open();
    await workbench.paste(pasted('task-context.py.txt'));
    await expect(workbench.sessions).toContainText('refund-desk');
    await workbench.paste(pasted('refund-policy.yaml'));
    await expect(page.getByText('Policy of refund-desk: 6 rules, 2 tests, no problems.')).toBeVisible();
    await workbench.write('size(input.message[0].text) < 20');
    await workbench.turns.focus();
    await page.keyboard.press('G');
    const turn = await workbench.cursor();
    await page.keyboard.press('S');
    const saved = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Save as HTML' }).click();
    const file = info.outputPath('session.html');
    await (await saved).saveAs(file);

    const requests: string[] = [];
    page.context().on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    await expect(workbench.sessions).toContainText('refund-desk');
    await expect.poll(() => workbench.cursor()).toBe(turn);
    await expect(workbench.rule).toContainText('size(input.message[0].text) < 20');
    await expect(workbench.policy).toContainText('refund before 1');
    await workbench.expectCount('fire', 2);
    await workbench.expression.fill('size(input.message[0].text) < 40');
    await workbench.expectCount('fire', 1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('w');
    await expect(page.getByRole('region', { name: 'Why' })).toBeVisible();
    expect(requests.filter((url) => !/^(?:file|data|blob):/.test(url))).toEqual([]);
  },
);
