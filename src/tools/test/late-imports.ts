import { afterAll, vi } from 'vitest';

// Files share their modules. Vitest ends with a file also what it still loads, and the next file that imports it would fail.
afterAll(() => vi.dynamicImportSettled());
