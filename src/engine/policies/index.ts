/** All of the module for a late import. */
export { decidedOver, withRule } from './decided-over.ts';
export { declaredBy } from './declared.ts';
export { manifestOf } from './manifest-text.ts';
export { testsOf } from './policy-test.ts';
export { loadPolicy } from './read-policy.ts';
export { keptReplay } from './replay.ts';
export { rewritten } from './rewrite.ts';
export { ruleOf } from './rule-of.ts';
export { ruleProblems } from './rule-problems.ts';
export { runTests } from './run-tests.ts';
export { testCoverage } from './test-coverage.ts';
export { TestedSessions } from './tested-sessions.ts';
export { withStep } from './write-step.ts';
export { withoutTest, withTest } from './write-test.ts';
