import { expect, test } from 'vitest';
import type { OpenSource } from '../../state/view/sessions.ts';
import { uniqueTitle } from './useRun.ts';

const sources = (...titles: readonly string[]): readonly OpenSource[] =>
  titles.map((title, at) => ({
    name: title,
    opened: {
      source: `r${at}`,
      importer: 'run',
      importerTitle: 'Run',
      bytes: 0,
      sessions: [{ title, system: 'task' }],
    },
  }));

test('an unused title stays; a used one gets the first free number', () => {
  expect(uniqueTitle(' What  if ', sources('Other'))).toBe('What if');
  expect(uniqueTitle('What if', sources('What if'))).toBe('What if 2');
  expect(uniqueTitle('What if', sources('What if', 'What if 2'))).toBe('What if 3');
  expect(uniqueTitle('What if 2', sources('What if', 'What if 2'))).toBe('What if 3');
  expect(uniqueTitle('x'.repeat(500), sources()).length).toBeLessThanOrEqual(120);
});
