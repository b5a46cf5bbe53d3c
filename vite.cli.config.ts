import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

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

/** The command line as one program that needs Node and nothing else. */
export default defineConfig({
  publicDir: false,
  plugins: [copyDefinitions],
  ssr: { noExternal: true },
  build: {
    ssr: 'src/tools/cli/main.ts',
    ssrEmitAssets: true,
    target: 'node20',
    outDir: 'dist-cli',
    rolldownOptions: { output: { entryFileNames: 'contextscope.mjs', codeSplitting: false } },
  },
});
