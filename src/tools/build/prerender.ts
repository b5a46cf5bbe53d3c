import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, createServer } from 'vite';
import { builtinEnvironments } from 'vitest/runtime';
import { root } from '../setup/run.ts';

// Draws the first screen of a first visit into the built page: the ribbon of its first sample is on the screen before the page's
// own scripts have loaded. A process of its own, because the page needs a browser's globals, and goes on with what comes next.

/** In CSS pixels. What is drawn fits any width. */
const trackWidth = 1000;

const [, , folder = ''] = process.argv;
const file = join(folder, 'index.html');
const page = await readFile(file, 'utf8');
const script = await showingScript();
const screen = await firstScreen();
await writeFile(file, await withFirstScreen());
process.exit();

/** The page with the screen and its styles in it. Its scripts are started by the one that shows the screen. */
async function withFirstScreen(): Promise<string> {
  const scripts = /<script type="module"[^<>]*><\/script>|<link rel="modulepreload"[^<>]*>/g;
  const parts = { 'first-screen': screen, scripts: [...page.matchAll(scripts)].join('') };
  const templates = Object.entries(parts).map(([part, html]) => `<template data-part="${part}">${html}</template>`);
  const digest = createHash('sha256').update(script).digest('base64');
  const link = /<link rel="stylesheet"[^<>]*>/.exec(page)?.[0];
  const address = /href="([^"]*)"/.exec(link ?? '')?.[1] ?? '';
  const styles = (await readFile(join(folder, address), 'utf8')).replaceAll('url(./', 'url(./assets/');
  const changes: readonly (readonly [string | RegExp | undefined, string])[] = [
    [scripts, ''],
    // Scripts that are loaded later ask for the file unless the page names it. It is not loaded while it is disabled.
    [link, `<link rel="stylesheet" crossorigin href="${address}" disabled><style>${styles}</style>`],
    ["script-src 'self'", `script-src 'self' 'sha256-${digest}'`],
    ['<div id="root"></div>', `<div id="root"></div>${templates.join('')}<script>${script}</script>`],
  ];
  return changes.reduce((html, [from, to]) => {
    const changed = html.replace(from ?? '', () => to);
    if (from === undefined || changed === html) throw new Error(`index.html has no ${String(from)}`);
    return from instanceof RegExp ? html.replaceAll(from, () => to) : changed;
  }, page);
}

async function firstScreen(): Promise<string> {
  const server = await createServer({
    root,
    configFile: false,
    plugins: [react()],
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  await builtinEnvironments.jsdom.setup(globalThis, { jsdom: { html: page } });
  layOut();
  const { inProcessEngine } = await server.ssrLoadModule('/src/services/engine/testing.ts');
  const { drawFirstScreen } = await server.ssrLoadModule('/src/app/prerender.tsx');
  return String(await drawFirstScreen(inProcessEngine().client, trackWidth));
}

/** jsdom lays nothing out, and draws nothing. */
function layOut(): void {
  class Silent {
    readonly observe = () => undefined;
    readonly disconnect = () => undefined;
  }
  const matchMedia = (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.startsWith('(min-width:') });
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, trackWidth, 0);
  HTMLCanvasElement.prototype.getContext = () => null;
  Object.assign(globalThis, { ResizeObserver: Silent, PerformanceObserver: Silent });
  Object.assign(window, { matchMedia });
}

/** The script that shows the screen. It must run before the browser draws, so it is no module. */
async function showingScript(): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: 'src/app/showPrerendered.ts', output: { format: 'iife', codeSplitting: false } },
    },
  });
  const [first] = [made].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (first?.type !== 'chunk') throw new Error('The bundler wrote no script.');
  return first.code.trim();
}
