import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { openEntry } from '../../engine/opening/open-session.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { recordsToPlay } from '../../worker/live/records-to-play.ts';
import { ensurePage } from '../build/build.ts';
import { liveRoutes } from '../live/routes.ts';
import { LiveStreams } from '../live/streams.ts';
import { listen } from '../serve/listen.ts';
import { createPageServer } from '../serve/server.ts';
import { root } from '../setup/run.ts';
import { chromiumArgs, ensureChromium, sandboxed } from '../test/chromium.ts';
import { must } from './bench.ts';
import { firstScreenLines } from './first-screen.ts';
import { chatLog } from './generate.ts';
import { type Line, ms, quantile } from './measure.ts';
import { sum, type Tasks, traced } from './trace.ts';

const rate = 1_000;
/** In the session file each call has two events: its request and its outcome. */
const turnsPerRecord = 4 / 5;
const name = 'bench';

/** A live session that receives records while the page shows it. */
interface PageLoad {
  readonly what: string;
  /** Turns of the session before the measurement begins. */
  readonly before: number;
  readonly seconds: number;
  /** Records per second. */
  readonly rate: number;
  /** The user types, and sees verdicts after at most so many milliseconds. */
  readonly keyMs?: number;
}

/** A number of records or turns, and when it was reached: milliseconds since 1970. */
interface Step {
  readonly count: number;
  readonly at: number;
}

/** The built page in a browser: its first screen, then the tasks of its main thread while records arrive, and how soon each turn has its verdict. */
export async function pageLines(seconds: number): Promise<readonly Line[]> {
  const short = Math.min(10, seconds);
  const loads: readonly PageLoad[] = [
    { what: `${rate} records a second for ${seconds} s`, before: 1_000, seconds, rate },
    { what: 'the same for 10 s from 100 000 turns on', before: 100_000, seconds: short, rate },
    { what: 'the same for 10 s while a rule is typed', before: 1_000, seconds: short, rate, keyMs: 100 },
    { what: 'a rule is typed for 10 s, 10 000 turns', before: 10_000, seconds: short, rate: 0, keyMs: 30 },
  ];
  const executablePath = await ensureChromium();
  if (executablePath === null || !(await ensurePage())) throw new Error('This needs a build of the page and Chromium.');
  const launch = { executablePath, args: [...chromiumArgs], chromiumSandbox: sandboxed };
  const lines = [...(await firstScreenLines(executablePath))];
  const browser = await chromium.launch(launch);
  try {
    for (const load of loads) lines.push(...(await measured(browser, load)));
    return lines;
  } finally {
    await browser.close();
  }
}

async function measured(browser: Browser, load: PageLoad): Promise<readonly Line[]> {
  const streams = new LiveStreams();
  const server = createPageServer(resolve(root, 'dist'), liveRoutes(streams));
  const address = await listen(server, '127.0.0.1', 0);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    const { records, recordOfTurn } = await recordingOf(load);
    const sentBefore = recordOfTurn[load.before] ?? records.length;
    streams.open(name, 'relay')?.append(records.slice(0, sentBefore));
    await attach(page, address, load.before);
    const endTrace = await traced(browser);
    const [sent] = await Promise.all([
      send(address, records, sentBefore),
      load.keyMs !== undefined && type(page, load.seconds),
    ]);
    const { steps, keys } = await shownTurns(page, recordOfTurn.length);
    const tasks = await endTrace();
    const delays = recordOfTurn
      .slice(load.before)
      .map((record, index) => reached(steps, load.before + index + 1) - reached(sent, record + 1));
    return linesOf(load, tasks, { delays, keys }, steps.length);
  } finally {
    await page.close();
    server.close();
    server.closeAllConnections();
    streams.close();
  }
}

/** The events of a session file, which are quick to read, one a line; and the record of each turn. */
async function recordingOf({ before, seconds, rate: perSecond }: PageLoad) {
  // In the session file, each call has an event of its own, and so has each message.
  const text = must(await openText(chatLog(before + seconds * perSecond * turnsPerRecord)));
  const opened = must(openEntry(text, 0, systemOf));
  const { records } = recordsToPlay(opened, false);
  // The first record is the file without its events.
  const recordOfTurn = opened.history.turns.map(({ event }) => event + 1);
  return { records: records.map((record) => `${record.text}\n`), recordOfTurn };
}

async function attach(page: Page, address: string, turns: number): Promise<void> {
  const rule = '!context.capabilities.refund.inputs.exists(i, i.amount > 2000)';
  await page.goto(`${address}/#${new URLSearchParams({ v: '2', hook: 'turn', rule }).toString()}`);
  await page.getByRole('region', { name: 'Rule', exact: true }).locator('.view-line').first().waitFor();
  await page.keyboard.press('a');
  await page.getByRole('button', { name: `Attach to ${name}` }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page
    .getByRole('slider', { name: 'draft' })
    .and(page.locator(`[aria-valuemax="${turns - 1}"]`))
    .waitFor();
  await page.evaluate(watchVerdicts);
}

/** What the page has noted. */
interface Noted {
  readonly steps: readonly Step[];
  /** Milliseconds from each typed digit to its verdicts. */
  readonly keys: readonly number[];
}

/**
 * Runs in the page: notes each change of the draft's count of judged turns, and when the verdicts of a typed rule come,
 * in the frame that shows them.
 */
function watchVerdicts(): void {
  const steps: Step[] = [];
  const keys: number[] = [];
  Object.assign(window, { noted: { steps, keys } satisfies Noted });
  const timeline = document.querySelector('section[aria-label="Timeline"]');
  if (timeline === null) throw new Error('there is no timeline');
  let typed: number | null = null;
  let isJudging = false;
  window.addEventListener('keydown', ({ key }) => (typed = /^\d$/.test(key) ? performance.now() : typed), true);
  // Functions with names do not reach the page: the compiler adds a call to each.
  new MutationObserver(() => {
    const wasJudging = isJudging;
    isJudging = timeline.querySelector('[role="slider"]')?.getAttribute('aria-busy') === 'true';
    const isJudged = wasJudging && !isJudging;
    requestAnimationFrame(() => {
      const words = timeline.querySelector('[title$=" eligible"]')?.getAttribute('title') ?? '';
      const count = Number((words.split('of ').at(-1) ?? '').replaceAll(/\D/g, ''));
      if (count !== steps.at(-1)?.count) steps.push({ count, at: performance.timeOrigin + performance.now() });
      if (isJudged && typed !== null) {
        keys.push(performance.now() - typed);
        typed = null;
      }
    });
  }).observe(timeline, { subtree: true, attributeFilter: ['title', 'aria-busy'] });
}

/** Waits until so many turns have a verdict, and returns what was noted until then. */
async function shownTurns(page: Page, turns: number): Promise<Noted> {
  const noted = await page.waitForFunction(
    (wanted) => {
      const { noted: known } = window as unknown as { readonly noted: Noted }; // set by watchVerdicts
      return (known.steps.at(-1)?.count ?? 0) >= wanted ? known : null;
    },
    turns,
    { timeout: 600_000, polling: 500 },
  );
  return (await noted.jsonValue()) ?? { steps: [], keys: [] };
}

/** Another number in the rule three times a second, none of them twice. */
async function type(page: Page, seconds: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Rule expression' }).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowLeft');
  for (let key = 0; key < 3 * seconds; key++) {
    if (key % 10 === 0) await page.keyboard.press('1');
    await page.keyboard.press('Backspace');
    await page.keyboard.press(String(key % 10));
    await wait(1_000 / 3);
  }
}

/** Sends the records from an index on at their pace, and notes when the server had accepted how many. */
async function send(address: string, records: readonly string[], from: number): Promise<readonly Step[]> {
  const accepted: Step[] = [];
  const begin = performance.now();
  for (let sent = from; sent < records.length; await wait(5)) {
    const due = from + Math.floor(((performance.now() - begin) * rate) / 1_000);
    if (due <= sent) continue;
    const answer = await fetch(`${address}/live/${name}`, { method: 'POST', body: records.slice(sent, due).join('') });
    if (!answer.ok) throw new Error(await answer.text());
    sent = Math.min(due, records.length);
    accepted.push({ count: sent, at: performance.timeOrigin + performance.now() });
  }
  return accepted;
}

const reached = (steps: readonly Step[], wanted: number): number =>
  steps.find(({ count }) => count >= wanted)?.at ?? Number.NaN;

interface Waits {
  readonly delays: readonly number[];
  readonly keys: readonly number[];
}

function linesOf(load: PageLoad, { page, worker }: Tasks, { delays, keys }: Waits, updates: number): readonly Line[] {
  const { what, seconds, keyMs = Number.POSITIVE_INFINITY } = load;
  const long = page.filter((task) => task > 50).length;
  const busy = (thread: readonly number[]) => `${(sum(thread) / seconds / 10).toFixed(0)} %`;
  const facts = `page busy ${busy(page)}, worker ${busy(worker)} with tasks up to ${ms(Math.max(...worker))}`;
  const lineOf = (fact: string, took: number, most: number): Line => ({
    what: `${fact}; ${what}`,
    measured: ms(took),
    budget: `≤ ${most} ms`,
    kept: took <= most,
  });
  const waited = (fact: string, times: readonly number[], most: number): readonly Line[] =>
    times.length === 0
      ? []
      : [lineOf(`${fact}, p95 of ${times.length} (median ${ms(quantile(times, 0.5))})`, quantile(times, 0.95), most)];
  return [
    lineOf(
      `longest task of the page in processor time (${long} of ${page.length} over 50 ms); ${facts}`,
      Math.max(...page),
      50,
    ),
    ...waited(`from a record’s arrival at the server to its verdict on the screen in ${updates} updates`, delays, 100),
    ...waited('from a key to its verdicts on the screen', keys, keyMs),
  ];
}
