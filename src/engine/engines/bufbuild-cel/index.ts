import type { Engine } from '../engine.ts';

/** https://github.com/bufbuild/cel-es */
export const bufbuildCel: Engine = {
  id: '@bufbuild/cel',
  version: '0.6.1',
  about:
    'Set up with its own functions for texts. It has no optional values, and no macros with two variables. Its regular expressions are RE2, as in the language.',
  backtracks: false,
  load: async () => (await import('./prepare.ts')).prepare,
};
