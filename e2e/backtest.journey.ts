import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { pasted } from './workbench.ts';

/** Two recordings of one session each, one of four, and a text that is no recording. */
const archive = join(import.meta.dirname, 'pasted', 'refunds.zip');

const parts = (page: Page) => {
  const view = page.getByRole('region', { name: 'Backtest' });
  return {
    view,
    grid: view.getByRole('grid', { name: 'Sessions and rules' }),
    totals: view.getByRole('list', { name: 'Totals' }),
    progress: view.getByRole('status', { name: 'Progress' }),
  };
};

const refunds = '!has(input.amount) || input.amount <= 1000';

test('an archive of recordings is judged by the rule in the editor, and a row leads to the turn where it fires', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await workbench.chooseHook('middleware.before');
  await workbench.rule.getByRole('combobox', { name: 'Tool' }).selectOption({ index: 0 });
  await page.getByLabel('Session files').setInputFiles(archive);
  const { view, grid, totals } = parts(page);
  await expect(view).toBeVisible();
  await workbench.write(refunds);
  await expect(grid.getByRole('row').nth(1)).toContainText('Large refunds');
  await expect(grid.getByRole('row').nth(1)).toContainText('2 of 3');
  await expect(totals.getByRole('listitem').first()).toContainText(/fires in \d+ of \d+ sessions with eligible turns/);

  // A file that is no recording is reported.
  await view.getByText('1 file or session could not be judged').click();
  await expect(view.getByRole('list', { name: 'Could not be judged' })).toContainText('refunds.zip/refunds/notes.txt');
  await workbench.expectAccessible();

  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(workbench.sessions).toContainText('Large refunds');
  await expect.poll(() => workbench.spokenVerdict()).toMatch(/^turn 2, fires/);

  // The cursor is at the same row again after a look at the transcript, and the link leads to the table.
  await page.keyboard.press('T');
  await expect(workbench.turns).toBeVisible();
  await expect(grid).toBeHidden();
  await page.keyboard.press('b');
  await expect(grid).toBeFocused();
  await expect(page).toHaveURL(/view=backtest/);
  await expect(grid.getByRole('row', { selected: true })).toContainText('Large refunds');
});

test('marks state what should fire, disagreement comes first, and everything can be exported', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await workbench.chooseHook('turn');
  await workbench.write('false');
  await page.getByLabel('Session files').setInputFiles(archive);
  const { view, grid, totals, progress } = parts(page);
  await expect(progress).toHaveText(/^[1-9]\d* sessions in \d+ recordings$/);

  const calm = grid.getByRole('row', { name: /Two small refunds/ });
  // New rows still move the rows below them.
  await expect(async () => {
    await calm.getByRole('gridcell').nth(1).click();
    await expect(calm).toHaveAttribute('aria-selected', 'true', { timeout: 1000 });
  }).toPass();
  await page.keyboard.press('-');
  await expect(totals.getByRole('listitem').first()).toContainText('1 of 1 mark disagrees');
  await grid.getByRole('columnheader', { name: 'Mark' }).getByRole('button').click();
  await expect(grid.getByRole('row').nth(1)).toContainText('Two small refunds');
  await expect(grid.getByRole('row').nth(1)).toContainText('should not fire');

  const coming = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Export marks' }).click();
  const file = await (await coming).path();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    format: 'contextscope/marks',
    sessions: [{ recording: 'refunds.zip/refunds/calm.json', entry: 0, should: 'not-fire' }],
  });

  // A reload loses files but keeps the marks of their sessions.
  await page.reload();
  await expect(workbench.ribbon()).toBeVisible();
  await page.getByLabel('Session files').setInputFiles([archive, file]);
  await expect(calm).toContainText('should not fire');
  await expect(view.getByRole('status', { name: 'Marks' })).toContainText('1 mark read.');
});

test('a folder is added with its subfolders, picked or dropped, with any number of files', async ({
  page,
  workbench,
}, info) => {
  const folderOf = (name: string, files: readonly (readonly [string, string])[]) => {
    for (const [path, text] of files) {
      const file = join(info.outputPath(name), path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return info.outputPath(name);
  };
  await workbench.open();
  await workbench.turns.focus();
  await page.keyboard.press('b');
  const { view, grid } = parts(page);
  await view.getByLabel('Folder of recordings').setInputFiles(
    folderOf('runs', [
      ['a.txt', 'no recording'],
      ['deep/deeper/talk.py', pasted('task-context.py.txt')],
    ]),
  );
  await expect(grid).toContainText('refund-desk');
  await view.getByText('1 file or session could not be judged').click();
  await expect(view.getByRole('list', { name: 'Could not be judged' })).toContainText('runs/a.txt');

  // A browser returns a dropped folder's entries in groups of a hundred.
  const files = Array.from({ length: 101 }, (_, at) => [`deep/${at}.txt`, 'no recording'] as const);
  const data = { items: [], files: [folderOf('more', files)], dragOperationsMask: 1 };
  const devtools = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 700, y: 450, data });
  await expect(view.getByText('102 files or sessions could not be judged')).toBeVisible();
});

test('the backtest is accessible', async ({ page, workbench }) => {
  await workbench.open();
  await workbench.turns.focus();
  await page.keyboard.press('b');
  const { grid, progress } = parts(page);
  await expect(progress).toHaveText(/^[1-9]\d* sessions in \d+ recordings$/);
  await grid.focus();
  await page.keyboard.press('Home');
  const cursor = grid.getByRole('row', { selected: true });
  await expect(cursor).toBeVisible();
  await page.keyboard.press('-');
  await expect(cursor).toContainText('should not fire');
  await workbench.expectAccessibleInBothColours();
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 420, height: 900 } });

  test('the backtest fits and is accessible', async ({ page, workbench }) => {
    await page.goto('/');
    await expect(workbench.ribbon()).toBeVisible();
    await page.keyboard.press('b');
    await expect(parts(page).progress).toHaveText(/^[1-9]\d* sessions in/);
    await workbench.expectAccessible();
  });
});
