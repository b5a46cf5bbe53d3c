import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

// Like a test's own limit, this only ends tests that hang. The awaited result is there much sooner, unless the machine
// is busy.
configure({ asyncUtilTimeout: 60_000 });

// The library does this itself, but only in the first of the files that share it.
afterEach(cleanup);

// What a file puts into the document beside that would be in the way of the next file.
afterAll(() => document.body.replaceChildren());

// jsdom never resizes an element, so this observer never calls back.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
