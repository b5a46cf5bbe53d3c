import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashes } from '../src/tools/crash/crashes.ts';
import { findChromium } from '../src/tools/test/chromium.ts';
import { expect, test } from './test.ts';

/** `npm run crash` does the same 200 times, at other moments each time. */
test('a killed tab, engine or browser loses at most the last second of typing, and nothing that was kept', async ({
  baseURL,
}) => {
  // Nine browsers start, one after the other.
  test.setTimeout(600_000);
  const executablePath = findChromium() ?? '';
  const data = mkdtempSync(join(tmpdir(), 'contextscope-crash-'));
  try {
    const faults: (readonly string[])[] = [];
    for await (const outcome of crashes({ address: baseURL ?? '', executablePath, data, count: 9, seed: 1 })) {
      faults.push(outcome.faults);
    }
    expect(faults.flat()).toEqual([]);
    expect(faults).toHaveLength(9);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
