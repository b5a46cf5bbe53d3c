import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { root } from '../setup/run.ts';
import { chromiumArgs, ensureChromium, sandboxed } from '../test/chromium.ts';

/**
 * Makes the application icons in `public/` again from `favicon.svg`; run it after changing that file. Systems that install
 * the page as an application want PNG, and cut their own shape out of a *maskable* one: its ground reaches the edges,
 * and the drawing keeps to the circle with four fifths of the width that all shapes leave (W3C, Web Application Manifest).
 */
const icons = [
  { name: 'icon-192.png', size: 192, isMaskable: false },
  { name: 'icon-512.png', size: 512, isMaskable: false },
  { name: 'icon-maskable-512.png', size: 512, isMaskable: true },
] as const;

/** Of the drawing on a maskable icon; its corners are then within the circle. */
const scale = 0.7;

const executablePath = await ensureChromium();
if (executablePath === null) {
  console.error('There is no Chromium here and none could be installed: set CHROMIUM_PATH to one.');
  process.exit(1);
}
const svg = await readFile(resolve(root, 'public/favicon.svg'), 'utf8');
const ground = /<rect [^<>]*fill="(#[0-9a-f]{6})"\/>/.exec(svg)?.[1];
if (ground === undefined) throw new Error('favicon.svg has no rectangle with a colour as its ground');

const browser = await chromium.launch({ executablePath, args: [...chromiumArgs], chromiumSandbox: sandboxed });
try {
  for (const { name, size, isMaskable } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const side = isMaskable ? Math.round(size * scale) : size;
    const style = `margin:0;display:grid;place-items:center;height:100vh;${isMaskable ? `background:${ground}` : ''}`;
    await page.setContent(
      `<body style="${style}">${svg.replace('<svg ', `<svg width="${side}" height="${side}" `)}</body>`,
    );
    const path = resolve(root, 'public', name);
    await writeFile(path, await page.screenshot({ omitBackground: true }));
    await page.close();
    console.log(`The icon is ${path}.`);
  }
} finally {
  await browser.close();
}
