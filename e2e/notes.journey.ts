import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { test as bare } from '@playwright/test';
import { expect, test } from './test.ts';
import { pasted, Workbench } from './workbench.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('with the keyboard alone, a person writes notes on a turn and on a path, finds them, takes them back, and sends them', async ({
  page,
  workbench,
  context,
}) => {
  await workbench.open();
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.sessions).toContainText('refund-desk');
  const { keyboard } = page;
  const box = page.getByRole('textbox', { name: 'Note', exact: true });
  const save = async (text: string) => {
    await expect(box).toBeFocused();
    await keyboard.type(text);
    await keyboard.press('Control+Enter');
    await expect(box).toBeHidden();
  };
  const row = workbench.turns.getByRole('row', { selected: true });

  // On a turn.
  await workbench.turns.focus();
  for (const key of ['2', 'G']) await keyboard.press(key);
  await expect.poll(() => workbench.cursor()).toBe(2);
  await keyboard.press('m');
  await expect(box).toBeFocused();
  await workbench.expectAccessible();
  await save('Ask ada@example.com about <b>this</b>');
  await expect(row.getByRole('list', { name: 'Note' })).toContainText('<b>this</b>');
  await expect(workbench.turns).toBeFocused();
  await expect(workbench.ribbon()).toHaveAttribute('aria-valuetext', /with a note/);

  // On a path of the state, from the inspector.
  await keyboard.press('2');
  const tree = page.getByRole('tree', { name: 'State' });
  await workbench.tabTo(tree);
  await keyboard.press('Home');
  await keyboard.press('Enter');
  const focused = page.getByRole('group', { name: 'Focused value' });
  await expect(focused).toBeVisible();
  await keyboard.press('m');
  await save('Nobody checked this path.');
  await expect(focused.getByRole('list', { name: 'Note' })).toContainText('Nobody checked');
  await expect(tree.getByRole('treeitem', { name: /with a note$/ })).toHaveCount(1);
  await expect(row.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(2);
  await workbench.expectAccessible();

  // Undone and done again.
  await keyboard.press('Control+z');
  await expect(focused.getByRole('list')).toBeHidden();
  await keyboard.press('Control+Shift+z');
  await expect(focused.getByRole('list', { name: 'Note' })).toBeVisible();

  // Listed, with a way to each.
  await workbench.turns.focus();
  await keyboard.press('G');
  await keyboard.press('M');
  const list = page.getByRole('dialog', { name: 'Notes of this session' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await workbench.expectAccessible();
  await workbench.tabTo(list.getByRole('button', { name: 'Go to turn 2', exact: true }));
  await keyboard.press('Enter');
  await expect.poll(() => workbench.cursor()).toBe(2);

  // Found as the words of the recording are.
  await keyboard.press('g');
  await keyboard.press('g');
  await keyboard.press('/');
  await keyboard.type('nobody CHECKED');
  await keyboard.press('Enter');
  await expect.poll(() => workbench.cursor()).toBe(2);
  await expect(row.locator('mark')).toHaveText('Nobody checked');
  await keyboard.press('Escape');

  // They leave with the session, with its stand-ins, and can stay here.
  await keyboard.press('S');
  const sharing = page.getByRole('dialog', { name: 'Share or save' });
  const preview = sharing.getByLabel('Text that leaves');
  const leaveOut = sharing.getByRole('checkbox', { name: /^Leave out my notes \(2 of 2 notes in the preview\)$/ });
  await expect(leaveOut).toBeVisible();
  await expect(preview).toContainText('Nobody checked this path.');
  await expect(preview).not.toContainText('ada@example.com');
  const saved = page.waitForEvent('download');
  await workbench.tabTo(sharing.getByRole('button', { name: 'Save as file' }));
  await keyboard.press('Enter');
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toContain('"userNotes":[');
  expect(text).not.toContain('ada@example.com');

  await keyboard.press('S');
  await workbench.tabTo(sharing.getByRole('button', { name: 'Copy link' }));
  await keyboard.press('Enter');
  await expect(sharing).toBeHidden();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const received = await context.newPage();
  await received.goto(link);
  await expect(received.getByRole('grid', { name: 'Turns' })).toContainText('Nobody checked this path.');
  await received.close();

  await keyboard.press('S');
  await expect(leaveOut).toBeVisible();
  await workbench.tabTo(leaveOut);
  await keyboard.press('Space');
  await expect(preview).not.toContainText('userNotes');
  await keyboard.press('Escape');

  // They are there when the recording is opened again, which was not kept itself.
  await page.reload();
  await workbench.ready();
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.turns).toContainText('Nobody checked this path.');
});

// Not the journeys' own test: a file asks for live sessions in vain, which the browser reports as an error.
bare('notes are in the session that is saved as one HTML file', async ({ page }, info) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.turns.focus();
  await page.keyboard.press('m');
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('For the reader of the file.');
  await page.keyboard.press('Control+Enter');
  await expect(workbench.turns).toContainText('For the reader of the file.');
  await page.keyboard.press('S');
  const saved = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Save as HTML' }).click();
  const file = info.outputPath('notes.html');
  await (await saved).saveAs(file);
  await page.goto(pathToFileURL(file).href);
  await expect(workbench.turns).toContainText('For the reader of the file.');
});
