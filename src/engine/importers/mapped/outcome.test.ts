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
  ['in_progress', 'pending'],
  ['Awaiting approval', 'pending'],
  ['running late', 'error'],
])('the flag %j means %s', (flag, outcome) => {
  expect(outcomeBy(flag, []).outcome).toBe(outcome);
});

test('the mapping’s meaning of a value has priority, whatever the value', () => {
  const ends = [
    { value: 'true', end: 'worked' },
    { value: 'false', end: 'failed' },
    { value: '403', end: 'blocked' },
    { value: 'denied', end: 'worked' },
  ] as const;
  expect(outcomeBy(true, []).outcome).toBe('error');
  expect(outcomeBy(true, ends).outcome).toBe('ok');
  expect(outcomeBy(false, ends).outcome).toBe('error');
  expect(outcomeBy(403, ends).outcome).toBe('blocked_before');
  expect(outcomeBy('denied', ends).outcome).toBe('ok');
});

test('a text without a word for an outcome is the reason', () => {
  expect(outcomeBy('it took too long', []).reason).toBe('it took too long');
  expect(outcomeBy({ message: 'boom', code: 3 }, []).reason).toBe('boom');
});
