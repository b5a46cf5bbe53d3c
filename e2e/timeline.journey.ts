import { expect, test } from './test.ts';

test('the keyboard alone and two fingers zoom the timeline, whose axis shows the time, and which stays whole on a narrow screen', async ({
  page,
  workbench,
}) => {
  await workbench.open('/#sample=token-budget');
  await test.step('the keyboard alone zooms the timeline, shows the time on its axis and selects turns', async () => {
    const inSight = workbench.timeline.getByRole('status', { name: 'In sight' });
    const rows = () => workbench.turns.getByRole('row').count();
    await workbench.ribbon().focus();
    await page.keyboard.press('Home');

    await page.keyboard.press('+');
    await expect(inSight).toHaveText('turns 0–12 of 24');
    await workbench.expectAccessible();
    // The visible range follows the cursor.
    await page.keyboard.press('End');
    await expect(inSight).toHaveText(/–23 of 24/);
    await page.keyboard.press('0');
    await expect(inSight).toBeHidden();

    const time = workbench.timeline.getByRole('button', { name: 'time', exact: true });
    await page.keyboard.press('A');
    await expect(time).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/axis=time/);
    await page.keyboard.press('A');
    await expect(time).toHaveAttribute('aria-pressed', 'false');

    const all = await workbench.verdicts.innerText();
    const place = await workbench.ribbon().boundingBox();
    await page.keyboard.press('Home');
    for (let turn = 0; turn < 5; turn++) await page.keyboard.press('Shift+ArrowRight');
    const selected = workbench.timeline.getByRole('button', { name: 'Clear the selection of turns 0–5' });
    await expect(selected).toBeVisible();
    await expect(workbench.verdicts).toContainText('in turns 0–5');
    expect(await workbench.ribbon().boundingBox()).toEqual(place);
    await expect.poll(rows).toBeLessThanOrEqual(7);
    await workbench.expectAccessible();
    await page.keyboard.press('Escape');
    await expect(selected).toBeHidden();
    await expect(workbench.verdicts).toHaveText(all);
  });

  await test.step('two fingers zoom the timeline, and it stays whole on a narrow screen', async () => {
    // On a narrow screen, the rule is in a tab of its own.
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('tablist', { name: 'Regions' })).toBeVisible();
    await expect(workbench.ribbon()).toBeVisible();
    for (const lane of ['kinds', 'tokens per model call'])
      await expect(workbench.timeline.getByRole('img', { name: lane })).toBeVisible();
    const box = await workbench.ribbon().boundingBox();
    if (box === null) throw new Error('the ribbon has no place');
    const middle = box.x + box.width / 2;
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', reach: number) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd' ? [] : [middle - reach, middle + reach].map((x, id) => ({ x, y: box.y + 8, id })),
      });
    await touch('touchStart', 30);
    await touch('touchMove', 45);
    await touch('touchMove', 60);
    await touch('touchEnd', 60);
    await expect(workbench.timeline.getByRole('status', { name: 'In sight' })).toHaveText(/^turns [56]–1[78] of 24$/);
    await workbench.expectAccessible();
  });
});

test('the pointer selects turns and zooms the timeline, and its table says the same as the ribbon', async ({
  page,
  workbench,
}) => {
  await workbench.open('/#sample=same-mistake');
  await test.step('the pointer selects turns on the axis, and the wheel zooms at its place', async () => {
    const box = await workbench.ribbon().boundingBox();
    const axis = await workbench.timeline.getByRole('button', { name: 'Table' }).boundingBox();
    if (box === null || axis === null) throw new Error('the timeline has no place');
    const y = axis.y + axis.height / 2;
    await page.mouse.move(box.x + box.width * 0.25, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.4, y);
    await page.mouse.move(box.x + box.width * 0.5, y);
    await page.mouse.up();
    const selected = workbench.timeline.getByRole('button', { name: 'Clear the selection of turns 16–32' });
    await expect(selected).toBeVisible();
    // It is beside the turns, on either side of them.
    const button = await selected.boundingBox();
    const [first, end] = [16, 33].map((turn) => box.x + (box.width * turn) / 64);
    const gaps = [(first ?? 0) - (button?.x ?? 0) - (button?.width ?? 0), (button?.x ?? 0) - (end ?? 0)];
    expect(Math.min(...gaps.map((gap) => Math.abs(gap - 2)))).toBeLessThan(4);
    await expect(workbench.verdicts).toContainText('in turns 16–32');
    await page.keyboard.press('Escape');
    await expect(workbench.verdicts).not.toContainText('in turns');

    await page.mouse.move(box.x + box.width * 0.5, box.y + 4);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await expect(workbench.timeline.getByRole('status', { name: 'In sight' })).toHaveText('turns 20–43 of 64');
    await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(1);
  });

  await test.step('the table says the same as the ribbon at every turn', async () => {
    await workbench.open('/#sample=card-handed-on');
    const ribbon = workbench.ribbon();
    await ribbon.focus();
    await page.keyboard.press('Home');
    const said: string[] = [];
    for (let turn = 0; turn < 12; turn++) {
      await expect(ribbon).toHaveAttribute('aria-valuenow', String(turn));
      said.push(((await ribbon.getAttribute('aria-valuetext')) ?? '').split(', ')[1] ?? '');
      await page.keyboard.press('ArrowRight');
    }
    await workbench.timeline.getByRole('button', { name: 'Table of the verdicts' }).press('Enter');
    await page.getByText('All turns').click();
    const rows = page.getByRole('grid', { name: 'Verdicts by turn' }).getByRole('row');
    await expect(rows).toHaveCount(13);
    for (const [turn, words] of said.entries())
      await expect(
        rows
          .nth(turn + 1)
          .getByRole('gridcell')
          .nth(1),
      ).toHaveText(words);
  });
});
