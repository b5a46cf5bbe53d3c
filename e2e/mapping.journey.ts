import { expect, test } from './test.ts';
import { pasted } from './workbench.ts';

test('a recording in an unknown format opens with a mapping, which is stored, and which the keyboard alone can make', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await test.step('a recording in an unknown format opens with a mapping, which is stored', async () => {
    await workbench.paste(pasted('unknown-format.json'));

    const dialog = page.getByRole('dialog', { name: /^Map the fields/ });
    const made = dialog.getByRole('status', { name: 'Result of the mapping' });
    await expect(made).toHaveText('5 turns: 1 input, 2 llm, 2 capability.');
    await expect(dialog.getByRole('treeitem', { name: 'events: list of 6' })).toBeVisible();
    await workbench.expectAccessible();

    // A skipped kind can be included, and the preview follows.
    const kind = dialog.getByRole('combobox', { name: /heartbeat/ });
    await kind.selectOption('input');
    await expect(made).toHaveText('6 turns: 2 input, 2 llm, 2 capability.');
    await kind.selectOption('skip');
    await dialog.getByRole('button', { name: 'Open' }).click();

    await expect(dialog).toBeHidden();
    await expect(workbench.turns).toContainText('lookup_order');
    await workbench.chooseHook('middleware.before');
    await workbench.write('input.order != 17');
    await workbench.expectCount('fire', 1);

    // Another recording of the same shape opens directly.
    await workbench.paste(pasted('unknown-format.json').replace('order 17', 'parcel 18'));
    await expect(workbench.sessions).toContainText('parcel 18');
  });

  await test.step('an unknown format is mapped with the keyboard alone, with the preview visible', async () => {
    await page.setViewportSize({ width: 420, height: 860 });
    await workbench.paste(pasted('own-log.json'));

    const dialog = page.getByRole('dialog', { name: /^Map the fields/ });
    const made = dialog.getByRole('status', { name: 'Result of the mapping' });
    const doubts = dialog.getByRole('status', { name: 'Possible mistakes' });
    const field = (name: string | RegExp) => dialog.getByRole('combobox', { name });
    await expect(field('List of turns')).toBeFocused();
    await workbench.expectAccessible();

    const choose = async (name: string | RegExp, typed: string) => {
      await workbench.tabTo(field(name));
      await page.keyboard.type(typed);
      await expect(made).toBeInViewport();
    };
    await expect(doubts).toContainText('No input was found');
    await choose('Field for the kind', 'who');
    await expect(made).toHaveText('4 turns: 1 input, 2 llm, 1 capability.');
    await expect(doubts).toContainText('The call has no result');
    await choose('“ear”, 1×', 'result');
    await choose(/^Content/, 'came');
    await expect(doubts).toBeEmpty();
    await expect(dialog.getByRole('table', { name: 'The first turns' })).toContainText('{"open": false');
    await page.keyboard.press('Control+Enter');

    await expect(dialog).toBeHidden();
    await expect(workbench.turns).toContainText('Is the north gate open?');
  });

  await test.step('another text is pasted while the form for the one before is open', async () => {
    await workbench.paste(pasted('unknown-format.json').replaceAll('"kind"', '"sort"'));
    const dialog = page.getByRole('dialog', { name: /^Map the fields/ });
    await expect(dialog.getByRole('combobox', { name: 'List of turns' })).toBeFocused();
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), pasted('task-context.py.txt'));
    await page.keyboard.press('ControlOrMeta+V');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('banner')).toContainText('refund-desk');
  });
});

test('a place in the source leads to its turn, and a mapping that left no doubt can be corrected', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await test.step('a place in the source leads to its turn, and a turn to its source', async () => {
    await workbench.tab('Raw').click();
    const source = page.getByRole('list', { name: 'Source text' });
    await expect(source).toBeVisible();
    await source.focus();
    await page.keyboard.press('ArrowDown');
    await expect(source.locator('[aria-current="true"]')).toBeVisible();
    await workbench.expectAccessible();
  });

  await test.step('in a long recording on one line, the text of the turn is in sight', async () => {
    const messages = Array.from({ length: 400 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      // Wide characters need more lines than the browser expects of a text that it has not laid out.
      content: `Message ${index}: ${'包裹在奥斯陆。'.repeat(20)}`,
    }));
    await workbench.paste(JSON.stringify({ messages }));
    await expect(workbench.turns).toContainText('Message 0:');
    for (const key of ['2', '0', '0', 'Shift+G']) await page.keyboard.press(key);
    const own = page.getByRole('list', { name: 'Source text' }).locator('mark');
    await expect(own).toContainText('Message 200:');
    // The browser lays out the text around it a moment later.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    });
    await expect(own).toBeInViewport();
  });

  await test.step('a text whose fields leave no doubt opens at once, and its mapping can be corrected', async () => {
    const talk = [
      { who: 'customer', words: 'Where is my parcel?', about: 'parcel' },
      { who: 'bot', words: 'It is in Oslo.', about: 'parcel' },
    ];
    await workbench.paste(JSON.stringify({ talk }));
    await expect(workbench.turns).toContainText('It is in Oslo.');
    const messages = page.getByRole('status', { name: 'Messages' });
    await expect(messages).toContainText('Assumed mapping: 2 turns.');

    await messages.getByRole('button', { name: 'Map its fields' }).click();
    const dialog = page.getByRole('dialog', { name: /^Map the fields/ });
    await expect(dialog.getByRole('status', { name: 'Result of the mapping' })).toHaveText(
      '2 turns: 1 input, 1 llm, 0 capability.',
    );
    await workbench.expectAccessible();
    await dialog.getByRole('combobox', { name: '“customer”, 1×' }).selectOption('skip');
    await dialog.getByRole('button', { name: 'Open' }).click();
    await expect(dialog).toBeHidden();
    await expect(workbench.turns).not.toContainText('Where is my parcel?');
  });
});
