import { expect, test } from './test.ts';

test('a verdict shows the change that would turn it, the turns next to it, the fix of its error, and what reads a path', async ({
  workbench,
}) => {
  await workbench.open();
  await test.step('a firing guardrail shows the change that would let it pass, with the distance of the value', async () => {
    await workbench.write('input.amount <= 0.5');
    const turning = workbench.why.getByRole('region', { name: 'Changes that would turn the verdict' });
    await expect(turning).toContainText('It would pass with');
    await expect(turning.getByRole('listitem')).toContainText(/input\.amount 0\.5 or less.*now.*1\.0.*more than 0\.5/);
    await workbench.expectAccessible();
  });

  await test.step('a path in the inspector shows which parts of the rule read it', async () => {
    await workbench.write('size(context.input) < 3');
    await workbench.tab('State').click();
    await workbench.inspector
      .getByRole('treeitem', { name: /^input/ })
      .first()
      .click();
    await workbench.tab('Why').click();
    await expect(workbench.why).toContainText('One part reads context.input');
  });

  await test.step('a failing rule is fixed with one key, and the editor can undo it', async () => {
    await workbench.chooseCapability('send_money');
    await workbench.write('input.amout <= 2000');
    const ways = workbench.why.getByRole('region', { name: 'Ways to fix it' });
    const first = ways.getByRole('button', { name: /read amount instead/ });
    await expect(first).toContainText(/error → passes 2/);
    await workbench.expectAccessible();

    await first.focus();
    await workbench.page.keyboard.press('Enter');
    await workbench.expectRule('input.amount <= 2000');
    await workbench.expectCount('error', 0);

    await workbench.expression.focus();
    await workbench.page.keyboard.press('ControlOrMeta+z');
    await workbench.expectRule('input.amout <= 2000');
  });

  await test.step('a rule that fires nowhere links to the nearest turns', async () => {
    await workbench.write('input.amount <= 2000');
    const nearest = workbench.why.getByRole('region', { name: 'Nearest misses' });
    await expect(nearest.getByRole('listitem').first()).toContainText(/1000\.0.*more than 2000/);
    const link = nearest.getByRole('button', { name: /^Go to turn/ }).first();
    const turn = Number(await link.textContent());
    expect(turn).not.toBe(await workbench.cursor());
    await link.click();
    await expect.poll(() => workbench.cursor()).toBe(turn);
  });
});
