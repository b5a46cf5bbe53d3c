import { defineConfig } from 'vitest/config';

/**
 * Two kinds of test: plain ones run in Node alone, those of components (`.test.tsx`) have a document.
 * The time limit only ends what hangs: on a busy machine a property test may take long without being wrong.
 */
const testTimeout = 60_000;

export default defineConfig({
  test: {
    // By default one core is left alone, which on a machine of two means half the speed.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'plain', include: ['src/**/*.test.{ts,mjs}'], environment: 'node', testTimeout } },
      {
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['src/tools/test/components.ts'],
          testTimeout,
        },
      },
    ],
  },
});
