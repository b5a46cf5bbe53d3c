import { expect, test } from 'vitest';
import { Double } from '../../model/value.ts';
import { outcomeBy } from './outcome.ts';

test.each([
  [undefined, 'ok'],
  [null, 'ok'],
  ['', 'ok'],
  ['Success', 'ok'],
  ['COMPLETED', 'ok'],
  [0, 'ok'],
  [200, 'ok'],
  [new Double(204), 'ok'],
  [1, 'error'],
  [503, 'error'],
  ['error', 'error'],
  ['it took too long', 'error'],
  [{ message: 'boom' }, 'error'],
  ['denied', 'blocked_before'],
  ['Rejected', 'blocked_before'],
])('the flag %j says %s', (flag, outcome) => {
  expect(outcomeBy(flag, 'failed').outcome).toBe(outcome);
});

test('what true means is the mapping’s to say', () => {
  expect(outcomeBy(true, 'failed').outcome).toBe('error');
  expect(outcomeBy(true, 'worked').outcome).toBe('ok');
  expect(outcomeBy(false, 'worked').outcome).toBe('error');
});

test('a text that is no word of an outcome is the reason', () => {
  expect(outcomeBy('it took too long', 'failed').reason).toBe('it took too long');
  expect(outcomeBy({ message: 'boom', code: 3 }, 'failed').reason).toBe('boom');
});
