import { expect, test } from './test.ts';

test('the first screen shows a real session with a firing guardrail', async ({ workbench }) => {
  await workbench.open();

  await expect(workbench.turns.getByRole('row').nth(1)).toBeVisible();
  await expect.poll(() => workbench.count('fire')).toBeGreaterThan(0);
  // The cursor is at the turn where the rule fires, and Why shows the reasons.
  await expect.poll(() => workbench.spokenVerdict()).toMatch(/fires/);
  await expect(workbench.why).toContainText(/fires/i);
  // The sample names its origin.
  await expect(workbench.sessions).toContainText(/\w/);
});

test('every region of the screen has its name', async ({ workbench }) => {
  await workbench.open();

  for (const part of [
    workbench.sessions,
    workbench.derivedContexts,
    workbench.turns,
    workbench.inspector,
    workbench.timeline,
    workbench.rule,
    workbench.why,
    workbench.hook,
    workbench.expression,
    workbench.page.getByRole('button', { name: 'Open session' }),
    workbench.verdicts,
    workbench.page.getByRole('tablist', { name: 'Main views' }),
    workbench.page.getByRole('tablist', { name: 'Inspector views' }),
  ]) {
    await expect(part).toBeVisible();
  }
});
