import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { pasted, type Workbench } from './workbench.ts';

const refund = 'refund before 1';

/** A recording of refunds with its agent's manifest. */
async function openPolicy(page: Page, workbench: Workbench): Promise<void> {
  await workbench.open();
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.sessions).toContainText('refund-desk');
  await workbench.paste(pasted('refund-policy.yaml'));
  await expect(page.getByText('Policy of refund-desk: 6 rules, 2 tests, no problems.')).toBeVisible();
}

async function chooseRefund(workbench: Workbench): Promise<void> {
  await workbench.policyTab('Rules').click();
  await workbench.policy.getByRole('row', { name: refund }).click();
  await workbench.expectRule('input.amount <= 1000');
}

/** The editor undoes word by word, not the whole text. */
async function undoTo(page: Page, workbench: Workbench, expression: string): Promise<void> {
  await expect
    .poll(async () => {
      const text = await workbench.ruleText();
      if (text !== expression) await page.keyboard.press('ControlOrMeta+Z');
      return text;
    })
    .toBe(expression);
}

test('a pasted manifest becomes the policy, keys go through its rules, the user’s own rule becomes a step of it, and a problem links to its line', async ({
  page,
  workbench,
}) => {
  await openPolicy(page, workbench);
  await test.step('a pasted manifest becomes the policy, and keys go through its rules', async () => {
    await workbench.expectRule('size(input.message[0].text) < 5000');
    const row = workbench.policy.getByRole('row', { name: refund });
    await expect(row).toContainText('fires at 1 of 2 eligible');
    for (const expression of ['input.amount <= 1000', 'context.capabilities.refund.count_successful < 3']) {
      await page.keyboard.press('}');
      await workbench.expectRule(expression);
    }
    await page.keyboard.press('{');
    await workbench.expectCount('fire', 1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('y');
    await expect(workbench.policy.getByRole('grid')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(workbench.rule).toContainText('This rule is your own');
  });

  await test.step('the user’s own rule becomes a step of the policy', async () => {
    await workbench.policy.getByRole('row', { name: 'your own rule' }).click();
    await workbench.chooseHook('guardrail.before');
    await workbench.write('input.message.size() == 1');
    await workbench.rule.getByRole('button', { name: 'Add it to the policy' }).click();
    await expect(workbench.policy.getByRole('row', { name: 'guardrail before 2' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await workbench.policyTab('YAML').click();
    await expect.poll(() => workbench.policyText()).toContain('    - assert: input.message.size() == 1');
  });

  await test.step('a problem links to its line', async () => {
    await workbench.paste(pasted('refund-policy.yaml').replace('on_fail: lock_task', 'on_fail: give_up'));
    await chooseRefund(workbench);
    await workbench.policyTab('Problems').click();
    await workbench.policy.getByRole('button', { name: /^line 17/ }).click();
    await expect(workbench.policy.getByRole('textbox', { name: 'Policy text' })).toBeFocused();
    await expect.poll(() => workbench.policyText()).toContain('give_up');
    await workbench.expectAccessible();
  });
});

test('the editor and the text of a policy are two views of one document, and stay chosen in windows of every width', async ({
  page,
  workbench,
}) => {
  await openPolicy(page, workbench);
  await test.step('the editor and the text are two views of one document, and undo works in both', async () => {
    await chooseRefund(workbench);
    await workbench.policyTab('YAML').click();
    await expect(workbench.policy.locator('.view-line').first()).toBeVisible();

    await workbench.write('input.amount <= 3000');
    await workbench.expectCount('fire', 0);
    await expect.poll(() => workbench.policyText()).toContain('- assert: input.amount <= 3000');
    await undoTo(page, workbench, 'input.amount <= 1000');
    await expect.poll(() => workbench.policyText()).toContain('- assert: input.amount <= 1000');

    const text = workbench.policy.getByRole('textbox', { name: 'Policy text' });
    await text.focus();
    await page.keyboard.press('ControlOrMeta+A');
    const stricter = pasted('refund-policy.yaml').replace('<= 1000', '<= 30');
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), stricter);
    await page.keyboard.press('ControlOrMeta+V');
    await workbench.expectRule('input.amount <= 30');
    await workbench.expectCount('fire', 2);
    await undoTo(page, workbench, 'input.amount <= 1000');
    await workbench.expectCount('fire', 1);

    // Tab indents in this text, so Escape comes first.
    await text.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(text).not.toBeFocused();
  });

  await test.step('the chosen part of the policy stays chosen when the window becomes narrow and wide again', async () => {
    await workbench.policyTab('YAML').click();
    await expect(workbench.policy.locator('.view-line').first()).toBeVisible();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      if (width === 360) await page.getByRole('tab', { name: 'Policy', exact: true }).click();
      await expect(workbench.policyTab('YAML')).toHaveAttribute('aria-selected', 'true');
      await expect(workbench.policy.locator('.view-line').first()).toBeVisible();
    }
  });
});

test('the policy survives a reload and a dead engine, and can be closed and reopened', async ({ page, workbench }) => {
  await openPolicy(page, workbench);
  await chooseRefund(workbench);
  await workbench.write('input.amount <= 3000');
  // At once, before the edit is in the policy's text or in the address.
  await page.reload();
  await workbench.expectRule('input.amount <= 3000');
  // The pasted session was not kept; the sample in its place has no call of the policy's function.
  await expect(workbench.verdicts).toContainText('No call of its tools here to judge');
  await expect(workbench.policy.getByRole('row', { name: refund })).toHaveAttribute('aria-selected', 'true');
  await workbench.policyTab('YAML').click();
  await expect.poll(() => workbench.policyText()).toContain('input.amount <= 3000');
  await expect(page).toHaveURL(/rule=input\.amount\+%3C%3D\+3000/);

  await workbench.killEngine();
  await expect(page.getByText(/engine stopped/i).first()).toBeVisible();
  await workbench.write('input.amount <= 4000');
  await workbench.policyTab('YAML').click();
  await expect.poll(() => workbench.policyText()).toContain('input.amount <= 4000');

  await workbench.policy.getByRole('button', { name: 'Close the policy' }).click();
  await expect(workbench.policy).toBeHidden();
  await workbench.expectRule('input.amount <= 4000');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(workbench.policy.getByRole('row', { name: refund })).toHaveAttribute('aria-selected', 'true');
});

test('a turn becomes a test, which fails when the rule is changed, and can be removed', async ({ page, workbench }) => {
  await openPolicy(page, workbench);
  await chooseRefund(workbench);
  await Promise.all(['8', 'G'].map((key) => page.keyboard.press(key)));
  await expect.poll(() => workbench.cursor()).toBe(8);
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: `Turn 8 as a test of ${refund}` });
  await expect(dialog.getByRole('radio', { name: 'should fire, as now' })).toBeChecked();
  await workbench.expectAccessible();
  await dialog.getByRole('textbox', { name: 'Name of the test' }).press('Enter');
  await expect(dialog).toBeHidden();

  await workbench.policyTab('Tests').click();
  const test = workbench.policy.getByRole('listitem').filter({ hasText: `${refund} fires` });
  await expect(test).toContainText('passed');
  await workbench.write('input.amount <= 3000');
  await expect(test).toContainText('failed');
  await expect(test).toContainText('the result was pass');
  await workbench.expectAccessible();

  await test.getByRole('button', { name: /^Remove the test/ }).click();
  await expect(test).toBeHidden();
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 420, height: 800 } });
  test('a policy is accessible', async ({ page, workbench }) => {
    await page.goto('/');
    await expect(workbench.ribbon()).toBeVisible();
    await workbench.paste(pasted('refund-policy.yaml').replace('< 5000', '<'));
    await page.getByRole('tab', { name: 'Policy' }).click();
    for (const tab of ['Rules', 'Problems', 'Tests', 'YAML']) {
      await workbench.policyTab(tab).click();
      await workbench.expectAccessibleInBothColours();
    }
  });
});

const gateway = `mcp:
  # who may call which tool
  policies:
    mcpAuthorization:
      rules:
        - 'mcp.tool.name == "lookup_order"' # anyone
        - 'mcp.tool.name == "refund" && jwt.sub == "ann"'
`;

test('a pasted configuration of a gateway becomes the policy: rules, decisions, and an edit that keeps the other lines', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.sessions).toContainText('refund-desk');
  await workbench.paste(gateway);
  await workbench.policyTab('Rules').click();
  await expect(workbench.policy.getByRole('row', { name: 'allow 1' })).toContainText(
    'allows at 1, does not allow at 2 of 3 eligible',
  );
  await test.step('a rule that is false shows what it would need, and the backtest what the policy blocks', async () => {
    await workbench.policy.getByRole('row', { name: 'allow 1' }).click();
    await workbench.ribbon().press('Home');
    for (let step = 0; step < 4; step++) await workbench.ribbon().press('ArrowRight');
    await expect(
      workbench.why.getByRole('region', { name: 'Changes by which the call would be allowed' }),
    ).toContainText('The call would be allowed with');
    await page.getByRole('tab', { name: 'Backtest' }).click();
    const row = page.getByRole('grid', { name: 'Sessions and rules' }).getByRole('row', { name: /refund-desk/ });
    await expect(row).toContainText('blocks at 0 of 3 eligible, unknown at 2');
    await workbench.expectAccessible();
  });
  await workbench.policy.getByRole('row', { name: 'allow 2' }).click();
  await workbench.expectRule('mcp.tool.name == "refund" && jwt.sub == "ann"');
  await workbench.write('mcp.tool.name == "refund"');
  await workbench.policyTab('YAML').click();
  const edited = gateway.replace(`"refund" && jwt.sub == "ann"'`, `"refund"'`);
  // The narrow pane breaks long lines.
  const squeezed = (text: string) => text.replaceAll(/\s/g, '');
  await expect.poll(async () => squeezed(await workbench.policyText())).toBe(squeezed(edited));
});

const celPolicy = `name: guard
default: allow
variables:
  - amount: tool.call.params.amount
rules:
  - description: Large refunds
    condition: tool.name == "refund" && variables.amount > 1000
    effect: deny
  - description: Look-ups
    condition: tool.name == "lookup_order"
    effect: allow
`;

test('a policy of another host opens from a file and from an address, shows what its rules decide, and is backtested', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await workbench.paste(pasted('task-context.py.txt'));
  await expect(workbench.sessions).toContainText('refund-desk');
  await test.step('its rules show what they decide, in the list, the rule bar and the ribbons', async () => {
    const file = { name: 'guard.celpolicy', mimeType: '', buffer: Buffer.from(celPolicy) };
    await page.getByLabel('Session files').setInputFiles(file);
    await expect(page.getByText('Policy of guard: 2 rules, no problems.')).toBeVisible();
    await workbench.policyTab('Rules').click();
    const denies = workbench.policy.getByRole('row', { name: 'Large refunds' });
    await expect(denies).toContainText('denies at 1 of 3 eligible');
    await expect(workbench.policy.getByRole('row', { name: 'Look-ups' })).toContainText(
      'allows at 1, does not allow at 2 of 3 eligible',
    );
    await denies.click();
    await expect(workbench.verdicts).toContainText('Denies 1 of 3 calls');
    await workbench.expectAccessible();
  });

  await test.step('the backtest counts what it stops', async () => {
    await page.getByRole('tab', { name: 'Backtest' }).click();
    const row = page.getByRole('grid', { name: 'Sessions and rules' }).getByRole('row', { name: /refund-desk/ });
    await expect(row).toContainText('fires at 1 of 3 eligible');
  });

  await test.step('the address of the page names such a file', async () => {
    await page.route('**/given/guard.celpolicy', (route) => route.fulfill({ body: celPolicy }));
    await page.goto('/?src=given/guard.celpolicy');
    await expect(page.getByText(/^Policy of guard: 2 rules, no problems/)).toBeVisible();
    await workbench.policyTab('Rules').click();
    await expect(workbench.policy.getByRole('row', { name: 'Large refunds' })).toContainText('eligible');
  });
});
