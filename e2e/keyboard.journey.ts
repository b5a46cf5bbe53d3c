import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

test('the keyboard alone moves the cursor, answers why a rule fired, and edits the rule without its keys', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await test.step('the keyboard alone answers why a rule fired', async () => {
    await workbench.tabTo(workbench.ribbon());

    // To the first turn, then to the next one where the rule fires.
    await page.keyboard.press('Home');
    await expect.poll(() => workbench.cursor()).toBe(0);
    await page.keyboard.press('n');
    await expect.poll(() => workbench.spokenVerdict()).toMatch(/fires/);

    await page.keyboard.press('w');
    await expect(workbench.why.locator(':focus')).toBeVisible();
    await expect(workbench.why).toContainText(/false/);
  });

  await test.step('arrows and j k move the same cursor everywhere', async () => {
    await workbench.ribbon().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => workbench.cursor()).toBe(1);

    await page.keyboard.press('j');
    await expect.poll(() => workbench.cursor()).toBe(2);
    await page.keyboard.press('k');
    await expect.poll(() => workbench.cursor()).toBe(1);
    await expect(workbench.turns.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', /^\d+$/);
  });

  await test.step('the keys are off while the rule is edited', async () => {
    const before = await workbench.cursor();
    await workbench.write('true');
    await workbench.expression.focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' || jk');

    await workbench.expectRule('true || jk');
    expect(await workbench.cursor()).toBe(before);
  });

  await test.step('Escape closes the suggestions of the rule editor, then goes from the rule to the turns', async () => {
    await workbench.write('context.');
    await page.keyboard.press('ControlOrMeta+Space');
    const suggestions = page.getByRole('listbox', { name: 'Suggest' });
    await expect(suggestions).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(suggestions).toBeHidden();
    await expect(workbench.expression).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(workbench.turns).toBeFocused();
    await page.keyboard.press('G');
    await expect.poll(() => workbench.cursor()).toBe((await workbench.turnCount()) - 1);
  });
});

test('wherever the cursor jumps in a long session, its row is visible', async ({ page, workbench }) => {
  await workbench.open();
  const messages = Array.from({ length: 3000 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `words of turn ${index}`,
  }));
  await workbench.paste(JSON.stringify(messages));
  await expect.poll(() => workbench.turnCount()).toBe(3000);
  const row = workbench.turns.getByRole('row', { selected: true });
  await workbench.turns.focus();
  for (const [keys, turn] of [
    ['End', 2999],
    ['k', 2998],
    ['Home', 0],
    ['j', 1],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(row).toHaveText(new RegExp(`words of turn ${turn}\\b`));
    await expect(row).toBeInViewport({ ratio: 1 });
  }
  // A page is what fits on the screen, so nothing is skipped.
  const turn = async () => Number(/words of turn (\d+)/.exec(await row.innerText())?.[1]);
  for (const [keys, direction] of [
    ['PageDown', 1],
    ['PageDown', 1],
    ['PageUp', -1],
  ] as const) {
    const before = await turn();
    const seen = (await workbench.turns.boundingBox())?.height ?? 0;
    const { height = 0 } = (await row.boundingBox()) ?? {};
    await page.keyboard.press(keys);
    await expect.poll(async () => direction * ((await turn()) - before)).toBeGreaterThan(1);
    expect(direction * ((await turn()) - before)).toBeLessThanOrEqual(Math.ceil(seen / height));
    await expect(row).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press('Home');
  // Both keys come before the browser reports the first scroll position.
  await workbench.turns.evaluate(async (grid) => {
    for (const key of ['End', 'Home']) {
      grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await Promise.resolve();
    }
  });
  await expect(row).toHaveText(/words of turn 0\b/);
  await expect(row).toBeInViewport({ ratio: 1 });
  // A filtered list starts at its top.
  await page.keyboard.press('/');
  await page.keyboard.type('context._history.turn_count > 2900');
  await page.keyboard.press('Enter');
  await expect(workbench.turns.getByText('words of turn 2900')).toBeInViewport({ ratio: 1 });
});

test('the focus is never lost after a command, in a dialog or on a narrow page', async ({ page, workbench }) => {
  await workbench.open();
  await workbench.command('why this verdict');
  await expect(workbench.why.locator(':focus')).toBeVisible();

  // Closing a dialog by its button returns the focus, like Escape.
  await workbench.command('show the import report');
  await expect(workbench.importReport.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(workbench.why.locator(':focus')).toBeVisible();

  // F6 continues from a resize handle.
  await page.keyboard.press('F6');
  await expect(workbench.sessions.locator(':focus')).toBeVisible();
  await workbench.tabTo(page.getByRole('separator').first());
  await page.keyboard.press('F6');
  await expect(page.getByRole('separator').first()).not.toBeFocused();

  // At 200 % zoom the regions are tabs; the keys still go to their regions.
  await page.setViewportSize({ width: 720, height: 450 });
  await expect(page.getByRole('tablist', { name: 'Regions' })).toBeVisible();
  await page.keyboard.press('w');
  await expect(workbench.why.locator(':focus')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Find text or filter turns' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(workbench.turns).toBeFocused();
  // Both keys at once, because after a pause the digit is no count.
  await Promise.all(['4', 'G'].map((key) => page.keyboard.press(key)));
  await expect(workbench.turns).toBeFocused();
  expect(await workbench.cursor()).toBe(4);
  // The digit alone asks for a view that this session does not have.
  await Promise.all(['8', 'G'].map((key) => page.keyboard.press(key)));
  expect(await workbench.cursor()).toBe(8);
  await expect(page.getByText(/has no second view/)).toHaveCount(0);
  await page.keyboard.press('1');
  await expect(workbench.inspector.locator(':focus')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Find text or filter turns' })).toBeFocused();
});

/** Holds back a script of the page until it is released. */
async function holdBack(page: Page, script: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(script, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test.describe('in a browser that has never seen the page', () => {
  test.use({ isFirstVisit: true });

  test('keys typed while the palette or a dialog loads reach neither the page nor its editor', async ({
    page,
    workbench,
  }) => {
    const loadPalette = await holdBack(page, /\/Palette-[^/]*\.js$/);
    const loadKeys = await holdBack(page, /\/KeysDialog-[^/]*\.js$/);
    await workbench.open();

    await test.step('keys typed while the palette loads go into its input, and none of them reaches the page', async () => {
      await workbench.write('true');
      await workbench.turns.focus();
      await page.keyboard.press('Home');
      await expect.poll(() => workbench.cursor()).toBe(0);

      // From the page and from the editor; Escape closes what has not loaded yet.
      await page.keyboard.press('Control+k');
      await page.keyboard.type('jG');
      await page.keyboard.press('Escape');
      await expect(workbench.turns).toBeFocused();
      await workbench.expression.focus();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('last turn');
      await page.keyboard.press('ArrowLeft');
      expect(await workbench.cursor()).toBe(0);
      await workbench.expectRule('true');

      loadPalette();
      const input = page.getByRole('combobox', { name: 'Search, commands, go to turn' });
      await expect(input).toBeFocused();
      await expect(input).toHaveValue('last turn');
      await page.keyboard.press('Enter');
      await expect.poll(() => workbench.cursor()).toBe((await workbench.turnCount()) - 1);
      await workbench.expectRule('true');
    });

    await test.step('while a dialog loads, the page’s shortcuts and the editor do not act', async () => {
      await workbench.write('true');
      await workbench.turns.focus();
      await page.keyboard.press('Home');
      await expect.poll(() => workbench.cursor()).toBe(0);
      await page.keyboard.press('?');
      await page.keyboard.type('jjG');
      expect(await workbench.cursor()).toBe(0);
      await page.keyboard.press('Escape');
      await page.keyboard.press('j');
      await expect.poll(() => workbench.cursor()).toBe(1);
      loadKeys();
      await expect(page.getByRole('dialog')).toHaveCount(0);

      // A click on plain text in a dialog moves the focus to the page; its shortcuts stay off.
      await page.keyboard.press('?');
      await page.getByRole('dialog').getByRole('heading').first().click();
      await page.keyboard.press('j');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await workbench.cursor()).toBe(1);
    });
  });

  test('Enter chooses the first match, also while the palette loads', async ({ page, workbench }) => {
    const load = await holdBack(page, /\/Palette-[^/]*\.js$/);
    await workbench.open();
    await workbench.turns.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => workbench.cursor()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('last turn');
    await page.keyboard.press('Enter');
    load();
    await expect.poll(() => workbench.cursor()).toBe((await workbench.turnCount()) - 1);
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
