import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run, runNode } from '../setup/run.ts';

/** The usual paths of Chromium and Chrome. */
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A Chromium on this machine: CHROMIUM_PATH first, then the system's, then Playwright's own; null when there is none. */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  const places = [...(named ? [named] : []), ...usualPlaces, chromium.executablePath()];
  return places.find((place) => existsSync(place)) ?? null;
}

/** Does the same, but installs one when none was found. */
export async function ensureChromium(): Promise<string | null> {
  const found = findChromium();
  if (found !== null) return found;
  console.log('Installing Chromium for the end-to-end tests …');
  await install();
  return findChromium();
}

async function install(): Promise<void> {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    const { status } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
    if (status === 0) return;
  }
  await runNode('@playwright/test/cli.js', ['install', 'chromium']);
}

/** A container's root cannot use Chromium's sandbox; everyone else keeps it. */
export const sandboxed = process.getuid?.() !== 0;

/** Only the page under test: no graphics card, no updates, no other network requests. */
export const chromiumArgs: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
