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
  expect(failed.filter((name) => !knownToFail.includes(name ?? ''))).toEqual([]);
  expect(judged.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(1640);
});

/** An offset beyond the end finds nothing in cel-go, and is an error in the test; null for an optional is the old checker's. */
const knownToFail = [
  'indexof_out_of_range',
  'lastindexof_out_of_range',
  'null_assignable_to_abstract_parameter_candidate',
];
