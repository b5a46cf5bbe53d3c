import { defineConfig } from 'vite';

/** The command line as one file that needs Node and nothing else. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'src/tools/cli/main.ts',
    target: 'node20',
    outDir: 'dist-cli',
    rolldownOptions: { output: { entryFileNames: 'contextscope.mjs', codeSplitting: false } },
  },
});
