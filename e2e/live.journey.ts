import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './test.ts';
import { Workbench } from './workbench.ts';

const call = (number: number) => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: `call-${number}`,
        type: 'function',
        function: { name: 'issue_refund', arguments: JSON.stringify({ amount: 400 * number }) },
      },
    ],
  },
  { role: 'tool', tool_call_id: `call-${number}`, content: '{"refunded": true}' },
];

const send = (request: APIRequestContext, name: string, records: unknown) =>
  request.post(`/live/${name}`, { data: records as object });

test('a running agent is attached by the keyboard, and each new turn is judged as it arrives', async ({
  page,
  request,
  workbench,
}) => {
  await workbench.open();
  await send(request, 'refund-agent', [{ role: 'user', content: 'Refund my orders' }, ...call(1)]);
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Attach to a running agent' });
  await dialog.getByRole('button', { name: 'Attach to refund-agent' }).press('Enter');
  await expect(workbench.sessions.getByText('Connected, 3 records')).toBeVisible();
  await expect.poll(() => workbench.turnCount()).toBe(3);

  await workbench.write('input.amount <= 1000');
  await workbench.expectCount('fire', 0);
  for (const number of [2, 3]) await send(request, 'refund-agent', call(number));
  await expect.poll(() => workbench.turnCount()).toBe(7);
  await workbench.expectCount('fire', 1);
  // The cursor was at the newest turn, and has stayed there.
  await expect.poll(() => workbench.cursor()).toBe(6);

  await workbench.ribbon().focus();
  await page.keyboard.press('Home');
  await send(request, 'refund-agent', call(4));
  await expect.poll(() => workbench.turnCount()).toBe(9);
  // The user is looking elsewhere now.
  await expect.poll(() => workbench.cursor()).toBe(0);
  await expect(page.getByRole('button', { name: '2 new turns' })).toBeVisible();
  await page.keyboard.press('f');
  await expect.poll(() => workbench.cursor()).toBe(8);

  // While the view is paused, recording continues.
  await page.keyboard.press('P');
  await send(request, 'refund-agent', call(5));
  await expect(page.getByRole('button', { name: '2 new turns' })).toBeVisible();
  expect(await workbench.turnCount()).toBe(9);
  await workbench.write('input.amount <= 1500');
  await expect(workbench.verdicts).toContainText(/ 1 of 4 /);
  await workbench.expectAccessible();
  await page.getByRole('button', { name: 'Resume the view' }).press('Enter');
  await expect.poll(() => workbench.turnCount()).toBe(11);
  await expect.poll(() => workbench.cursor()).toBe(10);
  await expect(workbench.verdicts).toContainText(/ 2 of 5 /);

  // Scrolling away ends following, too; the cursor stays.
  await page.setViewportSize({ width: 1440, height: 520 });
  await workbench.turns.hover();
  await page.mouse.wheel(0, -400);
  await expect(workbench.turns.getByText('Refund my orders')).toBeInViewport();
  await send(request, 'refund-agent', call(6));
  await expect(page.getByRole('button', { name: '2 new turns' })).toBeVisible();
  expect(await workbench.cursor()).toBe(10);

  // While the user is in another session, the watched rule counts in the tab's title.
  await page.keyboard.press('W');
  await workbench.chooseSample(1);
  await expect(workbench.sessions.getByText('Connected, 13 records')).toBeVisible();
  await workbench.write('input.amount <= 1500');
  // The worker has the rule when it answers with a count.
  await expect
    .poll(async () => {
      await send(request, 'refund-agent', call(7));
      return page.title();
    })
    .toMatch(/^\(\d+\) Contextscope$/);
  await expect(workbench.sessions.getByText(/\d+ new fires?/)).toBeVisible();
  await workbench.expectAccessible();
  await workbench.sessions.getByRole('button', { name: 'Refund my orders' }).click();
  await expect(page).toHaveTitle('Contextscope');
  await expect(workbench.turns.getByText('watched rule fired').first()).toBeAttached();

  await request.delete('/live/refund-agent');
  await expect(workbench.sessions.getByText(/^Ended, \d+ records/)).toBeVisible();
});

test('a list that follows the newest turn does not jump when the user scrolls away', async ({
  page,
  request,
  workbench,
}) => {
  await workbench.open();
  const words = (count: number) => 'word '.repeat(count);
  const messages = Array.from({ length: 60 }, (_, turn) => ({
    role: turn % 2 === 0 ? 'user' : 'assistant',
    content: `said ${turn} ${words((turn * 37) % 160)}`,
  }));
  await send(request, 'long-chat', messages);
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Attach to long-chat' }).click();
  await expect(workbench.turns.getByText('said 59')).toBeInViewport();
  const top = async () => (await workbench.turns.getByText('said 57').boundingBox())?.y;
  const before = (await top()) ?? 0;
  await workbench.turns.hover();
  for (const wheels of [1, 2, 3]) {
    await page.mouse.wheel(0, -60);
    await expect.poll(top).toBe(before + 60 * wheels);
  }
  await send(request, 'long-chat', messages.slice(0, 2));
  await expect(page.getByRole('button', { name: '2 new turns' })).toBeVisible();
  expect(await top()).toBe(before + 180);
});

test('records that are no recording are explained until one can be read', async ({ page, request, workbench }) => {
  await workbench.open();
  await send(request, 'thermometer', { temperature: 21.5 });
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Attach to a running agent' });
  await expect(dialog.getByText('export OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Attach to thermometer' }).press('Enter');
  await expect(workbench.sessions.getByText('Not read yet: 1 record received in an unknown format')).toBeVisible();
  await request.post('/v1/trace', { data: {} });
  await page.keyboard.press('a');
  await expect(dialog.getByText('Traces go to /v1/traces')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await workbench.expectAccessible();
  const overflow = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(overflow).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await request.put('/live/thermometer', { data: [{ role: 'user', content: 'How warm is it?' }] });
  await expect.poll(() => workbench.turnCount()).toBe(1);
  // A call that waits for its result is pending, and turns to it.
  const [asked, answered] = call(1);
  await send(request, 'thermometer', asked);
  await expect(workbench.turns.getByText('pending')).toBeVisible();
  await send(request, 'thermometer', answered);
  await expect(workbench.turns.getByText('pending')).toHaveCount(0);
  await expect(workbench.turns.getByRole('row', { name: /issue_refund/ }).first()).toBeVisible();
  await workbench.expectAccessible();
});

test('a fifth live session waits for a connection of the browser, which still opens the page in other tabs', async ({
  page,
  request,
  workbench,
}) => {
  const names = [1, 2, 3, 4, 5].map((number) => `one-of-five-${number}`);
  for (const name of names) await send(request, name, [{ role: 'user', content: `I am ${name}` }]);
  await workbench.open();
  for (const [index, name] of names.slice(0, 4).entries()) {
    await workbench.attach(name);
    await expect(workbench.sessions.getByText('Connected, 1 record')).toHaveCount(index + 1);
  }
  const second = new Workbench(await page.context().newPage());
  await second.open();
  await second.attach(names[4] ?? '');
  await expect(second.sessions.getByText(/^Queued: a browser can receive four/)).toBeVisible();
  const third = new Workbench(await page.context().newPage());
  await third.open();
  await page.close();
  await expect(second.sessions.getByText('Connected, 1 record')).toBeVisible();
});

test('a web page from elsewhere can neither read live sessions nor add to them', async ({
  browser,
  baseURL,
  request,
}) => {
  await send(request, 'secret-agent', [{ role: 'user', content: 'My secret' }]);
  const elsewhere = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<p>Hello'));
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`); // it listens at a port
  const seen = await page.evaluate(async (server) => {
    const answered = (path: string, init: RequestInit = {}) =>
      fetch(server + path, init).then(
        (answer) => answer.text(),
        () => 'not readable',
      );
    const post = { method: 'POST', body: '{"role": "user", "content": "planted"}' };
    const events = new EventSource(`${server}/live/secret-agent`);
    const streamed = new Promise<string>((resolve) => {
      events.addEventListener('append', () => resolve('read'));
      events.addEventListener('error', () => resolve('not readable'));
    });
    const form = document.createElement('form');
    Object.assign(form, {
      method: 'post',
      action: `${server}/live/planted-by-form`,
      enctype: 'text/plain',
      target: 'frame',
    });
    document.body.innerHTML = '<iframe name="frame"></iframe>';
    document.body.append(form);
    const frame = document.querySelector('iframe');
    const submitted = new Promise((resolve) => frame?.addEventListener('load', resolve, { once: true }));
    form.submit();
    await submitted;
    return {
      list: await answered('/live'),
      withoutCors: await answered('/live', { mode: 'no-cors' }),
      stream: await answered('/live/secret-agent'),
      events: await streamed,
      posted: await answered('/live/planted', post),
      postedWithoutCors: await answered('/live/planted', { ...post, mode: 'no-cors' }),
      replaced: await answered('/live/secret-agent', { ...post, method: 'PUT' }),
      exported: await answered('/v1/traces', { ...post, mode: 'no-cors' }),
    };
  }, baseURL ?? '');
  expect(seen).toEqual({
    list: 'not readable',
    withoutCors: '',
    stream: 'not readable',
    events: 'not readable',
    posted: 'not readable',
    postedWithoutCors: '',
    replaced: 'not readable',
    exported: '',
  });
  const list = await (await request.get('/live')).text();
  expect(list).toContain('secret-agent');
  expect(list).not.toContain('planted-by-form","source');
  expect(list).not.toContain('"planted"');
  await context.close();
  elsewhere.close();
});
