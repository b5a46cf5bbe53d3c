import { expect, test } from 'vitest';
import { outcomeOf } from './outcomes.ts';

test.for([
  ["Operation 'vim a.py' is not supported by this environment.", 'blocked_before'],
  ["Interactive operation 'vim' is not supported by this environment", 'blocked_before'],
  ['Your proposed edit has introduced new syntax error(s).', 'blocked_after'],
  ['EXECUTION TIMED OUT', 'error'],
  ["The page says: Operation 'x' is not supported", 'ok'],
] as const)('“%s” is read as %s', ([observation, outcome]) => {
  expect(outcomeOf(observation, observation).outcome).toBe(outcome);
});
