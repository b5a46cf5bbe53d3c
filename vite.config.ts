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
 * The engine starts, and the database opens, beside the page's script, which uses them only when it runs. The script for both
 * runs as soon as it has loaded; the page's script imports it too. The list of samples and the first of them are part of the page.
 */
const firstScreen: Plugin = {
  name: 'first-screen',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const starter = Object.keys(bundle).find((file) => /^assets\/at-once-[^/]*\.js$/.test(file));
      const list = 'index.json';
      const samples = JSON.parse(sampleText(list)) as readonly { readonly file: string }[]; // checked by a test
      return [
        ...(starter === undefined ? [] : [scriptAtOnce(starter)]),
        ...[list, ...samples.slice(0, 1).map(({ file }) => file)].map(sampleInPage),
      ];
    },
  },
};

const scriptAtOnce = (file: string): HtmlTagDescriptor => ({
  tag: 'script',
  attrs: { type: 'module', async: true, crossorigin: '', src: `./${file}` },
  injectTo: 'head-prepend',
});

const sampleText = (file: string): string => readFileSync(`public/samples/${file}`, 'utf8');

/** Read by `src/services/sample-in-page.ts`. */
function sampleInPage(file: string): HtmlTagDescriptor {
  const text = sampleText(file);
  if (/<\/script|<!--/i.test(text)) throw new Error(`${file} has a text that would end its block in the page.`);
  return { tag: 'script', attrs: { type: 'application/json', 'data-file': file }, children: text, injectTo: 'body' };
}

interface Group {
  readonly name: string;
  /** Modules in `src`, without their endings, and all that they import. None: what is loaded first. */
  readonly modules?: readonly string[];
}

/**
 * What loads together is one file: split into twenty, it would be a tenth larger when compressed, and a browser asks for six files
 * at a time. A module is in the first group that has it.
 */
const filesOf = (...groups: readonly Group[]) => ({
  output: {
    codeSplitting: {
      groups: groups.map(({ name, modules }) =>
        modules === undefined
          ? { name, tags: ['$initial' as const] }
          : { name, test: new RegExp(`/src/(?:${modules.join('|')})\\.tsx?$`) },
      ),
    },
  },
});

export default defineConfig({
  // The page works from any folder of any server.
  base: './',
  plugins: [react(), firstScreen, contentSecurityPolicy],
  worker: {
    format: 'es',
    rolldownOptions: filesOf(
      { name: 'worker' },
      { name: 'first-sample', modules: ['engine/importers/session-file/read', 'engine/systems/task/index'] },
      { name: 'readers-and-claims', modules: ['engine/readers/read-text', 'engine/recognition/recognise'] },
    ),
  },
  build: {
    target: 'es2023',
    // Every browser that runs this target preloads modules itself.
    modulePreload: { polyfill: false },
    // Small fonts and images stay files: the policy allows no data addresses for them.
    assetsInlineLimit: 0,
    // Monaco is one chunk of 3.2 MB that loads beside the page; size-limit watches what the page waits for.
    chunkSizeWarningLimit: 3500,
    rolldownOptions: filesOf(
      { name: 'at-once', modules: ['services/engine/first-worker', 'services/keeping/opened'] },
      { name: 'index' },
      {
        name: 'views',
        modules: [
          'app/WideViews',
          'panels/(?:derived-contexts/DerivedContexts|inspector/Inspector|rule/Rule|sessions/Sessions|transcript/Transcript|why/Why)Panel',
          'panels/systemViews',
          'app/keeping/(?:keepOpened|askBeforeClosing)',
        ],
      },
    ),
  },
  server: { port: 5173 },
  preview: { port: 4173 },
});
