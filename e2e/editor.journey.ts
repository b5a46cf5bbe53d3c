import type { Locator } from '@playwright/test';
import { expect, test } from './test.ts';

test.describe('in a browser that has never seen the page', () => {
  test.use({ isFirstVisit: true });

  test('text typed before the code editor has loaded is kept, with the caret', async ({ page, workbench }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/monacoMount.*\.js/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/');
    await expect(workbench.verdicts).toContainText(/\d/);
    await workbench.expression.fill('tru');
    await workbench.expression.press('ArrowLeft');

    release();
    await expect(workbench.rule.locator('.view-line').first()).toBeVisible();
    await expect(workbench.expression).toBeFocused();
    await page.keyboard.type('!');
    await workbench.expectRule('tr!u');
  });
});

test('the rule editor can be left by Tab, filled at once, typed over, and marks the part that a reason is about', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await test.step('a click on a part of the reasons marks it in the rule', async () => {
    await workbench.why.getByRole('list', { name: 'Shortest proof' }).getByRole('button').first().click();
    await expect(workbench.rule.locator('.code-highlight').first()).toBeVisible();
  });

  await test.step('Tab leaves the rule editor and changes nothing', async () => {
    const before = await workbench.ruleText();
    await workbench.expression.focus();
    await page.keyboard.press('Tab');
    await expect(workbench.expression).not.toBeFocused();
    await workbench.expectRule(before);
  });

  await test.step('a whole rule can be entered at once, as dictation software and scripts do', async () => {
    await workbench.expression.fill('false');
    await workbench.expectRule('false');
    await workbench.expression.fill('true');
    await workbench.expectCount('fire', 0);
  });

  await test.step('typing over a selected rule replaces it, also with a bracket or quote', async () => {
    for (const rule of ['[1].all(a, a > 0)', '(1 + 2) == 3', '{"a": 1}.a == 1', '"a" == "a"']) {
      await workbench.expression.focus();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(rule);
      await workbench.expectRule(rule);
    }
  });
});

test('the rule editor formats and renames, rewrites another notation, suggests rules, and shows the parameters of a call', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await test.step('a rule is formatted, and a name that it binds is renamed everywhere', async () => {
    await workbench.write('[1,2].exists(x,x>1)&&true // why');
    await page.keyboard.press('Shift+Alt+F');
    await workbench.expectRule('[1, 2].exists(x, x > 1) && true // why');
    await page.keyboard.press('ControlOrMeta+Home');
    for (let step = 0; step < '[1, 2].exists('.length; step++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('F2');
    await expect(workbench.rule.getByRole('textbox', { name: /Rename input/ })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('item');
    await page.keyboard.press('Enter');
    await workbench.expectRule('[1, 2].exists(item, item > 1) && true // why');
  });

  await test.step('a quick fix rewrites the notation of another language', async () => {
    await workbench.write('"a" not in ["a", "b"]');
    await expect(workbench.rule.getByText('CEL has no not in')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Home');
    for (let step = 0; step < '"a" no'.length; step++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ControlOrMeta+.');
    // Once in the button below the editor and once in the menu.
    await expect(page.getByText('Write !("a" in ["a", "b"])', { exact: true })).toHaveCount(2);
    await page.keyboard.press('Enter');
    await workbench.expectRule('!("a" in ["a", "b"])');
  });

  await test.step('an empty editor suggests whole rules with places to fill in', async () => {
    await workbench.write('x');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: /turn limit/ }).click();
    await workbench.expectRule('context._history.turn_count < 40');
    await page.keyboard.type('7');
    await workbench.expectRule('context._history.turn_count < 7');
  });

  await test.step('a call shows its parameters while it is typed', async () => {
    await workbench.write('input.recipient.matches');
    await page.keyboard.type('(');
    await expect(workbench.rule.getByText('An RE2 pattern, such as')).toBeVisible();
  });
});

test('values at the cursor are shown in the rule until they are hidden, and the coverage of each clause beside its row', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await test.step('values at the cursor are shown in the rule until they are hidden', async () => {
    const values = workbench.rule.locator('.code-inlay');
    await expect(values.first()).toBeVisible();
    await workbench.turns.focus();
    await page.keyboard.press('v');
    await expect(values).toHaveCount(0);
    await page.reload();
    await workbench.open();
    await expect(values).toHaveCount(0);
    await workbench.turns.focus();
    await page.keyboard.press('v');
    await expect(values.first()).toBeVisible();
  });

  await test.step('the coverage of each clause is shown beside its row, and the clause is marked in the text', async () => {
    await workbench.write('input.amount <= 1000.0 ||\ninput.recipient == "nobody"');
    await workbench.turns.focus();
    await page.keyboard.press('C');
    const counts = workbench.rule.getByRole('list', { name: 'Coverage beside the rule' }).getByRole('button');
    await expect(counts.nth(1)).toHaveAccessibleName(/^input\.recipient == "nobody": \d+ true/);
    const top = async (part: Locator) => (await part.boundingBox())?.y;
    for (const row of [0, 1]) {
      const line = workbench.rule.locator('.view-line').nth(row);
      await expect.poll(async () => (await top(counts.nth(row))) === (await top(line))).toBe(true);
    }
    await counts.nth(1).focus();
    await expect(workbench.rule.getByRole('group', { name: 'Clauses of this row' })).toBeVisible();
    await expect(workbench.rule.locator('.code-highlight').first()).toBeVisible();
    await workbench.expectAccessible();
  });
});
