import { expect, test } from './test.ts';

test('a killed worker says so, and the session and the rule text are still there', async ({ page, workbench }) => {
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
  // The new engine judges: the same verdicts, and other ones for another rule.
  await workbench.expectCount('fire', fired);
  await workbench.write('true');
  await workbench.expectCount('fire', 0);
});
