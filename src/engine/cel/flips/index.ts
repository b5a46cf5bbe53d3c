/** What would make an expression come out otherwise: a face of its own, so that whoever only judges need not load it. */
export { findFlips } from './find-flips.ts';
export type { Change, ToldChange } from './find-flips.ts';
export { planWithParts } from './plan-parts.ts';
export { replaced } from './replaced.ts';
export { nearer, planDistance } from './distance.ts';
export type { Distance } from './distance.ts';
