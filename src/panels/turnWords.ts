import type { InvocationOutcome } from '../engine/model/history.ts';

/** A call's outcome in words, for every panel. */
export const outcomeText = (outcome: InvocationOutcome): string => (outcome === 'no-result' ? 'no result' : outcome);

/** The cursor's position in words; before the first turn it is the initial state. */
export const atTurn = (turn: number): string => (turn < 0 ? 'before the first turn' : `at turn ${turn}`);
export const afterTurn = (turn: number): string => (turn < 0 ? 'before the first turn' : `after turn ${turn}`);
export const upToTurn = (turn: number): string => (turn < 0 ? 'before the first turn' : `up to turn ${turn}`);
