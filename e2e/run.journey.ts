import type { Locator, Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { pasted } from './workbench.ts';

const regionOf = (page: Page): Locator => page.getByRole('region', { name: 'Run', exact: true });

async function begin(page: Page, button: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('Start a run');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Start a run' })).toBeVisible();
  await page.getByRole('button', { name: button }).click();
  // A run that was there before stays visible until the dialog closes.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  await expect(regionOf(page)).toBeVisible();
}

/** Types lines and waits until they have added that many steps. */
async function type(page: Page, lines: readonly string[]): Promise<void> {
  const run = regionOf(page);
  const call = run.getByRole('textbox', { name: 'Call', exact: true });
  for (const line of lines) {
    const before = Number(/^(\d+) of/.exec((await run.getByRole('toolbar').textContent()) ?? '')?.[1]);
    await call.fill(line);
    await call.press('Enter');
    await expect(run.getByRole('toolbar')).toContainText(`${before + 1} of ${before + 1} step`);
  }
}

test('a call that is typed by hand or filled in as a form is judged turn by turn', async ({ page, workbench }) => {
  await workbench.open();
  await test.step('a run typed by hand is judged turn by turn', async () => {
    await begin(page, 'Task Context: empty start');
    const run = regionOf(page);
    const call = run.getByRole('textbox', { name: 'Call', exact: true });
    await type(page, [
      'task.input([{"mimeType": "text/plain", "text": "Refund both orders"}])',
      'task.invoke("refund", {"amount": 40}, "ok")',
    ]);
    await workbench.chooseHook('middleware.before');
    await workbench.write('input.amount <= 1000');
    await workbench.expectCount('pass', 1);
    await type(page, ['task.invoke("refund", {"amount": 2400}, "ok")']);
    await workbench.expectCount('fire', 1);
    expect(await workbench.cursor()).toBe(2);

    await run.getByRole('button', { name: 'Step back' }).click();
    await workbench.expectCount('fire', 0);
    await run.getByRole('button', { name: 'Step forward' }).click();
    await workbench.expectCount('fire', 1);

    await run.getByRole('button', { name: 'Edit call' }).click();
    const edit = run.getByRole('textbox', { name: 'Edit step 3' });
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
    expect((await saved).suggestedFilename()).toMatch(/^Task-Context-by-hand\.run\.json$/);
  });

  await test.step('a call filled in as a form equals the typed call', async () => {
    await begin(page, 'Voice CallContext: empty start');
    const run = regionOf(page);
    await run.getByRole('textbox', { name: 'Call', exact: true }).fill('note = call.');
    await run.getByRole('button', { name: 'Form' }).click();
    const form = run.getByRole('form', { name: 'Call' });
    await expect(form.getByRole('textbox', { name: 'name for the result' })).toHaveValue('note');

    await form.getByRole('combobox', { name: 'Operation' }).fill('appends');
    await form.getByRole('option', { name: /^set / }).click();
    await form.getByRole('button', { name: 'Perform' }).click();
    const path = form.getByRole('textbox', { name: 'path', exact: false }).first();
    await expect(path).toBeFocused();
    await expect(form).toContainText('“path” is needed.');
    await workbench.expectAccessible();

    await path.fill('workflow.said "so"');
    await form.getByRole('textbox', { name: 'value', exact: false }).fill("{'a': [1, None");
    await expect(form).toContainText('not closed');
    await form.getByRole('textbox', { name: 'value', exact: false }).fill("{'a': [1, None]}");
    await expect(form.getByLabel('The call')).toHaveText(
      `note = ctx.set(path="workflow.said \\"so\\"", value={'a': [1, None]})`,
    );
    await form.getByRole('button', { name: 'Line' }).click();
    await expect(run.getByRole('textbox', { name: 'Call', exact: true })).toHaveValue(
      /^note = ctx\.set\(path="workflow/,
    );
    await run.getByRole('button', { name: 'Form' }).click();
    await expect(path).toHaveValue('workflow.said "so"');
    await path.fill('workflow.said');
    await path.press('Control+Enter');
    await expect(run.getByRole('toolbar')).toContainText('1 of 1 step');
    await expect(run.getByRole('grid', { name: 'Steps' })).toContainText('note = ctx.set(path="workflow.said"');
  });
});

test('an example from the documentation runs unchanged, pasted or typed, and a waiting step is answered there', async ({
  page,
  workbench,
  context,
}) => {
  await workbench.open();
  await test.step('an example from the documentation runs unchanged, pasted or typed', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await begin(page, 'Noetic Context: empty start');
    const run = regionOf(page);
    const call = run.getByRole('textbox', { name: 'Call', exact: true });
    const steps = run.getByRole('grid', { name: 'Steps' });
    const paste = async (text: string) => {
      await call.click();
      await page.evaluate((written) => navigator.clipboard.writeText(written), text);
      await page.keyboard.press('ControlOrMeta+V');
      await page.keyboard.press('Enter');
    };
    await paste(`import { channel } from '@noetic/core';
const approvals = channel('approvals', {
  mode: 'queue',
});
declare const ctx: Context;
ctx.send(approvals, true);
const approved = await ctx.recv(approvals, { timeout: 5_000 });
const maybe = ctx.tryRecv(approvals);`);
    await expect(run.getByRole('toolbar')).toContainText('4 of 4 steps');
    await expect(steps).toContainText('approved = ctx.recv(channel=approvals, timeout=5000)');
    await expect(call).toHaveValue('');

    await paste('for (const item of ctx.items) {\n  console.log(item);\n}');
    await expect(run.getByRole('alert')).toContainText(
      'A playground runs no loops: “for (const item of ctx.items) {”.',
    );
    await workbench.expectAccessible();

    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('if (approved) {');
    await page.keyboard.press('Enter');
    await expect(call).toHaveValue('if (approved) {\n');
    await page.keyboard.type('ctx.complete(`it is ${approved}`);');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('}');
    await page.keyboard.press('Enter');
    await expect(steps).toContainText('ctx.complete(value="it is true")');
  });

  await test.step('a waiting step is reported and can be answered there', async () => {
    await begin(page, 'Noetic Context: empty start');
    const run = regionOf(page);
    await type(page, ['ctx.channel("orders", "queue")', 'ctx.recv("orders")']);
    const waiting = run.getByRole('list', { name: 'Waiting' });
    await expect(waiting).toContainText('Step 2 waits: recv');
    await workbench.expectAccessible();
    await waiting.getByRole('button', { name: 'Answer step 2 with send' }).click();
    const form = run.getByRole('form', { name: 'Call' });
    await expect(form.getByRole('textbox', { name: /^channel/ })).toHaveValue('orders');
    await expect(form.getByRole('textbox', { name: /^value/ })).toBeFocused();
    await page.keyboard.type('{"id": 7}');
    await page.keyboard.press('Control+Enter');
    await expect(waiting).toHaveCount(0);
    await expect(run.getByRole('grid', { name: 'Steps' })).toContainText('resolved {"id": 7}');
  });
});

test('a run is started from the cursor, from a snapshot or by a script; an invalid start is reported, and its text stays', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await test.step('a recording is continued from the cursor, under a title that can be changed', async () => {
    await begin(page, 'Start a run from here');
    const run = regionOf(page);
    await expect(page.getByRole('banner')).toContainText(/, from turn \d+/);
    await page.keyboard.press('c');
    await expect(run.getByRole('textbox', { name: 'Call', exact: true })).toBeFocused();
    await type(page, ['task.llm(text="Going on.")']);
    await run.getByRole('textbox', { name: 'Call', exact: true }).blur();
    await page.keyboard.press('<');
    await expect(run.getByRole('toolbar')).toContainText('0 of 1 step');
    await page.keyboard.press('.');
    await expect(run.getByRole('toolbar')).toContainText('1 of 1 step');

    await run.getByRole('button', { name: /^Rename the run/ }).click();
    await run.getByRole('textbox', { name: 'Title of the run' }).fill('What if');
    await page.keyboard.press('Enter');
    await expect(workbench.sessions.getByRole('list', { name: 'Opened' })).toContainText('What if');
    await run.getByRole('button', { name: 'Branch here' }).click();
    await expect(run.getByRole('button', { name: 'Rename the run What if, from step 1' })).toBeVisible();
  });

  await test.step('a snapshot and a script start a run; an invalid start is reported, and its text stays', async () => {
    const dialog = page.getByRole('dialog', { name: 'Start a run' });
    const start = dialog.getByRole('button', { name: 'Start', exact: true });
    await workbench.sessions.getByRole('button', { name: 'Start a run…' }).click();
    await dialog.getByRole('tab', { name: 'From a snapshot' }).click();
    const snapshot = dialog.getByRole('textbox', { name: 'Snapshot' });
    await snapshot.fill('{"colour": "green"}');
    await start.click();
    await expect(dialog.getByRole('alert')).toContainText('Choose the system');
    await expect(snapshot).toHaveValue('{"colour": "green"}');
    await workbench.expectAccessible();
    await snapshot.fill(pasted('task-context.py.txt'));
    await start.click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('banner')).toContainText('From a snapshot');
    await expect(regionOf(page).getByRole('toolbar')).toContainText('0 of 0 steps');

    await workbench.sessions.getByRole('button', { name: 'Start a run…' }).click();
    await dialog.getByRole('tab', { name: 'From a script' }).click();
    await dialog
      .getByRole('textbox', { name: 'Script' })
      .fill('{"title": "Two calls", "system": "task", "do": [{"op": "llm"}, {"op": "close"}]}');
    await start.click();
    await expect(page.getByRole('banner')).toContainText('Two calls');
    await expect(regionOf(page).getByRole('toolbar')).toContainText('2 of 2 steps');
  });
});

test.describe('in dark', () => {
  test.use({ colorScheme: 'dark' });

  test('a run started by a script is accessible (dark)', async ({ page, workbench }) => {
    await workbench.open();
    await workbench.sessions.getByRole('button', { name: 'Start a run…' }).click();
    await page.getByRole('tab', { name: 'With arguments' }).click();
    await workbench.expectAccessible();
    await page.getByRole('tab', { name: 'Examples' }).click();
    await page.getByRole('button', { name: 'Voice CallContext: Two meals and a handoff' }).click();
    const run = regionOf(page);
    await expect(run.getByRole('grid', { name: 'Steps' }).getByRole('row').last()).toContainText('14');
    await run.getByRole('textbox', { name: 'Call', exact: true }).fill('call.');
    await expect(run.getByRole('option').first()).toBeVisible();
    await workbench.expectAccessible();
    await run.getByRole('button', { name: 'Form' }).click();
    await run.getByRole('combobox', { name: 'Operation' }).fill('call_t');
    await workbench.expectAccessible();
    await page.keyboard.press('Enter');
    await expect(run.getByRole('textbox', { name: /^params/ })).toBeVisible();
    await workbench.expectAccessible();
  });
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 420, height: 900 } });

  test('a run is a tab, and typed text survives a change of tabs', async ({ page, workbench }) => {
    await page.goto('/');
    await expect(workbench.ribbon()).toBeVisible();
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await workbench.sessions.getByRole('button', { name: 'Start a run…' }).click();
    await page.getByRole('button', { name: 'Task Context: empty start' }).click();
    await page.getByRole('tab', { name: 'Run' }).click();
    const call = regionOf(page).getByRole('textbox', { name: 'Call', exact: true });
    await call.fill('task.llm(');
    await workbench.expectAccessible();
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByRole('tab', { name: 'Run' }).click();
    await expect(call).toHaveValue('task.llm(');
    await regionOf(page).getByRole('button', { name: 'Form' }).click();
    await expect(regionOf(page).getByRole('form', { name: 'Call' })).toBeVisible();
    await workbench.expectAccessible();
  });
});
