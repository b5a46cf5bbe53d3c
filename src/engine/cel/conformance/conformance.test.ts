import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';
import { expect, it } from 'vitest';
import { judgeSpecTest } from './conformance.ts';
import type { SpecTest } from './conformance.ts';

interface Suite {
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: unknown }[];
}

const testsIn = (suite: Suite): readonly SpecTest[] => [
  ...(suite.tests ?? []).map(({ original }) => original as SpecTest), // the package types all but two fields as JSON
  ...(suite.suites ?? []).flatMap(testsIn),
];

it('no test of the specification fails, and skipped ones have the result that their definition requires', () => {
  const judged = testsIn(tests).map((test) => ({ name: test.name, verdict: judgeSpecTest(test).kind }));
  const having = (kind: string) => judged.filter(({ verdict }) => verdict === kind).map(({ name }) => name);
  expect(having('failed')).toEqual([]);
  expect(having('contradicts')).toEqual(['indexof_out_of_range', 'lastindexof_out_of_range']);
  expect(having('passed').length).toBeGreaterThanOrEqual(1649);
});

it('a skipped test fails as soon as its result changes', () => {
  const passedOver = "'tacocat'.indexOf('a', 30) == -1";
  expect(judgeSpecTest({ expr: passedOver, value: { boolValue: true } }).kind).toBe('failed');
  expect(judgeSpecTest({ expr: passedOver, value: { boolValue: false } }).kind).toBe('contradicts');
});

const failing = (message: string) => ({ errors: [{ message }] });

it.each<readonly [string, SpecTest]>([
  ['a missing function where a division fails', { expr: 'nobody(1)', evalError: failing('divide by zero') }],
  ['a missing function where types do not fit', { expr: 'nobody(1)', evalError: failing('no such overload') }],
  ['a missing variable where a key is missing', { expr: 'a.b', evalError: failing('no such key') }],
  ['an error of another kind', { expr: '{}.b', evalError: failing('divide by zero') }],
  ['a text that does not parse', { expr: '1 +', evalError: failing('no such overload') }],
  ['a value where an error is expected', { expr: '1', evalError: failing('no such overload') }],
  ['an error in words that no test uses', { expr: '{}.b', evalError: failing('something else') }],
  ['an error where a value is expected', { expr: '1 / 0', value: { int64Value: '1' } }],
  ['a value of another type within a list', { expr: '[1.0]', value: { listValue: { values: [{ int64Value: '1' }] } } }],
  ['a value of another type', { expr: '1.0', value: { int64Value: '1' } }],
  ['another value where true is expected', { expr: 'false' }],
  ['another type', { expr: '1', checkOnly: true, typedResult: { deducedType: { primitive: 'STRING' } } }],
])('a test fails on %s', (_, test) => {
  expect(judgeSpecTest(test).kind).toBe('failed');
});
