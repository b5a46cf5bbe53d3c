import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import type { KillableBrowser } from './browser.ts';
import { keptNow, prepare, ruleNow, storedRules, type KeptNow } from './inPage.ts';

/** What is killed: the tab, its engine's worker, or the whole browser. */
export const victims = ['tab', 'worker', 'browser'] as const;
export type Victim = (typeof victims)[number];

export type Activity = 'typing' | 'importing';

export interface CrashOutcome {
  readonly victim: Victim;
  readonly activity: Activity;
  /** How much of the typing was lost: from the first lost character to the crash. */
  readonly lostMs: number;
  readonly kept: KeptNow;
  /** What is wrong afterwards, in a sentence each. */
  readonly faults: readonly string[];
  /** The page that was opened afterwards, in which the next round goes on; null if the round broke off. */
  readonly page: Page | null;
  /** Milliseconds of each part of the round, so that a slow run shows what is slow. */
  readonly took: { readonly [P in Part]: number };
}

/** The parts of a round, in their order. */
export const parts = [
  'starting',
  'opening',
  'typing',
  'killing',
  'starting again',
  'opening again',
  'reading',
] as const;
export type Part = (typeof parts)[number];

export interface CrashSetting {
  readonly address: string;
  /** Starts the browser on the same data, or returns the one that runs. */
  browser(): Promise<KillableBrowser>;
  /** The page that the round before has left open; null in a new browser. */
  readonly page: Page | null;
  /** From 0 up to, not with, 1. */
  random(): number;
}

/** A killed page may lose no more than this of what was typed. */
const mostLostMs = 1000;

const beginning = 'context._history.turn_count < ';
const longestMs = 1500;
/** A page that stores nothing for so long never will. */
const mostWaitMs = 60_000;

/** Opens the page, lets someone type or import, kills something at a random moment, and opens the page again. */
export async function crash(victim: Victim, activity: Activity, setting: CrashSetting): Promise<CrashOutcome> {
  const clock = stopwatch();
  try {
    return await round(victim, activity, setting, clock);
  } catch (cause) {
    const faults = [`the round broke off: ${cause instanceof Error ? cause.message : String(cause)}`];
    const kept = { workspaces: 0, sessions: 0, withoutText: 0, setAside: 0 };
    return { victim, activity, lostMs: 0, kept, faults, page: null, took: clock.took };
  }
}

async function round(
  victim: Victim,
  activity: Activity,
  setting: CrashSetting,
  clock: ReturnType<typeof stopwatch>,
): Promise<CrashOutcome> {
  const { address, random } = setting;
  const browser = await setting.browser();
  clock.end('starting');
  const page = setting.page ?? (await openPage(browser, address));
  clock.end('opening');
  await page.evaluate(prepare);
  const typed = await startTyping(page);
  const until = performance.now() + random() * longestMs;
  if (activity === 'importing') {
    // Begun, and not awaited: the crash comes in the middle.
    importLog(page, Math.floor(200 + random() * 4000)).catch(() => undefined);
  }
  while (performance.now() < until) await typed.next(page, 10 + random() * 80);
  const end = performance.now();
  clock.end('typing');
  await kill(victim, page, browser);
  await typed.settled();
  clock.end('killing');

  const restarted = await setting.browser();
  clock.end('starting again');
  const next = await openPage(restarted, address);
  clock.end('opening again');
  let recovered = await next.evaluate(ruleNow);
  // On a busy machine the page begins without its workspace, says so, and has it after a reload.
  const isLate = typed.lostSince(recovered, end) === Infinity;
  if (isLate) {
    await next.getByText(/began without what you worked on before/).waitFor({ timeout: mostWaitMs });
    await next.reload();
    await editorOf(next).waitFor({ timeout: mostWaitMs });
    recovered = await next.evaluate(ruleNow);
  }
  const kept = await next.evaluate(keptNow);
  clock.end('reading');
  const lostMs = typed.lostSince(recovered, end);
  const faults = [
    ...(lostMs > mostLostMs ? [`${Math.round(lostMs)} ms of typing were lost: “${recovered}” is left`] : []),
    ...(kept.withoutText > 0 ? [`${kept.withoutText} kept sessions have no text`] : []),
    ...(kept.setAside > 0 ? [`${kept.setAside} records were set aside`] : []),
  ];
  return { victim, activity, lostMs, kept, faults, page: next, took: clock.took };
}

function stopwatch() {
  const took: { [P in Part]: number } = {
    starting: 0,
    opening: 0,
    typing: 0,
    killing: 0,
    'starting again': 0,
    'opening again': 0,
    reading: 0,
  };
  let begun = performance.now();
  return {
    took,
    end(part: Part): void {
      const now = performance.now();
      took[part] = now - begun;
      begun = now;
    },
  };
}

async function openPage({ context }: KillableBrowser, address: string): Promise<Page> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('crash', () => errors.push('the tab crashed'));
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  // The page reads this folder of samples first; it must not show the browser's error page.
  await page.goto(address, { timeout: mostWaitMs });
  try {
    await editorOf(page).waitFor({ timeout: mostWaitMs });
  } catch (cause) {
    const body = page.locator('body');
    const shown = await body.innerText({ timeout: 5000 }).catch(() => 'nothing: the page does not answer');
    throw new Error(`the editor did not open; the page shows “${shown.slice(0, 400)}” ${errors.join('; ')}`, { cause });
  }
  return page;
}

const editorOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Rule', exact: true }).locator('.view-line').first();

/** Types into the rule, and remembers when each text was there. */
async function startTyping(page: Page) {
  await page.getByRole('textbox', { name: 'Rule expression' }).focus();
  await page.keyboard.press('ControlOrMeta+A');
  let text = `${beginning}${String(Date.now()).slice(-6)}`;
  await page.keyboard.insertText(text);
  // It is stored before anything is killed: what counts is what comes later.
  const latest = performance.now() + mostWaitMs;
  while (!(await page.evaluate(storedRules)).includes(text)) {
    if (performance.now() > latest) throw new Error(`“${text}” was not stored in ${mostWaitMs} ms`);
    await wait(50);
  }
  const texts: { readonly text: string; readonly at: number }[] = [{ text, at: performance.now() }];
  let pressing: Promise<void> = Promise.resolve();
  return {
    async next(on: Page, pauseMs: number): Promise<void> {
      text += String(texts.length % 10);
      // Typed is what the page has shown: on a busy machine, a key may wait before the page sees it.
      const one = { text, at: Infinity };
      pressing = on.keyboard.insertText(text.slice(-1)).then(
        () => void (one.at = performance.now()),
        () => undefined,
      );
      await Promise.race([pressing, wait(500)]);
      texts.push(one);
      await wait(pauseMs);
    },
    settled: () => Promise.race([pressing, wait(500)]),
    /** From the moment when the first lost character was typed. Infinite if the text is another one. */
    lostSince(recovered: string, end: number): number {
      const found = texts.findIndex((one) => one.text === recovered);
      if (found < 0) return Infinity;
      const lost = texts[found + 1];
      return lost === undefined ? 0 : Math.max(0, end - lost.at);
    },
  };
}

async function importLog(page: Page, messages: number): Promise<void> {
  const lines = Array.from({ length: messages }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${at} of a long conversation about refunds.`,
  }));
  const file = {
    name: 'long.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ messages: lines })),
  };
  await page.locator('[data-picker="session"]').setInputFiles(file);
}

async function kill(victim: Victim, page: Page, browser: KillableBrowser): Promise<void> {
  if (victim === 'browser') return browser.kill();
  if (victim === 'tab') {
    const session = await page.context().newCDPSession(page);
    // On a busy machine it may crash late, and would take the next page of the same process with it.
    const crashed = new Promise((resolve) => page.once('crash', resolve));
    // A page that crashed does not answer.
    session.send('Page.crash').catch(() => undefined);
    await Promise.race([crashed, wait(mostWaitMs)]);
    // Closing a page that crashed may wait for its answer.
    await Promise.race([page.close().catch(() => undefined), wait(1000)]);
    return;
  }
  for (const worker of page.workers()) {
    await worker
      .evaluate(() => {
        setTimeout(() => {
          throw new Error('killed by a test');
        });
      })
      .catch(() => undefined);
  }
  // The page lives on, and its tab is closed a moment later.
  await wait(50);
  await page.close();
}
