import { doublesInArithmetic, endsByIndex, matchesAsMethod, sizeAsFunction } from './calls.ts';
import { plainNumbers, plainTexts } from './literals.ts';
import { conditionalLogic, guardedClauses } from './logic.ts';
import { existsBySize, inlined, oneBySize, valuesByKey, withoutPosition } from './macros.ts';
import { existsAsIn, inAsComparisons, inAsExists, inAsHas } from './membership.ts';
import { withoutOptionals } from './optionals.ts';
import type { Rewriting } from './rewriting.ts';

/** Those that leave a rule most like it was come first. */
export const rewritings: readonly Rewriting[] = [
  sizeAsFunction,
  matchesAsMethod,
  plainTexts,
  plainNumbers,
  withoutOptionals,
  endsByIndex,
  withoutPosition,
  valuesByKey,
  existsAsIn,
  existsBySize,
  inAsHas,
  inAsComparisons,
  inAsExists,
  oneBySize,
  inlined,
  doublesInArithmetic,
  guardedClauses,
  conditionalLogic,
];
