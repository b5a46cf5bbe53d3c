import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { listen } from '../serve/listen.ts';
import { createPageServer } from '../serve/server.ts';
import { root } from '../setup/run.ts';
import { chromiumArgs, sandboxed } from '../test/chromium.ts';
import { type Line, ms, quantile, ratio } from './measure.ts';

/** Each in a new browser, which has kept no file of the page. */
const visits = 5;

/** Milliseconds for which a new browser rests before it opens a page, and for which the page then loads undisturbed. */
const restMs = 6_000;
const loadMs = 6_000;

const budgetMs = 1_200;

/**
 * How soon the built page is on the screen; it first is with the ribbon of its first sample, which a journey checks. In time that
 * passes, and not in processor time, because the files that the page waits for count, too: other programs must be at rest.
 * The baseline is a page of one word.
 */
export async function firstScreenLine(executablePath: string): Promise<Line> {
  const word = createPageServer(null, async (_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Word</title><p>Ribbon</p>');
    return true;
  });
  const baseline = quantile(await visited(word, executablePath), 0.5);
  const times = await visited(createPageServer(resolve(root, 'dist')), executablePath);
  const took = quantile(times, 0.5);
  return {
    what: `from the navigation to the first ribbon on the screen, median of ${visits} new browsers (${ms(Math.min(...times))} to ${ms(Math.max(...times))}), beside a page of one word (${ms(baseline)})`,
    measured: `${ms(took)}, ${ratio(took / baseline)}`,
    budget: `≤ ${budgetMs} ms`,
    kept: took <= budgetMs,
  };
}

/** Of each visit, the milliseconds from the start of the navigation until something is on the screen. */
async function visited(server: Server, executablePath: string): Promise<readonly number[]> {
  const address = await listen(server, '127.0.0.1', 0);
  try {
    const times: number[] = [];
    for (let visit = 0; visit < visits; visit++) times.push(await firstContentful(address, executablePath));
    return times;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/**
 * Connects to the page only once it has loaded: with a debugger, a browser reads each script once more for the places of its
 * statements, and the page takes almost twice as long.
 */
async function firstContentful(address: string, executablePath: string): Promise<number> {
  const profile = await mkdtemp(join(tmpdir(), 'first-screen-'));
  const args = [
    ...chromiumArgs,
    ...(sandboxed ? [] : ['--no-sandbox']),
    '--headless',
    '--window-size=1440,900',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  const program = spawn(executablePath, args, { stdio: 'ignore' });
  const ended = once(program, 'exit');
  try {
    await wait(restMs);
    // The browser writes its port into the first line: https://chromedevtools.github.io/devtools-protocol/#how-do-i-access-the-browser-target
    const [port = ''] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    const debugging = `http://127.0.0.1:${port}`;
    const opened = await fetch(`${debugging}/json/new?${address}/`, { method: 'PUT' });
    if (!opened.ok) throw new Error(`the browser opened no page: ${await opened.text()}`);
    await wait(loadMs);
    const browser = await chromium.connectOverCDP(debugging);
    const page = browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((one) => one.url().startsWith(address));
    const shown = await page?.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    const time = await shown?.jsonValue();
    if (time === undefined) throw new Error('the browser shows no page');
    await browser.close();
    return time;
  } finally {
    program.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
