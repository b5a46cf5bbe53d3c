import { expect, test } from './test.ts';

const loop = 'The same mistake, thirty times';

test('a recording is played back as if live, stopped, and saved as a file with the same verdicts', async ({
  page,
  workbench,
}, info) => {
  await workbench.open();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Attach to a running agent' });
  await dialog.getByLabel(/^Without an agent/).selectOption({ label: `Sample: ${loop}` });
  await dialog.getByRole('combobox', { name: 'Speed' }).selectOption('1×');
  await workbench.expectAccessible();
  await dialog.getByRole('button', { name: 'Play back' }).press('Enter');

  const player = workbench.sessions.getByRole('group', { name: `Playback of ${loop}` });
  await expect(player).toBeVisible();
  // The rule that is suggested for this session takes the place of the one before, until something is typed.
  await expect(workbench.rule).toContainText('get_rating_reviews_for_hotels');
  // The rule is typed while turns arrive, and judged at each of them.
  await workbench.write('context.capabilities.get_rating_reviews_for_hotels.count_errored < 3');
  await expect.poll(() => workbench.count('fire')).toBeGreaterThan(1);
  await player.getByRole('button', { name: 'Pause playing' }).press('Enter');
  await expect(workbench.sessions.getByText(/^Playback paused, \d+ of 65 records/)).toBeVisible();
  await workbench.expectAccessible();
  await player.getByRole('combobox', { name: 'Speed' }).selectOption('2×');
  await player.getByRole('button', { name: 'Play from the beginning' }).press('Enter');
  await player.getByRole('button', { name: 'Pause playing' }).press('Enter');
  await expect.poll(() => workbench.count('fire')).toBe(0);
  await player.getByRole('button', { name: 'Continue playing' }).press('Enter');
  // Slowly again: the recording must not end before it is stopped.
  await player.getByRole('combobox', { name: 'Speed' }).selectOption('1×');
  await expect.poll(() => workbench.count('fire')).toBeGreaterThan(1);
  await player.getByRole('button', { name: 'Pause playing' }).press('Enter');

  const more = workbench.sessions.getByRole('button', { name: `More for ${loop}` });
  await more.press('Enter');
  await workbench.expectAccessible();
  await page.getByRole('menuitem', { name: 'Stop, and keep what has arrived' }).press('Enter');
  await expect(workbench.sessions.getByText(/^Ended, \d+ records$/)).toBeVisible();
  await expect(player).toBeHidden();
  await expect(more).toBeFocused();

  await page.keyboard.press('Enter');
  const records = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download the records' }).press('Enter');
  expect((await records).suggestedFilename()).toBe('The-same-mistake-thirty-times.records.jsonl');

  const coming = page.waitForEvent('download');
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('share or save');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save as file' }).click();
  const saved = await coming;
  const file = info.outputPath(saved.suggestedFilename());
  await saved.saveAs(file);

  const turns = await workbench.turnCount();
  const [verdicts = ''] = /(?:Blocks|Fires at) \d+ of \d+/.exec(await workbench.verdicts.innerText()) ?? [];
  expect(verdicts).not.toBe('');
  await page.getByLabel('Session files').setInputFiles(file);
  await expect(workbench.sessions.getByRole('button', { name: `Remove ${saved.suggestedFilename()}` })).toBeVisible();
  await expect.poll(() => workbench.turnCount()).toBe(turns);
  await expect(workbench.verdicts).toContainText(verdicts);
});
