import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from './test.ts';

test('a killed worker is reported, and the session and the rule stay', async ({ page, workbench }) => {
  await workbench.open();
  await workbench.chooseHook('turn');
  await workbench.write('context._history.turn_count < 3');
  // After turn 0 the count is one, after turn 1 two; from then on the rule fires.
  const fired = (await workbench.turnCount()) - 2;
  await workbench.expectCount('fire', fired);
  const session = await workbench.shownSession();

  await workbench.killEngine();
  await expect(page.getByText(/engine stopped/i).first()).toBeVisible();

  await workbench.expectRule('context._history.turn_count < 3');
  expect(await workbench.shownSession()).toBe(session);
  // The new engine judges: the same verdicts, and others for another rule.
  await workbench.expectCount('fire', fired);
  await workbench.write('true');
  await workbench.expectCount('fire', 0);
});

test('a gzipped and a very long text open while the page can be used, and Cancel ends their reading', async ({
  page,
  workbench,
}, info) => {
  await workbench.open();
  await test.step('while a long text is read the rule can be edited, and Cancel ends the reading', async () => {
    await workbench.chooseHook('turn');
    const turns = await workbench.turnCount();
    const session = await workbench.shownSession();
    // Python's print format is read character by character, so this text takes far longer than the journey.
    const file = info.outputPath('long.txt');
    const line = `{'role': 'user', 'content': 'it\\'s a long text', 'parts': [('a', 1.5), ('b', None)]}\n`;
    await writeFile(file, line.repeat(900_000));
    await page.getByLabel('Session files').setInputFiles(file);

    const messages = page.getByRole('status', { name: 'Messages' });
    const cancel = messages.getByRole('button', { name: 'Cancel' });
    await expect(messages).toContainText('Reading long.txt');
    await expect(cancel).toBeVisible();
    await workbench.write('false');
    await workbench.expectCount('fire', turns);
    await workbench.write('true');
    await workbench.expectCount('pass', turns);
    await expect(messages).toContainText('Reading long.txt');

    await cancel.click();
    await expect(messages).toContainText('long.txt was not opened.');
    await expect(cancel).toBeHidden();
    expect(await workbench.shownSession()).toBe(session);
    await workbench.write('false');
    await workbench.expectCount('fire', turns);
  });

  await test.step('a gzipped session opens like its content, and Cancel ends the unpacking', async () => {
    const session = await workbench.shownSession();
    const messages = page.getByRole('status', { name: 'Messages' });

    const long = info.outputPath('long.json.gz');
    const message = JSON.stringify({ role: 'user', content: 'A sentence that is repeated very often. '.repeat(25) });
    await writeFile(long, gzipSync(`[${Array.from({ length: 100_000 }, () => message).join(',')}]`));
    await page.getByLabel('Session files').setInputFiles(long);
    await expect(messages).toContainText('Reading long.json.gz');
    await messages.getByRole('button', { name: 'Cancel' }).click();
    await expect(messages).toContainText('long.json.gz was not opened.');
    expect(await workbench.shownSession()).toBe(session);

    const short = info.outputPath('short.json.gz');
    await writeFile(short, gzipSync(JSON.stringify([{ role: 'user', content: 'How much is two and two?' }])));
    await page.getByLabel('Session files').setInputFiles(short);
    await expect(workbench.turns).toContainText('How much is two and two?');
  });
});
