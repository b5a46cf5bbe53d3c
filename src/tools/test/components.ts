import { configure } from '@testing-library/react';

// As with a test's own limit: it only ends what hangs. What a test waits for is there much sooner, unless the machine is busy.
configure({ asyncUtilTimeout: 20_000 });

// jsdom never resizes anything, and has no one to tell.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
