import type { InvocationOutcome } from '../engine/model/history.ts';

/** How a call came out, as every panel says it. */
export const outcomeText = (outcome: InvocationOutcome): string => (outcome === 'no-result' ? 'no result' : outcome);

/** Where the cursor stands, in words: before the first turn there is only the start. */
export const atTurn = (turn: number): string => (turn < 0 ? 'at the start' : `at turn ${turn}`);
export const afterTurn = (turn: number): string => (turn < 0 ? 'at the start' : `after turn ${turn}`);
export const upToTurn = (turn: number): string => (turn < 0 ? 'at the start' : `up to turn ${turn}`);
