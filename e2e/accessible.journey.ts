import { expect, test } from './test.ts';
import { pasted } from './workbench.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test(`nobody is kept out of the first screen (${colorScheme})`, async ({ workbench }) => {
      await workbench.open();
      await workbench.expectAccessible();
    });

    test(`nobody is kept out of a faulty rule (${colorScheme})`, async ({ workbench }) => {
      await workbench.open();
      await workbench.write('input.amount <');
      await expect(workbench.problems).toContainText(/error: .+/);
      await workbench.expectAccessible();
    });

    test(`nobody is kept out of a pasted session and its report (${colorScheme})`, async ({ workbench }) => {
      await workbench.open();
      await workbench.paste(pasted('task-context.py.txt'));
      await expect(workbench.sessions).toContainText('refund-desk');
      await workbench.expectAccessible();
    });

    for (const tab of ['Changes', 'Call', 'Raw', 'Tokens']) {
      test(`nobody is kept out of the inspector’s ${tab} (${colorScheme})`, async ({ workbench }) => {
        await workbench.open();
        await workbench.tab(tab).click();
        await expect(workbench.inspector.getByRole('tabpanel')).toBeVisible();
        await workbench.expectAccessible();
      });
    }
  });
}
