import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../src/tools/serve/serve.ts';
import { expect, test } from './test.ts';

test.use({ serviceWorkers: 'allow', isFirstVisit: true });

const none = new Set<string>();
const allowed = { origins: none, hosts: none, reachable: none };

test('the page opens without its server; a newer version is announced, and a reload shows it', async ({
  page,
  workbench,
  programs,
}) => {
  // On a busy machine, all files of the newer version take long to arrive.
  test.setTimeout(480_000);
  const folder = mkdtempSync(join(tmpdir(), 'contextscope-page-'));
  cpSync('dist', folder, { recursive: true });
  const serve = (port: number) =>
    startServer(folder, { host: '127.0.0.1', port, watch: [], opened: [], allowed, records: folder, recordsLimit: 1 });
  let server = await serve(0);
  const { address } = server;
  programs.add(address);
  try {
    await page.goto(address);
    await workbench.expectCount('fire', 1);
    await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
    const manifest = await page.locator('link[rel="manifest"]').evaluate((link: HTMLLinkElement) => link.href);
    expect((await page.request.get(manifest)).headers()['content-type']).toContain('application/manifest+json');
    server.close();

    await page.reload();
    await workbench.expectCount('fire', 1);
    await workbench.write('input.amount > 5000.0');
    await workbench.expectCount('fire', 2);
    await workbench.chooseSample(6);
    await expect.poll(() => workbench.turnCount()).toBe(38);

    release(folder);
    server = await serve(Number(new URL(address).port));
    // The page looks for a newer version when it becomes visible, once it has been at rest.
    const news = page.getByText('A new version of this page is ready. Reload to use it.');
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(news).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 240_000 });
    // The open tab goes on with the files of its own version.
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page).toHaveTitle('Contextscope, newer');
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});

/** Another build: its scripts have other names, and those of the old one are gone. */
function release(folder: string): void {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const renamed = new Map(names.map((name) => [name, name.replace(/.{4}\.js$/, 'NEWR.js')]));
  for (const [before, after] of renamed) {
    renameSync(join(assets, before), join(assets, after));
    for (const packed of ['.br', '.gz']) rmSync(join(assets, before + packed), { force: true });
  }
  const texts = [...[...renamed.values()].map((name) => join('assets', name)), 'index.html', 'service-worker.js'];
  for (const text of texts) {
    const path = join(folder, text);
    for (const packed of ['.br', '.gz']) rmSync(path + packed, { force: true });
    const renamedIn = readFileSync(path, 'utf8').replaceAll(/[\w.-]+\.js/g, (name) => renamed.get(name) ?? name);
    writeFileSync(path, renamedIn.replace('<title>Contextscope', '<title>Contextscope, newer'));
  }
}
