import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from 'vite';
import { root } from '../setup/run.ts';

/** Names under assets/ hold a hash of the content. A worker's script is bound by the headers that come with it. */
const isNamedByContent = (file: string): boolean => /^assets\/(?!worker-)/.test(file);

/** Writes the service worker, with the list of the files that it keeps, into the folder of the built page. */
export async function writeServiceWorker(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted();
  const builtFiles = await Promise.all(
    files.map(async (url) => ({ url, revision: isNamedByContent(url) ? null : await digestOf(join(folder, url)) })),
  );
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { builtFiles: JSON.stringify(builtFiles) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: 'src/services/offline/service-worker.ts',
        output: { entryFileNames: 'service-worker.js', codeSplitting: false },
      },
    },
  });
}

const digestOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 16);
