/**
 * Checks of an expression before it runs. A separate entry point, so that code which only evaluates need not load it.
 */
export { check, inferIn } from './check.ts';
export { diagnose } from './diagnose.ts';
export { applied } from '../diagnostic.ts';
export type { Diagnostic } from '../diagnostic.ts';
export { syntaxProblems } from '../habits/habits.ts';
export { contextType } from '../declarations/context.ts';
export { languageAt } from '../declarations/language.ts';
export type { Language } from '../declarations/language.ts';
export { declare } from '../declarations/signature.ts';
export type { FunctionDeclaration } from '../declarations/signature.ts';
export { shapeOf } from '../types/shape.ts';
export { withDoubles } from '../types/doubles.ts';
export { dyn } from '../types/types.ts';
export type { Type } from '../types/types.ts';
