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
const visitCount = 5;

/** Milliseconds for which a new browser rests before it opens a page, and for which the page then loads undisturbed. */
const restMs = 6_000;
const loadMs = 6_000;

const budgetMs = 1_200;

/** The mark that the page sets (src/services/frames.ts). */
const ownDrawing = 'own-drawing';

/** In CSS pixels: both are shown what was drawn when the page was built (src/app/showPrerendered.ts). */
const windows = ['1440,900', '1024,768'];

/**
 * How soon the built page is on the screen; it first is with the ribbon of its first sample, which a journey checks. Then how
 * soon the page has drawn it itself, and answers. In time that passes, and not in processor time, because the files that the
 * page waits for count, too: other programs must be at rest. The baseline is a page of one word.
 */
export async function firstScreenLines(executablePath: string): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const size of windows) lines.push(await firstScreenLine(executablePath, size));
  return lines;
}

async function firstScreenLine(executablePath: string, size: string): Promise<Line> {
  const word = createPageServer(null, async (_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Word</title><p>Ribbon</p>');
    return true;
  });
  const baseline = quantile(firsts(await visited(word, executablePath, size)), 0.5);
  const visits = await visited(createPageServer(resolve(root, 'dist')), executablePath, size);
  const times = firsts(visits);
  const took = quantile(times, 0.5);
  const own = visits.flatMap(({ own: time }) => time ?? []);
  return {
    what: `from the navigation to the first ribbon on the screen, ${size.replace(',', ' × ')} px, median of ${visitCount} new browsers (${ms(Math.min(...times))} to ${ms(Math.max(...times))}), beside a page of one word (${ms(baseline)}); the page itself has drawn it after ${ms(quantile(own, 0.5))}`,
    measured: `${ms(took)}, ${ratio(took / baseline)}`,
    budget: `≤ ${budgetMs} ms`,
    kept: took <= budgetMs,
  };
}

/** Milliseconds from the start of the navigation. */
interface Visit {
  /** Until something is on the screen. */
  readonly first: number;
  /** Until what the page's own script has drawn is. */
  readonly own: number | null;
}

const firsts = (visits: readonly Visit[]): readonly number[] => visits.map(({ first }) => first);

async function visited(server: Server, executablePath: string, size: string): Promise<readonly Visit[]> {
  const address = await listen(server, '127.0.0.1', 0);
  try {
    const visits: Visit[] = [];
    for (let at = 0; at < visitCount; at++) visits.push(await visit(address, executablePath, size));
    return visits;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/**
 * Connects to the page only once it has loaded: with a debugger, a browser reads each script once more for the places of its
 * statements, and the page takes almost twice as long.
 */
async function visit(address: string, executablePath: string, size: string): Promise<Visit> {
  const profile = await mkdtemp(join(tmpdir(), 'first-screen-'));
  const args = [
    ...chromiumArgs,
    ...(sandboxed ? [] : ['--no-sandbox']),
    '--headless',
    `--window-size=${size}`,
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
    const first = await shown?.jsonValue();
    if (first === undefined) throw new Error('the browser shows no page');
    const own = await page?.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime, ownDrawing);
    await browser.close();
    return { first, own: own ?? null };
  } finally {
    program.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
