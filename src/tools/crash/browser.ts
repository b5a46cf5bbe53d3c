import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium } from '@playwright/test';
import { chromiumArgs, sandboxed } from '../test/chromium.ts';

/** A Chromium that keeps its data in a folder, and that can be killed like any other process. */
export interface KillableBrowser {
  readonly context: BrowserContext;
  /** Ends the browser and all that belongs to it at once, as a crash does. */
  kill(): Promise<void>;
}

export async function startBrowser(executablePath: string, folder: string): Promise<KillableBrowser> {
  const args = [
    '--headless=new',
    '--window-size=1440,900',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    ...chromiumArgs,
    ...(sandboxed ? [] : ['--no-sandbox']),
    'about:blank',
  ];
  // Detached: the group of its processes can be ended with it.
  const child = spawn(executablePath, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const browser = await chromium.connectOverCDP(await addressOf(child));
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the browser has no window');
  return {
    context,
    async kill() {
      const gone = once(child, 'exit');
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await gone;
      // The connection is gone with the browser.
      await browser.close().catch(() => undefined);
    },
  };
}

/** The browser writes where it listens. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('the browser has no error output');
  for await (const line of createInterface({ input: stderr })) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      // What it writes later must not block it.
      stderr.resume();
      return address;
    }
  }
  throw new Error('the browser did not start');
}
