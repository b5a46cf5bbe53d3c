/**
 * Finds changes of values that reverse an expression. A separate entry point, so that code which only evaluates need
 * not load it.
 */
export { findFlips } from './find-flips.ts';
export type { Change, DescribedChange } from './find-flips.ts';
export { planWithParts } from './plan-parts.ts';
export { replaced } from './replaced.ts';
export { nearer, planDistance } from './distance.ts';
export type { Distance } from './distance.ts';
