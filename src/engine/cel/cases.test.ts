import { expect, it } from 'vitest';
import { runCase } from './cases.ts';

it('a case returns its value as a literal, and the name of its CEL type', () => {
  expect(runCase({ expr: '1u + 2u' })).toEqual({ value: '3u', type: 'uint' });
  expect(runCase({ expr: '[x, y]', vars: { x: '1.0', y: 'timestamp("2024-01-01T00:00:00Z")' } })).toEqual({
    value: '[1.0, timestamp("2024-01-01T00:00:00Z")]',
    type: 'list',
  });
  expect(runCase({ expr: 'x', container: 'a.b', vars: { 'a.x': '1' } })).toEqual({ value: '1', type: 'int' });
});

it('types are checked by default', () => {
  expect(runCase({ expr: '1 == 1.0' })).toMatchObject({ error: { kind: 'check_error' } });
  expect(runCase({ expr: '1 == 1.0', check: false })).toEqual({ value: 'true', type: 'bool' });
  expect(runCase({ expr: 'x + 1.0', vars: { x: '1' }, types: { x: 'int' } })).toMatchObject({
    error: { kind: 'check_error' },
  });
  expect(runCase({ expr: 'x + 1.0', vars: { x: '1' } })).toMatchObject({ error: { kind: 'no_such_overload' } });
  expect(runCase({ expr: '[1].map(x, x + 1)', check: 'only' })).toEqual({ type: 'list(int)' });
});

it('an error has a kind and a place', () => {
  expect(runCase({ expr: '1 +' })).toMatchObject({ error: { kind: 'parse_error', start: 3, end: 3 } });
  expect(runCase({ expr: '2 + 1 / 0' })).toEqual({
    error: { kind: 'divide_by_zero', message: 'divide by zero', start: 4, end: 9 },
  });
  expect(runCase({ expr: 'm.k', vars: { m: '{}' } })).toMatchObject({
    error: { kind: 'no_such_key', start: 0, end: 3 },
  });
  expect(runCase({ expr: 'x', vars: { x: '1 +' } })).toMatchObject({ error: { kind: 'invalid_input' } });
  expect(runCase({ expr: 'x', vars: { x: '1' }, types: { x: 'list(' } })).toMatchObject({
    error: { kind: 'invalid_input' },
  });
});

it('a common mistake gets the same remedy as in the editor', () => {
  expect(runCase({ expr: '"a" =~ "b"' })).toMatchObject({
    error: { kind: 'parse_error', message: 'CEL has no `=~`; write `"a".matches("b")`.' },
  });
  expect(runCase({ expr: '1 < 2 < 5' })).toMatchObject({
    error: { kind: 'check_error', message: 'CEL compares two values at a time: write `1 < 2 && 2 < 5`.' },
  });
  expect(runCase({ expr: '"abc".length' })).toMatchObject({
    error: {
      message: 'This is a string, which has no fields: its length is given by `size`, as in `size("abc")`.',
    },
  });
});
