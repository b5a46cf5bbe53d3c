import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { root } from '../setup/run.ts';

/** What a page in one file has instead of some modules: it has no server, and a text box instead of Monaco. */
const replaced: readonly { readonly module: RegExp; readonly by: string }[] = [
  { module: /\/services\/engine\/spawn-worker\.ts$/, by: 'src/services/single-file/spawn-worker.ts' },
  { module: /\/services\/sample-files\.ts$/, by: 'src/services/single-file/sample-files.ts' },
  { module: /\/engine\/importers\/registry\.ts$/, by: 'src/engine/importers/session-files-only.ts' },
  { module: /^monaco-editor\/|\/ui\/editor\/monacoMount\.ts$/, by: 'src/services/single-file/absent.ts' },
  { module: /\/worker\/live\/sources\/a2a\/receive\.ts$/, by: 'src/services/single-file/absent.ts' },
  { module: /^@fontsource-variable\//, by: 'src/services/single-file/no-fonts.css' },
];

const entry = 'single-file-entry';

const begin = `import { prepare } from '${root}/src/services/single-file/spawn-worker.ts';
await prepare();
await import('${root}/src/main.tsx');`;

const replacing: Plugin = {
  name: 'replacing',
  enforce: 'pre',
  async resolveId(id, importer) {
    if (id === entry) return entry;
    const resolved = (await this.resolve(id, importer, { skipSelf: true }))?.id ?? id;
    const found = replaced.find(({ module }) => module.test(id) || module.test(resolved));
    return found === undefined ? null : join(root, found.by);
  },
  load: (id) => (id === entry ? begin : null),
};

/**
 * Writes `single.html` into the folder of the built page: the page with the engine in one file, to which the page adds a
 * session. Its policy allows its own scripts and no connection at all.
 */
export async function writeSingleFile(folder: string): Promise<void> {
  // A page from the disk may start no worker that is a module.
  const engine = await inOneScript('src/worker/worker.ts', 'iife');
  const page = await inOneScript(entry, 'es');
  await writeFile(join(folder, 'single.html'), pageOf(page.script, page.style, engine.script));
}

async function inOneScript(
  input: string,
  format: 'es' | 'iife',
): Promise<{ readonly script: string; readonly style: string }> {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [replacing, react()],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input, output: { format, codeSplitting: false } },
    },
  });
  const output = [made].flat().flatMap((one) => ('output' in one ? one.output : []));
  const scripts = output.flatMap((one) => (one.type === 'chunk' ? [one.code] : []));
  const styles = output.flatMap((one) => (one.type === 'asset' && one.fileName.endsWith('.css') ? [one.source] : []));
  const [script] = scripts;
  if (script === undefined || scripts.length > 1) throw new Error(`One script was expected, not ${scripts.length}.`);
  return { script, style: styles.join('\n') };
}

/** Runs the page's script once it is unpacked. */
const start = `(async () => {
  const packed = document.querySelector('script[data-page]').textContent;
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = await new Response(unpacked).text();
  document.head.append(script);
})();`;

function pageOf(script: string, style: string, engine: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(start)} ${hashOf(script)}`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contextscope</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<!-- session -->
<script type="text/plain" data-engine>${packed(engine)}</script>
<script type="text/plain" data-page>${packed(script)}</script>
<script>${start}</script>
</body>
</html>
`;
}

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const packed = (script: string): string => deflateRawSync(script, { level: 9 }).toString('base64');
