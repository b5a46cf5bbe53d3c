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

it('of the specification’s tests only those fail in which cel-go fails too', () => {
  const judged = testsIn(tests).map((test) => ({ name: test.name, verdict: judgeSpecTest(test).kind }));
  const failed = judged.filter(({ verdict }) => verdict === 'failed').map(({ name }) => name);
  expect(failed).toEqual(knownToFail);
  expect(judged.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(1640);
});

/**
 * Where cel-go, which runs such rules in production, has decided otherwise: an offset
 * beyond the end finds nothing instead of being an error, a duration's milliseconds are all of it, and null beside an
 * optional in a list makes the list one of nulls.
 */
const knownToFail = [
  'indexof_out_of_range',
  'lastindexof_out_of_range',
  'get_milliseconds',
  'null_assignable_to_abstract_parameter_candidate',
];

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
  ['a value of another type', { expr: '1.0', value: { int64Value: '1' } }],
  ['no value, where nothing but truth is expected', { expr: 'false' }],
  ['another type', { expr: '1', checkOnly: true, typedResult: { deducedType: { primitive: 'STRING' } } }],
])('a test fails on %s', (_, test) => {
  expect(judgeSpecTest(test).kind).toBe('failed');
});
