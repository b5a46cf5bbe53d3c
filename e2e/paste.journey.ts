import { expect, test } from './test.ts';
import { pasted } from './workbench.ts';

test('a pasted Python to_dict() opens, what it lacks is unknown, and a text that is no session changes nothing', async ({
  workbench,
}) => {
  await workbench.open();
  await test.step('pasting a Python to_dict() opens it', async () => {
    await workbench.paste(pasted('task-context.py.txt'));

    await expect(workbench.sessions).toContainText('refund-desk');
    await expect(workbench.turns).toContainText('refund');

    // The rule judges the pasted session: one refund of 2400, one of 40.
    await workbench.chooseHook('middleware.before');
    await workbench.chooseCapability('refund');
    await workbench.write('input.amount <= 1000');
    await workbench.expectCount('fire', 1);
    await workbench.expectCount('pass', 1);
  });

  await test.step('a value that the pasted text lacks is unknown, never guessed', async () => {
    await workbench.paste(pasted('task-context.py.txt'));
    await expect(workbench.sessions).toContainText('refund-desk');

    // A snapshot has the token sum of its last turn only; before the first model call it is 0.
    await workbench.chooseHook('turn');
    await workbench.write('context.llm.tokens.total < 1480');
    await workbench.expectCount('unknown', 8);
    await workbench.expectCount('fire', 1);
    await workbench.expectCount('pass', 1);
  });

  await test.step('a text that is no session is rejected with a message, and the open session stays', async () => {
    const fired = await workbench.count('fire');
    await workbench.paste('Dear diary, nothing of this is JSON.');

    await expect(workbench.page.getByRole('alert').first()).toBeVisible();
    await workbench.expectCount('fire', fired);
  });
});
