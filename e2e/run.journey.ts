import { expect, test } from './test.ts';

test('a run typed by hand is judged turn by turn', async ({ page, workbench }) => {
  await workbench.open();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('Start a run');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Start a run' })).toBeVisible();
  await workbench.expectAccessible();
  await page.getByRole('button', { name: 'Task Context: empty start' }).click();

  const run = page.getByRole('region', { name: 'Run', exact: true });
  const call = run.getByRole('combobox', { name: 'Call' });
  const type = async (line: string, steps: number) => {
    await call.fill(line);
    await call.press('Enter');
    await expect(run).toContainText(`${steps} of ${steps} step`);
  };
  await expect(call).toBeVisible();
  await type('task.input([{"mimeType": "text/plain", "text": "Refund both orders"}])', 1);
  await type('task.invoke("refund", {"amount": 40}, "ok")', 2);
  await workbench.chooseHook('middleware.before');
  await workbench.write('input.amount <= 1000');
  await workbench.expectCount('pass', 1);
  await type('task.invoke("refund", {"amount": 2400}, "ok")', 3);
  await workbench.expectCount('fire', 1);
  expect(await workbench.cursor()).toBe(2);

  await run.getByRole('button', { name: 'Step back' }).click();
  await workbench.expectCount('fire', 0);
  await run.getByRole('button', { name: 'Step forward' }).click();
  await workbench.expectCount('fire', 1);

  await run.getByRole('button', { name: 'Edit call' }).click();
  const edit = run.getByRole('combobox', { name: 'Edit step 3' });
  await edit.fill('task.invoke("refund", {"amount": 24}, "ok")');
  await edit.press('Enter');
  await workbench.expectCount('fire', 0);
  await workbench.expectCount('pass', 2);

  await call.fill('task.llm(prompt="x")');
  await call.press('Enter');
  await expect(run.getByRole('alert').locator('mark')).toHaveText('"x"');
  await workbench.expectAccessible();

  const saved = page.waitForEvent('download');
  await run.getByRole('button', { name: 'Save script' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.run\.json$/);
});

test.describe('in dark', () => {
  test.use({ colorScheme: 'dark' });

  test('nobody is kept out of a run that a script began (dark)', async ({ page, workbench }) => {
    await workbench.open();
    await workbench.sessions.getByRole('button', { name: 'Start a run…' }).click();
    await page.getByRole('button', { name: 'Voice CallContext: Two meals and a handoff' }).click();
    const run = page.getByRole('region', { name: 'Run', exact: true });
    await expect(run.getByRole('list', { name: 'Steps' }).getByRole('button')).toHaveCount(15);
    await run.getByRole('combobox', { name: 'Call' }).fill('call.');
    await expect(run.getByRole('option').first()).toBeVisible();
    await workbench.expectAccessible();
  });
});
