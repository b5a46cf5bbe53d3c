import { expect, test } from 'vitest';
import type { Note } from '../engine/model/problem.ts';
import { fidelity } from './opening.ts';

const note = (severity: Note['severity']): Note => ({ severity, code: 'some/code', message: 'Something.' });

test('the most severe notes come first, and absent kinds are not mentioned', () => {
  expect(fidelity([note('assumed'), note('lost'), note('assumed')])).toBe('1 loss, 2 assumptions.');
});

test('an import without notes is reported as such', () => {
  expect(fidelity([])).toBe('Everything was read as recorded.');
});
