import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

/**
 * Only the built page: in development Vite itself needs inline scripts and a socket.
 * Styles may be inline because Monaco and the virtual lists place things by style attributes.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' http://127.0.0.1:* http://localhost:*",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`),
  },
};

/**
 * The engine and the first sample load beside the page's script, which asks for them only when it runs. The attributes must be those
 * of the later requests, or the browser would load them twice.
 */
const firstScreen: Plugin = {
  name: 'first-screen',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const worker = Object.keys(bundle).find((file) => /^assets\/worker-[^/]*\.js$/.test(file));
      const samples = JSON.parse(readFileSync('public/samples/index.json', 'utf8')) as readonly {
        readonly file: string;
      }[]; // checked by a test
      const preload = (attrs: NonNullable<HtmlTagDescriptor['attrs']>): HtmlTagDescriptor => ({
        tag: 'link',
        attrs,
        injectTo: 'head',
      });
      return [
        ...(worker === undefined ? [] : [preload({ rel: 'modulepreload', as: 'worker', href: `./${worker}` })]),
        ...['index.json', ...samples.slice(0, 1).map(({ file }) => file)].map((file) =>
          preload({ rel: 'preload', as: 'fetch', crossorigin: '', href: `./samples/${file}` }),
        ),
      ];
    },
  },
};

/** What the page or a worker loads first is one file: split into twenty, it would be a tenth larger when compressed. */
const firstIn = (name: string) => ({ output: { codeSplitting: { groups: [{ name, tags: ['$initial' as const] }] } } });

export default defineConfig({
  // The page works from any folder of any server.
  base: './',
  plugins: [react(), contentSecurityPolicy, firstScreen],
  worker: { format: 'es', rolldownOptions: firstIn('worker') },
  build: {
    target: 'es2023',
    // Every browser that runs this target preloads modules itself.
    modulePreload: { polyfill: false },
    // Small fonts and images stay files: the policy allows no data addresses for them.
    assetsInlineLimit: 0,
    // Monaco is one chunk of 3.2 MB that loads beside the page; size-limit watches what the page waits for.
    chunkSizeWarningLimit: 3500,
    rolldownOptions: firstIn('index'),
  },
  server: { port: 5173 },
  preview: { port: 4173 },
});
