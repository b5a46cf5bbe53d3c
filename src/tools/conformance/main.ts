import { readFileSync } from 'node:fs';
import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';
import type { SerializedIncrementalTestSuite as Suite } from '@bufbuild/cel-spec/testdata/tests.js';
import { unreachable } from '../../base/unreachable.ts';
import { judgeSpecTest } from '../../engine/cel/conformance/conformance.ts';
import type { SpecTest } from '../../engine/cel/conformance/conformance.ts';
import { expressionReport } from './expressions.ts';

/**
 * `npm run conformance` runs the CEL specification's simple tests. It prints each failed test, and each skipped one
 * with the reason. The exit status is 1 when one fails or fewer pass than required. `npm run conformance -- FILE…`
 * prints the results of the expressions in JSON Lines (`{"expr": …}`).
 */
const promised = 1649;

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

function judgeSpecification(): void {
  let passed = 0;
  let failed = 0;
  let leftOut = 0;
  let passedOver = 0;
  for (const { path, test } of testsIn({ name: '', suites: tests.suites ?? [] }, '')) {
    const verdict = judgeSpecTest(test);
    switch (verdict.kind) {
      case 'passed':
        passed++;
        break;
      case 'needs-messages':
        leftOut++;
        break;
      case 'contradicts':
        passedOver++;
        console.log(`${path}\n  ${test.expr}\n  skipped: ${verdict.reason}`);
        break;
      case 'failed':
        failed++;
        console.log(`${path}\n  ${test.expr}\n  expected ${verdict.expected}\n  got      ${verdict.got}`);
        break;
      default:
        return unreachable(verdict);
    }
  }
  console.log(`${leftOut} left out: they need protobuf messages or enums`);
  console.log(`${passedOver} skipped: they contradict the definition of what they test`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed < promised ? 1 : 0;
}

const files = process.argv.slice(2).filter((argument) => argument !== '--');
if (files.length === 0) judgeSpecification();
for (const file of files) {
  const { lines, silent } = expressionReport(readFileSync(file, 'utf8'));
  console.log([file, ...lines].join('\n'));
  if (silent > 0) process.exitCode = 1;
}
