import type { Engine } from '../engine.ts';

/** https://github.com/marcbachmann/cel-js */
export const marcbachmannCelJs: Engine = {
  id: '@marcbachmann/cel-js',
  version: '8.0.0',
  about:
    'Set up as its own function evaluate is: without optional values. It checks the types of operands by rules of its own, and its regular expressions are those of JavaScript.',
  backtracks: true,
  load: async () => (await import('./prepare.ts')).prepare,
};
