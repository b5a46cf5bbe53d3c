import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** Saves a picture with the keyboard alone, and returns the file. */
async function saved(page: Page, picture: Locator, kind: 'SVG' | 'PNG') {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await picture.getByRole('button', { name: /^Save the picture/ }).press('Enter');
      await expect(page.getByRole('menuitem').first()).toBeFocused();
      await page.keyboard.press(kind === 'SVG' ? 'Home' : 'End');
      await page.keyboard.press('Enter');
    })(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('the list of sessions and the numbers of a state are pictures that can be saved', async ({ page, workbench }) => {
  await workbench.open();
  await test.step('the list of sessions is one picture with the map and the counts of each, and what its signs mean', async () => {
    const samples = workbench.sessions.getByRole('list', { name: 'Samples' });
    const many = await samples.getByRole('listitem').count();
    // Every sample has been judged.
    await expect(samples.getByText(/^(fires at|no eligible turn|the rule does not run)/)).toHaveCount(many);
    const svg = await saved(page, workbench.sessions, 'SVG');
    expect(svg.name).toBe(`Contextscope-${many}-sessions.svg`);
    for (const text of [
      'A bill with a hidden order',
      '14 turns, task',
      'fires at 1 of 2 eligible',
      'not eligible',
      'fires',
    ])
      expect(String(svg.bytes)).toContain(`>${text}</text>`);
    expect(String(svg.bytes)).toMatch(/>Before a tool call, send_money: context\./);
    const png = await saved(page, workbench.sessions, 'PNG');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(png.bytes.length).toBeGreaterThan(10_000);
    await workbench.expectAccessible();

    await workbench.turns.focus();
    const [download] = await Promise.all([page.waitForEvent('download'), workbench.command('save list sessions svg')]);
    expect(await readFile(await download.path(), 'utf8')).toBe(String(svg.bytes));
  });

  await test.step('a number of the state has its history as a picture, which leads to its turns and can be saved', async () => {
    await workbench.chooseSample(1);
    await workbench.tab('State').click();
    const total = workbench.inspector.getByRole('treeitem', { name: /^total: .*read by the rule/ });
    await total.click();
    const picture = workbench.inspector.getByRole('figure', { name: 'context.llm.tokens.total over the turns' });
    const slider = picture.getByRole('slider');
    await expect(slider).toHaveAttribute('aria-valuetext', 'turn 15, 28\u2009473');
    await slider.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuetext', /^turn 14, /);
    const box = await slider.boundingBox();
    await slider.click({ position: { x: (box?.width ?? 0) - 9, y: 40 } });
    await expect(slider).toHaveAttribute('aria-valuetext', 'turn 23, 54\u2009884');
    await workbench.expectAccessible();

    const svg = await saved(page, picture, 'SVG');
    expect(svg.name).toBe('An-exchange-with-tokens-and-times-context-llm-tokens-total-over-the-turns.svg');
    expect(String(svg.bytes)).toContain('>20K</text>');
    const png = await saved(page, picture, 'PNG');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(png.bytes.length).toBeGreaterThan(4000);
  });
});

test('the latencies, the timeline and the backtest are pictures that can be saved', async ({ page, workbench }) => {
  await workbench.open();
  await test.step('the latencies of the capabilities are one picture, although the page shows them in a table', async () => {
    await workbench.chooseSample(6);
    await page.getByRole('tab', { name: 'Capabilities' }).click();
    const picture = page.getByRole('figure', { name: 'Latency of each capability' });
    await expect(picture).toContainText(/\d+ of \d+ calls timed/);
    await workbench.expectAccessible();
    const svg = String((await saved(page, picture, 'SVG')).bytes);
    expect(svg).toMatch(/>p95<\/text>/);
    expect(svg.match(/<circle[^>]* fill="rgb/g)?.length).toBe(2);
    expect((await saved(page, picture, 'PNG')).bytes.subarray(1, 4).toString()).toBe('PNG');
  });

  await test.step('the timeline is one picture with the names and counts of its lanes and ribbons', async () => {
    await workbench.open('/#sample=card-handed-on');
    const svg = await saved(page, workbench.timeline, 'SVG');
    expect(svg.name).toBe('A-card-number-handed-on-timeline.svg');
    for (const text of ['order_collector', 'payment_collector', 'finish_task', 'tokens', '2 fire of 4 eligible'])
      expect(String(svg.bytes)).toContain(`>${text}</text>`);
    const png = await saved(page, workbench.timeline, 'PNG');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(png.bytes.length).toBeGreaterThan(10_000);

    await workbench.turns.focus();
    const [download] = await Promise.all([page.waitForEvent('download'), workbench.command('save timeline svg')]);
    expect(await readFile(await download.path(), 'utf8')).toBe(String(svg.bytes));
  });

  await test.step('the backtest is one picture of all its sessions, with what the draft changes in each', async () => {
    await workbench.open('/#sample=hidden-order&view=backtest');
    await workbench.write('input.amount <= 10');
    const backtest = page.getByRole('region', { name: 'Backtest' });
    await expect(backtest.getByRole('radio', { name: /newly blocked/ })).toBeVisible();
    const svg = await saved(page, backtest, 'SVG');
    expect(svg.name).toMatch(/^Backtest-\d+-sessions\.svg$/);
    expect(String(svg.bytes)).toMatch(/>\d+ newly blocked(, \d+ no longer blocked)?<\/text>/);
    expect((await saved(page, backtest, 'PNG')).bytes.subarray(1, 4).toString()).toBe('PNG');
  });
});
