/** Fixes for a rule that failed. A separate entry point, so that code which only evaluates need not load it. */
export { failedPart, proposeFixes } from './propose.ts';
export type { Proposal } from './proposal.ts';
