/** The public face of the folder: parse an expression, plan it, run or trace it, and say what came out. */
export { parse } from './parse/parse.ts';
export { plan } from './evaluate/plan.ts';
export type { Program } from './evaluate/plan.ts';
export { planSweep } from './evaluate/fold.ts';
export type { Sweeping } from './evaluate/fold.ts';
export { LoopMemories } from './evaluate/loop-memory.ts';
export type { Scope } from './evaluate/frame.ts';
export { CelError } from './evaluate/outcome.ts';
export type { EvalResult as Outcome } from './evaluate/outcome.ts';
export { extendLibrary } from './evaluate/library.ts';
export type { CelFunction, Library } from './evaluate/library.ts';
export { specificationLibrary } from './functions/index.ts';
export { explain } from './explain/explain.ts';
export type { ExplainedElement, ExplainedPart } from './explain/explain.ts';
export { literal, preview } from './literal.ts';
export type { ValuePreview } from './literal.ts';
export type { Expr } from './ast.ts';
export { walk } from './walk.ts';
