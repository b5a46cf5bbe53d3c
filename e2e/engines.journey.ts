import { expect, test } from './test.ts';
import { pasted } from './workbench.ts';

test('with the keyboard alone, a person sees where other engines of CEL differ, and uses a rewriting on which all agree', async ({
  page,
  workbench,
}) => {
  const { keyboard } = page;
  const dialog = page.getByRole('dialog', { name: 'Compare engines of CEL' });
  const portable = dialog.getByRole('status', { name: 'Portable' });
  const engine = (name: string) => dialog.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await workbench.open();
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.sessions).toContainText('refund-desk');
  await workbench.chooseHook('middleware.before');
  await workbench.chooseCapability('refund');
  await workbench.write('input.?amount.orValue(0) <= 1000');
  await expect(workbench.verdicts).toContainText('Blocks 1 of 2');

  await workbench.tabTo(workbench.rule.getByRole('button', { name: 'Compare engines' }));
  await keyboard.press('Enter');
  await expect(portable).toContainText('Portable: no.');
  await expect(engine('@bufbuild/cel')).toContainText('Does not accept the rule');
  await expect(engine('@bufbuild/cel')).toContainText('input.?amount');
  await workbench.expectAccessible();
  await workbench.tabTo(engine('@bufbuild/cel').getByRole('button', { name: /turn 8/i }));
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await workbench.cursor()).toBe(8);

  await workbench.command('compare engines');
  const use = dialog.getByRole('button', { name: 'Use this rewriting' });
  await expect(use).toBeVisible();
  await workbench.tabTo(use);
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(workbench.rule).toContainText('has(input.amount)');
  await expect(workbench.verdicts).toContainText('Blocks 1 of 2');
  await workbench.command('compare engines');
  await expect(portable).toContainText('Portable: yes.');
  await keyboard.press('Escape');
  await workbench.command('undo');
  await expect(workbench.rule).toContainText('input.?amount');

  // One engine never answers: it is ended, and the page and the other engines go on.
  await workbench.write(`"${'a'.repeat(40)}".matches("^(a+)+$b")`);
  await workbench.command('compare engines');
  await expect(engine('@marcbachmann/cel-js').getByRole('alert')).toContainText('It did not answer for 8 seconds');
  await expect(engine('@bufbuild/cel')).toContainText('Agrees at all 2 turns');
  await expect(portable).toContainText('Portable: partly.');
  await page.setViewportSize({ width: 360, height: 740 });
  await workbench.expectAccessible();
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
