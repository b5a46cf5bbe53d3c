import { expect, test } from './test.ts';
import { Workbench } from './workbench.ts';

const records = 5_000;
/** Records of one request. */
const together = 50;

/** Passes at each turn if the messages are those of all records, in their order. */
const rule = 'input.message.exists(m, m.text == "message " + string(size(context.input) - 1))';

test('of 5 000 records, as fast as they come, each is shown once and judged, in two tabs, one of them asleep meanwhile', async ({
  page,
  context,
  request,
}) => {
  const send = (from: number, to: number) =>
    request.post('/live/crowd', {
      data: Array.from({ length: to - from }, (_, index) => ({ role: 'user', content: `message ${from + index}` })),
    });
  await send(0, 1);
  const other = await context.newPage();
  const tabs = [new Workbench(page), new Workbench(other)];
  for (const tab of tabs) {
    await tab.open(`/#${new URLSearchParams({ v: '2', hook: 'turn', rule }).toString()}`);
    await tab.page.keyboard.press('a');
    await tab.page.getByRole('button', { name: 'Attach to crowd' }).press('Enter');
    await expect.poll(() => tab.turnCount()).toBe(1);
  }
  const asleep = await context.newCDPSession(other);
  await asleep.send('Page.setWebLifecycleState', { state: 'frozen' });
  for (let sent = 1; sent < records; sent += together) await send(sent, Math.min(records, sent + together));
  await asleep.send('Page.setWebLifecycleState', { state: 'active' });
  for (const tab of tabs) {
    await expect.poll(() => tab.turnCount()).toBe(records);
    await expect(tab.sessions.getByText('Connected, 5 000 records')).toBeVisible();
    await expect(tab.verdicts).toContainText('0 fire of 5 000 eligible');
    await expect(tab.turns.getByText(`message ${records - 1}`)).toBeVisible();
    await expect.poll(() => tab.cursor()).toBe(records - 1);
  }
});
