import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, defineConfig, type Plugin, type ResolvedConfig, type UserConfig } from 'vite';

/** Definitions that the receiver of OTLP reads when the first request in protobuf arrives: they stay files. */
const definitions = 'src/tools/live/otlp/definitions';

const copyDefinitions: Plugin = {
  name: 'copy-definitions',
  generateBundle() {
    for (const entry of readdirSync(definitions, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      this.emitFile({
        type: 'asset',
        fileName: join('definitions', file.slice(definitions.length)),
        source: readFileSync(file),
      });
    }
  },
};

/** What the small script loads of the whole program: `build/whole-program.ts` exports all of it. */
const loaded = ['/src/tools/cli/program.ts', '/src/tools/gate/engine.ts'];
const isLoaded = (id: string): boolean => loaded.some((path) => id.endsWith(path));

/** A digest of the sources: two builds of the same ones may share a process in the background (`gate/meeting-place.ts`). */
function digestOfSources(): string {
  const digest = createHash('sha256');
  for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) digest.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  }
  return digest.digest('hex').slice(0, 8);
}

const thisBuild = digestOfSources();
const common: UserConfig = {
  publicDir: false,
  ssr: { noExternal: true },
  define: { CONTEXTSCOPE_BUILD: JSON.stringify(thisBuild) },
};

/** The hook as a script of the shell, which starts sooner than Node. */
const quickHook: Plugin = {
  name: 'quick-hook',
  writeBundle({ dir = '' }) {
    const file = join(dir, 'contextscope-gate');
    writeFileSync(
      file,
      readFileSync('src/tools/gate/contextscope-gate.sh', 'utf8').replace('=CONTEXTSCOPE_BUILD', `=${thisBuild}`),
    );
    chmodSync(file, 0o755);
  },
};

const scriptIn = (outDir: string, entry: string, file: string) => ({
  ssr: entry,
  ssrEmitAssets: true,
  target: 'node20',
  outDir,
  rolldownOptions: { output: { entryFileNames: file, codeSplitting: false } },
});

/** The small script finds the program beside it. */
const besideIt: Plugin = {
  name: 'program-beside-it',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found !== null && isLoaded(found.id) ? { id: './program.mjs', external: true } : null;
  },
};

function alsoTheProgram(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'also-the-program',
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      await build({
        ...common,
        root: config.root,
        configFile: false,
        ...(config.logLevel !== undefined && { logLevel: config.logLevel }),
        plugins: [copyDefinitions],
        build: {
          ...scriptIn(config.build.outDir, 'src/tools/build/whole-program.ts', 'program.mjs'),
          emptyOutDir: false,
        },
      });
    },
  };
}

/**
 * The command line, which needs Node and nothing else: a small script that starts at once, because it is the hook of an agent
 * (`contextscope gate`), and the program that it loads for all else.
 */
export default defineConfig({
  ...common,
  plugins: [besideIt, quickHook, alsoTheProgram()],
  build: scriptIn('dist-cli', 'src/tools/cli/main.ts', 'contextscope.mjs'),
});
