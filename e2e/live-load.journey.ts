import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { Workbench } from './workbench.ts';

const records = 5_000;
/** Records of one request. */
const together = 50;

// It listens to the workers of its page.
test.use({ isFirstVisit: true });

/** Passes at each turn if the messages are those of all records, in their order. */
const rule = 'input.message.exists(m, m.text == "message " + string(size(context.input) - 1))';

test('each of 5 000 records sent at full speed is shown once and judged, in two tabs, one of them in the background', async ({
  page,
  context,
  request,
}) => {
  const send = (from: number, to: number) =>
    request.post('/live/crowd', {
      data: Array.from({ length: to - from }, (_, index) => ({ role: 'user', content: `message ${from + index}` })),
    });
  await send(0, 1);
  const answers = answersOfReaders(page);
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
    await expect(tab.verdicts).toContainText('Fires at none of 5 000 turns');
    await expect(tab.turns.getByText(`message ${records - 1}`)).toBeVisible();
    await expect.poll(() => tab.cursor()).toBe(records - 1);
  }
  // The worker of the session has another one check the whole text, as long as records arrive.
  const answersWhileSending = async () => {
    await send(records, records + 1);
    return answers();
  };
  await expect.poll(answersWhileSending, { timeout: 60_000 }).toContain('answer');
});

/** What the workers say that the engine's own workers start: Playwright does not list a worker of a worker. */
function answersOfReaders(page: Page): () => Promise<readonly string[]> {
  page.on('worker', (worker) =>
    worker
      .evaluate(() => {
        const heard: string[] = [];
        class HeardWorker extends Worker {
          constructor(url: string | URL, options?: WorkerOptions) {
            super(url, options);
            if (options?.name === 'contextscope-reader')
              this.addEventListener('message', ({ data }) => heard.push(data.type));
          }
        }
        Object.assign(globalThis, { heard, Worker: HeardWorker });
      })
      // One that reads a text ends with it.
      .catch(() => undefined),
  );
  // `heard` is what was assigned above.
  const heard = () => (globalThis as unknown as { readonly heard?: readonly string[] }).heard ?? [];
  return async () => (await Promise.all(page.workers().map((worker) => worker.evaluate(heard).catch(() => [])))).flat();
}
