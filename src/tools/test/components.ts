import { configure } from '@testing-library/react';

// Like a test's own limit, this only ends tests that hang. The awaited result is there much sooner, unless the machine
// is busy.
configure({ asyncUtilTimeout: 20_000 });

// jsdom never resizes an element, so this observer never calls back.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
