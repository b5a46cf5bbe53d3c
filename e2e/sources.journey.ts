import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RefundAgent } from '../src/tools/live/a2a/testing.ts';
import { listen } from '../src/tools/serve/listen.ts';
import { openedFile, pageWith } from '../src/tools/serve/opened.ts';
import { startServer } from '../src/tools/serve/serve.ts';
import { expect, test } from './test.ts';
import { Workbench } from './workbench.ts';

test('the user writes to an A2A agent and answers its question beside its session', async ({
  page,
  programs,
  workbench,
}) => {
  const agent = new RefundAgent();
  await agent.start();
  programs.add(agent.address);
  try {
    await workbench.open();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Attach to a running agent' });
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://agents.example/a2a');
    await expect(dialog.getByText('npm start -- --allow-origin https://agents.example')).toBeVisible();
    await workbench.expectAccessible();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(agent.address);
    await dialog.getByRole('button', { name: 'Connect' }).click();
    const message = workbench.sessions.getByRole('textbox', { name: 'Message to Refund agent' });
    await message.fill('Refund me');
    await message.press('Enter');
    await expect(workbench.sessions.getByText('Refund agent waits for your answer')).toBeVisible();
    await message.fill('Order 7');
    await message.press('Enter');
    await expect(workbench.sessions.getByRole('button', { name: 'Cancel the task' })).toBeVisible();
    agent.steps.allow(2);
    await expect.poll(() => workbench.turnCount()).toBe(6);
    await expect(workbench.sessions.getByText('Refund agent is ready for a message')).toBeVisible();
    await workbench.expectAccessible();
  } finally {
    agent.kill();
  }
});

test('JSON that is read again names what is missing, and its unchanged text is not sent again', async ({
  page,
  programs,
  workbench,
}) => {
  let isPermitted = false;
  let unchanged = 0;
  const messages = [{ role: 'user', content: 'Hello' }];
  const server: Server = createServer((request, response) => {
    const text = JSON.stringify(messages);
    response.setHeader('ETag', `"${text.length}"`);
    if (isPermitted) response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.headers['if-none-match'] === `"${text.length}"`) {
      unchanged += 1;
      response.writeHead(304).end();
    } else response.setHeader('Content-Type', 'application/json').end(text);
  });
  const address = await listen(server, '127.0.0.1', 0);
  programs.add(address);
  try {
    await workbench.open();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Attach to a running agent' });
    await dialog.getByText('JSON, read again').click();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${address}/messages.json`);
    await dialog.getByRole('textbox', { name: 'Seconds between readings' }).fill('0.2');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await expect(workbench.sessions.getByText(/does not let this page read the answer/)).toBeVisible();
    isPermitted = true;
    await expect(workbench.sessions.getByText('Connected, 1 record')).toBeVisible();
    await expect.poll(() => unchanged).toBeGreaterThan(0);
    messages.push({ role: 'assistant', content: 'Good morning' });
    await expect.poll(() => workbench.turnCount()).toBe(2);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('a file that the page may read is followed as it grows', async ({ page, workbench }) => {
  await workbench.open();
  const add = (content: string) =>
    page.evaluate(
      async (line) => {
        const handle = await (await navigator.storage.getDirectory()).getFileHandle('log.jsonl', { create: true });
        const writing = await handle.createWritable({ keepExistingData: true });
        await writing.write({ type: 'write', position: (await handle.getFile()).size, data: line });
        await writing.close();
        // The browser's own dialog cannot be used in a test. The handle is a real one.
        Object.assign(window, { showOpenFilePicker: async () => [handle] });
      },
      `${JSON.stringify({ role: 'user', content })}\n`,
    );
  await add('One');
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Choose a file…' }).click();
  await expect.poll(() => workbench.turnCount()).toBe(1);
  await add('Two');
  await expect.poll(() => workbench.turnCount()).toBe(2);
});

test('a file that was dropped on the page is followed in the place of what was read of it', async ({
  page,
  workbench,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'contextscope-dropped-'));
  const file = join(folder, 'session.jsonl');
  const line = (content: string) => `${JSON.stringify({ role: 'user', content })}\n`;
  writeFileSync(file, line('One') + line('Two'));
  try {
    await workbench.open();
    const browser = await page.context().newCDPSession(page);
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await browser.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data });
    await workbench.sessions.getByRole('button', { name: 'More for session.jsonl' }).click();
    await page.getByRole('menuitem', { name: 'Follow this file' }).click();
    await expect(workbench.sessions.getByText('Connected, 1 record')).toBeVisible();
    // The recording that was read on dropping is not listed beside it.
    await expect(workbench.sessions.getByRole('button', { name: 'More for session.jsonl' })).toHaveCount(1);
    appendFileSync(file, line('Three'));
    await expect.poll(() => workbench.turnCount()).toBe(3);
    writeFileSync(`${file}.new`, line('Nine'));
    renameSync(`${file}.new`, file);
    await expect(workbench.sessions.getByText(/^The file was replaced at/)).toBeVisible();
    await expect.poll(() => workbench.turnCount()).toBe(1);
    rmSync(file);
    await expect(
      workbench.sessions.getByText('The file no longer exists. It is read again when it reappears.'),
    ).toBeVisible();
    await workbench.command('Stop the live session and keep what has arrived');
    await expect(workbench.sessions.getByText('Ended, 1 record')).toBeVisible();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a file that was opened is followed from the palette', async ({ page, workbench }) => {
  await workbench.open();
  await page.evaluate(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('opened.jsonl', { create: true });
    const writing = await handle.createWritable();
    await writing.write('{"role": "user", "content": "One"}\n{"role": "assistant", "content": "Two"}\n');
    await writing.close();
    // The browser's own dialog cannot be used in a test. The handle is a real one.
    Object.assign(window, { showOpenFilePicker: async () => [handle] });
  });
  const follow = 'Follow the file of this session as it grows';
  await workbench.command(follow);
  await expect(page.getByText(/^Only a file that was opened or dropped/)).toBeVisible();
  await page.getByRole('button', { name: 'Open session' }).click();
  await expect.poll(() => workbench.turnCount()).toBe(2);
  await workbench.command(follow);
  await expect(workbench.sessions.getByText('Connected, 1 record')).toBeVisible();
});

test('a permitted page in another tab sends records to the window that it opens, and to one that it embeds', async ({
  page,
  programs,
}) => {
  const host = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'));
  const hostAddress = await listen(host, '127.0.0.1', 0);
  const records = mkdtempSync(join(tmpdir(), 'contextscope-records-'));
  const none = new Set<string>();
  const allowed = { origins: new Set([hostAddress]), hosts: none, reachable: none };
  const choices = { host: '127.0.0.1', port: 0, watch: [], allowed, records, opened: [], recordsLimit: 2 ** 20 };
  const scope = await startServer('dist', choices);
  for (const address of [hostAddress, scope.address]) programs.add(address);
  try {
    await page.goto(hostAddress);
    const post = (way: 'opens' | 'embeds') =>
      page.evaluate(
        ([address, name]) =>
          new Promise<unknown[]>((resolve) => {
            const answers: unknown[] = [];
            const send = (scope: Window, message: object) => scope.postMessage({ ...message, name }, address);
            const frame = document.createElement('iframe');
            frame.width = frame.height = '1000';
            window.addEventListener('message', ({ data, source, origin }) => {
              if (origin !== address || source === null) return;
              const scope = source as Window; // the page that was opened or embedded
              answers.push(data.contextscope);
              if (data.contextscope === 'ready') {
                send(scope, { contextscope: 'records', records: [{ role: 'user', content: 'Refund order 7' }] });
                send(scope, { contextscope: 'records', records: [{ role: 'assistant', content: 'Refunded' }] });
                send(scope, { contextscope: 'records', records: [] });
                send(scope, { contextscope: 'end' });
              }
              if (answers.length === 5) resolve(answers);
            });
            if (name === 'opens') window.open(address);
            else document.body.append(Object.assign(frame, { src: address }));
          }),
        [scope.address, way] as const,
      );
    const opening = page.waitForEvent('popup');
    const answers = ['ready', 'accepted', 'accepted', 'refused', 'accepted'];
    expect(await post('opens')).toEqual(answers);
    const opened = new Workbench(await opening);
    await expect(opened.sessions.getByText('Ended, 2 records')).toBeVisible();
    await expect.poll(() => opened.turnCount()).toBe(2);
    await page.reload();
    expect(await post('embeds')).toEqual(answers);
    await expect(page.frameLocator('iframe').getByText('Ended, 2 records')).toBeVisible();
  } finally {
    scope.close();
    host.close();
    host.closeAllConnections();
  }
});

test('a file of the command line is on the page, also after a reload; one that is gone is named', async ({
  page,
  workbench,
  programs,
}) => {
  const records = mkdtempSync(join(tmpdir(), 'contextscope-records-'));
  const none = new Set<string>();
  const opened = [
    openedFile(join(import.meta.dirname, 'pasted/task-context.py.txt')),
    openedFile('/nowhere/gone.json'),
  ];
  const allowed = { origins: none, hosts: none, reachable: none };
  const scope = await startServer('dist', {
    host: '127.0.0.1',
    port: 0,
    watch: [],
    allowed,
    records,
    opened,
    recordsLimit: 2 ** 20,
  });
  programs.add(scope.address);
  try {
    await page.goto(`${scope.address}${pageWith(opened)}`);
    await expect(workbench.sessions).toContainText('refund-desk');
    await expect(page.getByText(/gone\.json could not be read \(status 404\)/)).toBeVisible();
    await expect.poll(() => workbench.turnCount()).toBe(10);
    await workbench.turns.focus();
    await page.keyboard.press('k');
    const turn = await workbench.cursor();
    await expect(page).toHaveURL(new RegExp(`source=src0&turn=${turn}`));
    await page.reload();
    await expect.poll(() => workbench.turnCount()).toBe(10);
    expect(await workbench.cursor()).toBe(turn);
    // Another host, which the server does not let the page reach.
    await page.goto(`${scope.address}/?src=https://example.com/a.json`);
    await expect(page.getByText(/started with --allow-origin https:\/\/example\.com/)).toBeVisible();
    await expect.poll(() => workbench.turnCount()).toBeGreaterThan(10);
  } finally {
    scope.close();
  }
});
