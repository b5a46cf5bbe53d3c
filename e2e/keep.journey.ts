import type { BrowserContext } from '@playwright/test';
import { expect, test } from './test.ts';
import { pasted, Workbench } from './workbench.ts';

const expression = 'context.capabilities.refund.count_successful < 2';

/** Another tab of the same browser. */
async function newTab(context: BrowserContext): Promise<Workbench> {
  return new Workbench(await context.newPage());
}

/** The values of all records of a kind, as the database has them. */
const recordsOf = (kind: string): Promise<readonly unknown[]> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('contextscope');
    opening.addEventListener('error', () => reject(new Error('the database does not open')));
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('records').objectStore('records').getAll();
      reading.addEventListener('success', () => {
        opening.result.close();
        const records = reading.result as readonly { readonly kind: string; readonly value: unknown }[];
        resolve(records.filter((record) => record.kind === kind).map(({ value }) => value));
      });
    });
  });

/** Goes to another page, as a person who closes the tab leaves this one. */
const leave = (): void => {
  setTimeout(() => {
    window.location.href = 'about:blank';
  });
};

/** Does something with the session that was pasted, by its menu. */
async function fromMenu(workbench: Workbench, action: string): Promise<void> {
  const opened = workbench.sessions.getByRole('list', { name: 'Opened' });
  await opened
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await workbench.page.getByRole('menuitem', { name: action }).click();
}

test('a kept session is open again in a new tab, with its rule, its turn and the policy', async ({
  page,
  workbench,
  context,
}) => {
  await workbench.open();
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.sessions).toContainText('refund-desk');
  await workbench.paste(pasted('refund-policy.yaml'));
  await workbench.policy.getByRole('row', { name: 'your own rule' }).click();
  await workbench.chooseHook('turn');
  await workbench.write(expression);
  await page.keyboard.press('Escape');
  await workbench.turns.focus();
  await Promise.all(['4', 'G'].map((key) => page.keyboard.press(key)));
  await expect.poll(() => workbench.cursor()).toBe(4);
  await fromMenu(workbench, 'Keep on this device');
  await expect(page.getByText(/is kept on this device, and open again after a reload/)).toBeVisible();
  await expect(workbench.sessions.getByText('kept on this device')).toBeAttached();
  await page.close();

  const again = await newTab(context);
  await again.open();
  await expect(again.sessions).toContainText('refund-desk');
  await expect.poll(() => again.turnCount()).toBe(10);
  await expect.poll(() => again.cursor()).toBe(4);
  await again.expectRule(expression);
  await again.expectHook('turn');
  await expect(again.policy.getByRole('row', { name: 'refund before 1' })).toBeVisible();
  await again.expectAccessible();

  // The settings list it. Removed from the device, it stays open until the tab is closed.
  await again.command('settings');
  const settings = again.page.getByRole('dialog', { name: 'Settings' });
  await expect(settings.getByRole('list', { name: 'Kept sessions' }).getByRole('listitem')).toHaveCount(1);
  await expect(settings.getByRole('status', { name: 'Kept on this device' })).toContainText(/1 session in .+\./);
  await again.expectAccessible();
  await settings.getByRole('button', { name: /^Remove .+ from this device$/ }).click();
  await expect(settings.getByText('No session is kept.')).toBeVisible();
  await settings.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => again.turnCount()).toBe(10);
  await again.page.reload();
  await again.ready();
  await expect(again.page.getByText(/was not kept on this device/)).toBeVisible();
  await again.expectRule(expression);
});

test('a session that was not kept is offered once before the tab closes', async ({ page, workbench }) => {
  await workbench.open();
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.sessions).toContainText('refund-desk');
  // The browser asks only where the user has done something.
  await workbench.turns.getByRole('row').nth(2).click();
  const asked = page.waitForEvent('dialog');
  await page.evaluate(leave);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await page.getByRole('button', { name: 'Keep it on this device' }).click();
  await expect(workbench.sessions.getByText('kept on this device')).toBeAttached();
  // It is kept now, and asks no more.
  await page.evaluate(leave);
  await page.waitForURL('about:blank');
});

test('two tabs never overwrite each other, and a link leaves the workspace as it is', async ({
  page,
  workbench,
  context,
}) => {
  await workbench.open();
  await workbench.write('context._history.turn_count < 3');
  const other = await newTab(context);
  await other.open();
  await other.write('context._history.turn_count < 7');
  const linked = await newTab(context);
  await linked.open('/#v=3&hook=turn&rule=context._history.turn_count%20%3C%205');
  await linked.expectRule('context._history.turn_count < 5');

  for (const one of [workbench, other, linked]) {
    await one.page.reload();
    await one.ready();
  }
  await workbench.expectRule('context._history.turn_count < 3');
  await other.expectRule('context._history.turn_count < 7');
  await linked.expectRule('context._history.turn_count < 5');

  // The workspace of the tab that is closed is free for the next one.
  await page.close();
  const next = await newTab(context);
  await next.open();
  await next.expectRule('context._history.turn_count < 3');
});

test('what a run has done is there again after a reload', async ({ page, workbench }) => {
  await workbench.open();
  await workbench.sessions.getByRole('button', { name: 'Start a run…' }).click();
  await page.getByRole('button', { name: 'Task Context: empty start' }).click();
  const call = page.getByRole('textbox', { name: 'Call' });
  await expect(page.getByRole('region', { name: 'Run' })).toBeVisible();
  await call.first().focus();
  await page.keyboard.type('task.llm(1, 2)');
  await page.keyboard.press('Enter');
  await expect.poll(() => workbench.turnCount()).toBe(1);
  await expect(workbench.sessions.getByText('kept on this device')).toBeAttached();
  // The run is stored a moment later.
  await expect.poll(() => page.evaluate(recordsOf, 'session')).toMatchObject([{ step: 1 }]);
  await page.reload();
  await expect.poll(() => workbench.turnCount()).toBe(1);
  await expect(page.getByRole('region', { name: 'Run' })).toContainText('task.llm');
});

test('a rule’s revisions are kept with what each did, and steps are undone and redone', async ({ page, workbench }) => {
  await workbench.open();
  await workbench.chooseHook('turn');
  for (const limit of [3, 7]) {
    await workbench.write(`context._history.turn_count < ${limit}`);
    await expect(workbench.verdicts).toContainText(/\d/);
    await expect
      .poll(async () => JSON.stringify(await page.evaluate(recordsOf, 'revisions')))
      .toContain(`context._history.turn_count < ${limit}`);
  }
  await page.reload();
  await workbench.ready();
  await workbench.rule.getByRole('button', { name: 'Revisions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revisions of the rule' });
  const revisions = dialog.getByRole('listitem');
  await expect(revisions.first()).toContainText('in the editor');
  await expect(revisions.first()).toContainText(/fires at \d+ of \d+, \d+ fewer/);
  await workbench.expectAccessible();
  await revisions
    .nth(1)
    .getByRole('button', { name: /^Restore/ })
    .click();
  await workbench.expectRule('context._history.turn_count < 3');

  await workbench.turns.focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await workbench.expectRule('context._history.turn_count < 7');
  await expect(page.getByText(/^Undone: restore the rule of/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await workbench.expectRule('context._history.turn_count < 3');

  // In the rule, the editor's own undo works.
  await workbench.write('context._history.turn_count < 9');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(() => workbench.ruleText()).not.toContain('< 9');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('undo');
  await expect(page.getByRole('option', { name: /^Undo restore the rule of/ })).toBeVisible();
});
