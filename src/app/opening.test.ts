import { expect, test } from 'vitest';
import type { Note } from '../engine/model/problem.ts';
import { fidelity } from './opening.ts';

const note = (severity: Note['severity']): Note => ({ severity, code: 'some/code', message: 'Something.' });

test('the worst is told first, and what there is none of not at all', () => {
  expect(fidelity([note('assumed'), note('lost'), note('assumed')])).toBe('1 lost, 2 assumed.');
});

test('a faithful import says so', () => {
  expect(fidelity([])).toBe('Nothing to note.');
});
