import type { Engine } from '../engine.ts';

/** https://github.com/ChromeGG/cel-js */
export const celJs: Engine = {
  id: 'cel-js',
  version: '0.8.2',
  about:
    'Its only functions are has and size, and its only methods are all, exists, exists_one, filter and map. It has one kind of number, and no timestamps, durations or bytes.',
  backtracks: false,
  load: async () => (await import('./prepare.ts')).prepare,
};
