import { expect, test } from './test.ts';
import { pasted } from './workbench.ts';

const rule = 'mcp.tool.name != "refund" || jwt.sub == "ann"';

test('with the keyboard alone, a person gives what no recording holds; it survives a reload and is in no link', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.sessions).toContainText('refund-desk');
  await workbench.chooseHook('agentgateway.tool-call.before');
  await workbench.write(rule);
  await expect(workbench.verdicts).toContainText('2 unknown');

  // From the reasons of an unknown verdict.
  await workbench.ribbon().focus();
  await page.keyboard.press('n');
  await page.keyboard.press('w');
  const { keyboard } = page;
  await workbench.tabTo(workbench.why.getByRole('button', { name: 'Give values…' }));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Values of a request' });
  const box = dialog.getByRole('textbox', { name: 'Values as a JSON object' });
  await expect(box).toBeFocused();
  await keyboard.insertText('{"jwt": {"sub": "bob"}}');
  const effect = dialog.getByRole('status', { name: 'Effect of the rule' });
  await expect(effect).toHaveText('Blocks 2 of 3 calls');
  await workbench.expectAccessible();
  await keyboard.press('End');
  await keyboard.type('}');
  await expect(dialog.getByRole('status', { name: 'Problem of the values' })).toContainText(
    'The last valid values stay in effect.',
  );
  await expect(effect).toHaveText('Blocks 2 of 3 calls');
  await keyboard.press('Backspace');
  await expect(dialog.getByRole('status', { name: 'Problem of the values' })).toBeEmpty();
  await keyboard.press('Escape');
  await expect(workbench.verdicts).toContainText('Blocks 2 of 3');
  expect(page.url()).not.toContain('bob');

  // A table of findings, at a hook that asks for them; the palette has it there alone.
  await workbench.chooseHook('cel-ai.tool-call.before');
  await workbench.write('!tool.call.sensitivityFindings("pii").hasValue()');
  await workbench.command('Findings table');
  const table = page.getByRole('dialog', { name: 'Findings table' });
  await expect(table.getByRole('button', { name: 'Add a line' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(table.getByRole('combobox', { name: 'Category of line 1' })).toBeFocused();
  for (const text of ['pii', 'order', null, 'A-1, A-2']) {
    await keyboard.press('Tab');
    if (text !== null) await keyboard.insertText(text);
  }
  await expect(table.getByRole('status', { name: 'Effect of the rule' })).toContainText(/^Blocks [1-9] of/);
  await workbench.expectAccessible();
  await keyboard.press('Escape');

  await page.reload();
  await workbench.ready();
  await workbench.chooseHook('agentgateway.tool-call.before');
  await workbench.command('Give values of a request');
  await expect(box).toHaveValue('{"jwt": {"sub": "bob"}}');
  await keyboard.press('Escape');
  await workbench.chooseHook('cel-ai.tool-call.before');
  await workbench.command('Findings table');
  await expect(table.getByRole('textbox', { name: 'Words of line 1' })).toHaveValue('A-1, A-2');
});
