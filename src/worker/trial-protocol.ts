import type { Decisions } from '../engine/model/decisions.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Coverage } from '../engine/rules/coverage.ts';
import type { Rule } from '../engine/rules/rule.ts';
import type { Scrub } from '../engine/rules/scrub.ts';

/** Trying a rule: with other numbers, and by its parts. */
export interface TrialApi {
  /** The verdicts of the rule with other numbers in the place of one of its own; null when it has none. */
  scrub(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    /** Offset to choose the nearest number; null for the first that is compared with something. */
    readonly offset: number | null;
    readonly decisions: Decisions;
  }): Scrub | null;
  /** How often each clause of the rule was true or false, at every turn of the session and in the tests of a policy. */
  coverage(input: {
    readonly session: SessionRef;
    readonly rule: Rule;
    readonly decisions: Decisions;
    /** The policy's text and the id of this rule in it; null for a rule of the user's own. */
    readonly policy: { readonly text: string; readonly rule: string } | null;
  }): RuleCoverage;
}

export interface RuleCoverage {
  readonly traffic: Coverage;
  /** Null when the policy has no test of the rule. */
  readonly tests: Coverage | null;
}
