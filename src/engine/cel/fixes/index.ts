/** Other texts for a rule that failed: a face of its own, so that whoever only judges need not load it. */
export { failedPart, proposeFixes } from './propose.ts';
export type { Proposal } from './proposal.ts';
