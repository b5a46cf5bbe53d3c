import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium, sandboxed } from './src/tools/test/chromium.ts';

const browser = findChromium();

/** Journeys through the built page, as a person at a keyboard makes them. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.journey.ts',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  // A journey that passes only sometimes is a broken promise, so there is no second try.
  retries: 0,
  // Long, because these only end a journey that hangs: the machine may be busy with other work.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  use: {
    // The server below says which port it found.
    baseURL: `http://127.0.0.1:${process.env['CONTEXTSCOPE_PORT']}`,
    // Recording costs a third of the time; `--trace on` after the command shows what happened in one journey.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Only the journey about them needs the page to work without its server.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(browser === null ? {} : { executablePath: browser }),
      args: [...chromiumArgs],
      chromiumSandbox: sandboxed,
    },
  },
  webServer: {
    // Builds first if the sources have changed: a journey through an old page proves nothing.
    command: 'node src/tools/setup/bootstrap.mjs src/tools/start/main.ts',
    env: { PORT: '0', HOST: '127.0.0.1' },
    wait: { stdout: /at http:\/\/127\.0\.0\.1:(?<contextscope_port>\d+)/ },
    timeout: 120_000,
  },
});
