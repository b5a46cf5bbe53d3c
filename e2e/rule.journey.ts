import { expect, test } from './test.ts';

test('editing the rule changes the ribbon', async ({ workbench }) => {
  await workbench.open();
  const fired = await workbench.count('fire');
  expect(fired).toBeGreaterThan(0);

  await workbench.write('true');
  await workbench.expectCount('fire', 0);
  const passed = await workbench.count('pass');
  expect(passed).toBeGreaterThanOrEqual(fired);

  await workbench.write('false');
  await workbench.expectCount('fire', passed);
});

test('a mistake is reported in a sentence, and the rule stays for correction', async ({ workbench }) => {
  await workbench.open();
  await workbench.chooseHook('turn');

  await workbench.write('context._history.turn_count <');
  await expect(workbench.problems).toContainText(/error: .+/);
  await workbench.expectRule('context._history.turn_count <');

  await workbench.write('context._history.turn_count < 1000000');
  await workbench.expectCount('pass', await workbench.turnCount());
});

test('the hook decides at which turns a rule is judged', async ({ workbench }) => {
  await workbench.open();
  await workbench.write('true');

  await workbench.chooseHook('turn');
  await workbench.expectCount('pass', await workbench.turnCount());

  await workbench.chooseHook('guardrail.before');
  await expect.poll(() => workbench.count('pass')).toBeLessThan(await workbench.turnCount());
});
