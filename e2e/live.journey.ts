import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './test.ts';

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
  await expect(workbench.verdicts).toContainText('0 fire');
  for (const number of [2, 3]) await send(request, 'refund-agent', call(number));
  await expect.poll(() => workbench.turnCount()).toBe(7);
  await expect(workbench.verdicts).toContainText('1 fire');
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

  // While the view is paused, recording goes on.
  await page.keyboard.press('P');
  await send(request, 'refund-agent', call(5));
  await expect(page.getByRole('button', { name: '2 new turns' })).toBeVisible();
  expect(await workbench.turnCount()).toBe(9);
  await workbench.write('input.amount <= 1500');
  await expect(workbench.verdicts).toContainText('1 fire of 4 eligible');
  await workbench.expectAccessible();
  await page.getByRole('button', { name: 'Resume the view' }).press('Enter');
  await expect.poll(() => workbench.turnCount()).toBe(11);
  await expect.poll(() => workbench.cursor()).toBe(10);
  await expect(workbench.verdicts).toContainText('2 fire of 5 eligible');

  // Scrolling away ends following, too; the cursor stays.
  await page.setViewportSize({ width: 1440, height: 520 });
  await workbench.turns.hover();
  await page.mouse.wheel(0, -400);
  await expect(workbench.turns.getByText('Refund my orders')).toBeInViewport();
  await send(request, 'refund-agent', call(6));
  await expect(page.getByRole('button', { name: '2 new turns' })).toBeVisible();
  expect(await workbench.cursor()).toBe(10);

  await request.delete('/live/refund-agent');
  await expect(workbench.sessions.getByText('Ended, 13 records')).toBeVisible();
});

test('records that are no recording are explained until one can be read', async ({ page, request, workbench }) => {
  await workbench.open();
  await send(request, 'thermometer', { temperature: 21.5 });
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Attach to a running agent' });
  await expect(dialog.getByText('export OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Attach to thermometer' }).press('Enter');
  await expect(workbench.sessions.getByText('Not read yet: ')).toBeVisible();
  await request.put('/live/thermometer', { data: [{ role: 'user', content: 'How warm is it?' }] });
  await expect.poll(() => workbench.turnCount()).toBe(1);
  await workbench.expectAccessible();
});
