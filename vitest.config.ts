import { defineConfig } from 'vitest/config';

/**
 * Two kinds of test: plain ones run in Node alone, those of components (`.test.tsx`) have a document.
 * The files of each kind share what they import, and a document, which most of them have in common: reading it anew for
 * each file takes longer than the tests. A test that changes something global must restore it.
 * The time limits only end what hangs: on a busy machine a property test may take long without being wrong, and so may the
 * bundle that a file of tests builds first.
 */
const testTimeout = 120_000;
const hookTimeout = testTimeout;
/** As long as what is waited for in a document: by itself, `expect.poll` gives up after a second. */
const poll = { timeout: 60_000 };

export default defineConfig({
  test: {
    // By default one core is left alone, which on a machine of two means half the speed.
    maxWorkers: '100%',
    // Compiled modules are kept on disk: most of a short run would otherwise go into compiling them again.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'plain',
          include: ['src/**/*.test.{ts,mjs}'],
          environment: 'node',
          setupFiles: ['src/tools/test/late-imports.ts', 'src/tools/test/random-cases.ts'],
          isolate: false,
          testTimeout,
          hookTimeout,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: [
            'src/tools/test/components.ts',
            'src/tools/test/late-imports.ts',
            'src/tools/test/random-cases.ts',
          ],
          testTimeout,
          hookTimeout,
          expect: { poll },
        },
      },
    ],
  },
});
