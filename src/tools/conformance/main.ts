import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';
import type { SerializedIncrementalTestSuite as Suite } from '@bufbuild/cel-spec/testdata/tests.js';
import { judgeSpecTest } from '../../engine/cel/conformance/conformance.ts';
import type { SpecTest } from '../../engine/cel/conformance/conformance.ts';

/** Runs the CEL specification's simple tests and prints each that fails. Exit status 1 when fewer pass than are promised. */
const promised = 1612;

interface Named {
  readonly path: string;
  readonly test: SpecTest;
}

function testsIn(suite: Suite, path: string): readonly Named[] {
  const own = (suite.tests ?? []).map(({ original }) => ({
    path: `${path}/${original.name ?? ''}`,
    test: original as SpecTest, // the package types all but two fields as JSON
  }));
  const inner = (suite.suites ?? []).flatMap((child) =>
    testsIn(child, path === '' ? child.name : `${path}/${child.name}`),
  );
  return [...own, ...inner];
}

let passed = 0;
let failed = 0;
let leftOut = 0;
for (const { path, test } of testsIn({ name: '', suites: tests.suites ?? [] }, '')) {
  const verdict = judgeSpecTest(test);
  if (verdict.kind === 'passed') passed++;
  else if (verdict.kind === 'needs-messages') leftOut++;
  else {
    failed++;
    console.log(`${path}\n  ${test.expr}\n  expected ${verdict.expected}\n  got      ${verdict.got}`);
  }
}
console.log(`${leftOut} left out: they need protobuf messages or enums`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = passed < promised ? 1 : 0;
