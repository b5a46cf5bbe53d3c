import type { Decisions } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Fixes } from '../engine/rules/fixes.ts';
import type { Flips } from '../engine/rules/flips.ts';
import type { Misses } from '../engine/rules/misses.ts';
import type { Rule } from '../engine/rules/rule.ts';

/** Questions about a verdict that take longer than the reasons themselves. */
export interface WhyApi {
  /** The smallest changes that would turn a verdict; null where it is neither pass nor fire. */
  flips(input: RuleAtTurn): Flips | null;
  /** Possible fixes of a rule that fails; null when it does not fail. */
  fixes(input: RuleAtTurn): Fixes | null;
  /** The passing turns at which a rule was closest to firing. */
  misses(input: Omit<RuleAtTurn, 'turn'>): Misses;
}

interface RuleAtTurn {
  readonly session: SessionRef;
  readonly rule: Rule;
  readonly turn: TurnIndex;
  readonly decisions: Decisions;
}
