import type { Decisions } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Rule } from '../engine/rules/rule.ts';
import type { Coverage, Fixes, Flips, Misses, Thresholds, WouldAllow } from '../engine/rules/what-if/what-if.ts';

/** What would change a rule's verdicts? These answers take longer than the reasons for a verdict. */
export interface WhatIfApi {
  /** The smallest changes of values that would reverse a verdict; null where it is neither pass nor fire. */
  flips(input: RuleAtTurn): Flips | null;
  /**
   * The same of a rule that allows: the smallest changes of values with which it would be true and its policy would allow
   * the call; null where it is not false, or where the policy has no such rule.
   */
  wouldAllow(input: RuleAtTurn & { readonly policy: RuleOfPolicy }): WouldAllow | null;
  /** Possible fixes of a rule that fails; null when it does not fail. At most three, each of them evaluated. */
  fixes(input: RuleAtTurn): Fixes | null;
  /** The passing turns at which a rule was closest to firing. */
  misses(input: RuleInSession): Misses;
  /** The verdicts of the rule with other numbers in the place of its own, for each that matters, in reading order. */
  thresholds(input: RuleInSession): readonly Thresholds[];
  /** How often each clause of the rule was true or false, at every turn of the session and in the tests of a policy. */
  coverage(
    input: RuleInSession & {
      /** Null for a rule of the user's own. */
      readonly policy: RuleOfPolicy | null;
    },
  ): {
    readonly traffic: Coverage;
    /** Null when the policy has no test of the rule. */
    readonly tests: Coverage | null;
  };
}

/** The policy's text and the id of a rule in it. */
interface RuleOfPolicy {
  readonly text: string;
  readonly rule: string;
}

interface RuleInSession {
  readonly session: SessionRef;
  readonly rule: Rule;
  readonly decisions: Decisions;
}

interface RuleAtTurn extends RuleInSession {
  readonly turn: TurnIndex;
}
