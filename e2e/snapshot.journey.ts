import { expect, test } from './test.ts';

const call = {
  call_id: 'abc-123',
  tenant_id: 'tenant-a',
  workflow_id: 'meal-logging',
  user: { name: 'Rahul' },
  workflow: { meal_count: 1 },
  flags: { skip_feedback: true },
  agents: { 'meal-agent': { questions_asked: 3 } },
  params: { meal_type: 'Breakfast' },
  history: [],
  current_agent: 'meal-agent',
};

test('an exported state opens as a snapshot on which rules are judged, and a run is judged by its own manifest', async ({
  page,
  workbench,
}) => {
  await workbench.open();
  await test.step('an exported state without turns opens as a snapshot, and rules are judged on it', async () => {
    await workbench.paste(JSON.stringify(call));
    await expect(workbench.sessions).toContainText('call abc-123');
    await expect(workbench.inspector.getByRole('tab', { name: 'Namespaces' })).toHaveAttribute('aria-selected', 'true');
    await expect(workbench.turns).toContainText('the snapshot');

    await workbench.chooseHook('turn');
    await workbench.write('call.workflow.meal_count > 1');
    await expect(workbench.verdicts).toContainText('Fires at the snapshot');
    await workbench.tab('Why').click();
    await expect(workbench.why).toContainText('the snapshot: FIRES');
    await workbench.write('context.input.size() == 0');
    await expect(workbench.verdicts).toContainText('Not known at the snapshot');
    await workbench.chooseHook('middleware.before');
    await expect(workbench.why).toContainText('snapshot without turns');
    await workbench.expectAccessible();
  });

  await test.step('a run is judged by its own manifest, with the keyboard alone', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.type('Start a run');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Refunds that a person has to approve/ }).press('Enter');
    const own = page.getByRole('region', { name: 'Run', exact: true }).getByRole('button', { name: /own manifest/ });
    await own.press('Enter');
    await expect(workbench.policy).toBeVisible();

    await workbench.turns.focus();
    await page.keyboard.press('End');
    await expect(workbench.turns).toContainText('answer withheld, locked');
    await expect(workbench.why).toContainText('The policy locks the task here');
    await expect(page.getByText('The session would have gone as recorded.', { exact: true })).toBeVisible();
  });
});
