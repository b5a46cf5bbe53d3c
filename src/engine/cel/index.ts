/** The public entry point of the folder: parse an expression, plan it, run or trace it, and print the result. */
export { parse } from './parse/parse.ts';
export { plan } from './plan/plan.ts';
export type { Program } from './plan/plan.ts';
export { planSweep } from './plan/fold.ts';
export type { Sweeping } from './plan/fold.ts';
export { LoopMemories } from './plan/loop-memory.ts';
export type { RunOptions, Scope } from './evaluate/frame.ts';
export { CelError } from './evaluate/eval-result.ts';
export type { EvalResult } from './evaluate/eval-result.ts';
export { extendLibrary } from './evaluate/library.ts';
export type { CelFunction, Library } from './evaluate/library.ts';
export { specificationLibrary, standardLibrary } from './functions/index.ts';
export { explain } from './explain/explain.ts';
export type { ExplainedElement, ExplainedPart } from './explain/explain.ts';
export { literal, preview } from './literal.ts';
export type { ValuePreview } from './literal.ts';
export type { Expr } from './ast.ts';
export { walk } from './walk.ts';
