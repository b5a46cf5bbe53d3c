import { expect, test } from './test.ts';

test('an edited rule is judged at once, at the turns of its hook and in its environment, and a mistake in it is reported', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await test.step('editing the rule changes the ribbon', async () => {
    const fired = await workbench.count('fire');
    expect(fired).toBeGreaterThan(0);

    await workbench.write('true');
    await workbench.expectCount('fire', 0);
    const passed = await workbench.count('pass');
    expect(passed).toBeGreaterThanOrEqual(fired);

    await workbench.write('false');
    await workbench.expectCount('fire', passed);
  });

  await test.step('a mistake is reported in a sentence, and the rule stays for correction', async () => {
    await workbench.chooseHook('turn');

    await workbench.write('context._history.turn_count <');
    await expect(workbench.problems).toContainText(/error: .+/);
    await workbench.expectRule('context._history.turn_count <');

    await workbench.write('context._history.turn_count < 1000000');
    await workbench.expectCount('pass', await workbench.turnCount());
  });

  await test.step('the hook decides at which turns a rule is judged', async () => {
    await workbench.write('true');

    await workbench.chooseHook('turn');
    await workbench.expectCount('pass', await workbench.turnCount());

    await workbench.chooseHook('guardrail.before');
    await expect.poll(() => workbench.count('pass')).toBeLessThan(await workbench.turnCount());
  });

  await test.step('a rule for another environment is recognised, moved by one click, and judged there', async () => {
    await workbench.chooseHook('middleware.before');
    await workbench.write('tool.name != ""');
    await expect(workbench.problems).toContainText('a name of the CEL AI policy environment');
    await page.getByRole('button', { name: 'Judge it at cel-ai.tool-call.before' }).click();
    await workbench.expectHook('cel-ai.tool-call.before');
    await expect.poll(() => workbench.count('pass')).toBeGreaterThan(0);
    const calls = await workbench.count('pass');

    await workbench.write('!agent.history.threatFindings().hasValue()');
    await workbench.expectCount('unknown', calls);

    await workbench.write('agent.history.parts().exists(p, has(p.tool_call))');
    await workbench.expectCount('fire', 1);
    await workbench.expectCount('pass', calls - 1);
  });
});

test('another rule is typed over a suggestion with its values, letter by letter and without an error', async ({
  page,
  workbench,
}) => {
  // As wide as that the suggested rule takes two lines.
  await page.setViewportSize({ width: 1280, height: 800 });
  await workbench.open();
  await expect(workbench.rule.locator('.code-inlay').first()).toBeVisible();
  await page.keyboard.press('e');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('i');
  await expect(page.getByText('The suggestion was for send_money alone.')).toBeVisible();
  for (const letter of 'nput.amount <= 10.0') {
    await page.keyboard.type(letter);
    await expect(workbench.verdicts).toHaveAttribute('aria-busy', 'false');
  }
  await workbench.expectRule('input.amount <= 10.0');
});

test('the curve of a number is beside it, and nothing below moves', async ({ page, workbench }) => {
  await workbench.open();
  await workbench.write('input.amount <= 1000.0 && size(input.recipient) < 900');
  // The first edit makes room for the baseline, and the numbers are tried once the rule stays.
  await expect(workbench.ribbon('baseline')).toBeVisible();
  const signs = workbench.rule.locator('.code-opener');
  await expect(signs).toHaveCount(2);
  const places = () => Promise.all([workbench.timeline, workbench.turns].map((part) => part.boundingBox()));
  const before = await places();

  await signs.first().click();
  const curve = page.getByRole('dialog', { name: 'Other numbers for 1000.0' });
  await expect(curve.getByRole('slider')).toBeFocused();
  expect(await places()).toEqual(before);
  const [number, beside] = [await signs.first().boundingBox(), await curve.boundingBox()];
  expect.soft(beside?.y).toBeGreaterThan(number?.y ?? 0);
  expect.soft((beside?.y ?? 0) - (number?.y ?? 0)).toBeLessThan(40);

  await page.keyboard.press('PageDown');
  await expect(workbench.why.getByRole('heading').first()).toContainText('tried for 1000.0');
  await page.keyboard.press('Escape');
  await expect(curve).toBeHidden();
  await expect(workbench.expression).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Alt+Enter');
  await expect(page.getByRole('dialog', { name: 'Other numbers for 900' })).toBeVisible();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await expect(workbench.expression).toBeFocused();
  await expect
    .poll(() => workbench.ruleText())
    .toMatch(/^input\.amount <= 1000\.0 && size\(input\.recipient\) < \d\d?$/);
});
