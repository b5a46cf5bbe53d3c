import { defineConfig } from 'vitest/config';

/** Two kinds of test: plain ones run in Node alone, those of components (`.test.tsx`) have a document. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'plain', include: ['src/**/*.test.{ts,mjs}'], environment: 'node' } },
      { test: { name: 'components', include: ['src/**/*.test.tsx'], environment: 'jsdom' } },
    ],
  },
});
