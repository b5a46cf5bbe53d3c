import type { Expr } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { Linted } from './lint.ts';
import type { Lint } from './lint.ts';
import { brokenLiterals, impossibleKeys } from './lints-literals.ts';
import { comparisonChain, constant, decidedInAdvance, notBoolean } from './lints-result.ts';
import {
  countsParts,
  mistypedHas,
  mistypedText,
  negativeIndex,
  nullAgainstEmpty,
  nullUnderHas,
  partOfSecond,
} from './lints-values.ts';
import { textForTime } from './lints-times.ts';
import type { Language } from '../declarations/language.ts';
import type { Type } from '../types/types.ts';
import { walk } from '../walk.ts';

const lints: readonly Lint[] = [
  brokenLiterals,
  impossibleKeys,
  textForTime,
  comparisonChain,
  notBoolean,
  nullAgainstEmpty,
  nullUnderHas,
  countsParts,
  mistypedText,
  mistypedHas,
  negativeIndex,
  partOfSecond,
  constant,
  decidedInAdvance,
];

/** Reports legal code that is probably a mistake. */
export function lint(root: Expr, types: readonly (Type | undefined)[], language: Language): readonly Diagnostic[] {
  const nodes = Array.from(walk(root), ({ expr }) => expr);
  const linted = new Linted(root, nodes, types, language);
  return lints.flatMap((one) => [...one(linted)]);
}
