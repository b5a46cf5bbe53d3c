import type { Decisions, GivenTexts } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { HookId } from '../engine/model/hooks.ts';
import type { TextRange } from '../engine/model/problem.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { ValuePreview } from '../engine/cel/index.ts';
import type { PolicyOutcome } from '../engine/model/verdict.ts';
import type { Rule } from '../engine/rules/rule.ts';
import type { OwnManifest } from '../engine/policies/manifest-text.ts';
import type { Expectation } from '../engine/policies/policy-test.ts';
import type { PolicyRule } from '../engine/policies/policy.ts';
import type { Replay } from '../engine/policies/replay.ts';
import type { ReplayedChange, ReplayedInvoke, ReplayedStep } from '../engine/policies/replayed-turn.ts';

/** Policies: a manifest's YAML is the one source; every method takes its text. */
export interface PolicyApi {
  /**
   * The rules in a text, each as this session judges it. Without a session no rule has functions. Faults in the text
   * are listed beside them.
   */
  readPolicy(input: { readonly session: SessionRef | null; readonly text: string }): PolicyOutline;
  /** The manifest that the session was run under, as the text of a policy; null where it names none. */
  manifestOf(input: { readonly session: SessionRef }): OwnManifest | null;
  /** The text with another expression for one of its rules. */
  rewriteRule(input: { readonly text: string; readonly rule: string; readonly expression: string }): {
    readonly text: string;
  };
  /** The text with one more step, which asserts a rule at its hook; and the new rule's id. */
  addStep(input: { readonly text: string; readonly rule: Rule }): { readonly text: string; readonly rule: string };
  /** The session under the policy. */
  replayPolicy(input: {
    readonly session: SessionRef;
    readonly text: string;
    readonly decisions: Decisions;
  }): Replay & { readonly tookMs: number };
  /** The effect of the policy at one turn, step by step. */
  replayedTurn(input: {
    readonly session: SessionRef;
    readonly text: string;
    readonly turn: TurnIndex;
    readonly decisions: Decisions;
  }): ReplayedTurnDetail;
  /** The text with one more test: this rule, or the whole policy, has this outcome at this turn. */
  addTest(input: {
    readonly session: SessionRef;
    readonly text: string;
    /** Null for the whole policy. */
    readonly rule: string | null;
    readonly turn: TurnIndex;
    readonly name: string;
    readonly expect: Expectation;
    readonly decisions: Decisions;
  }): { readonly text: string; readonly turn: TurnIndex };
  /** The text without the test that begins at an offset. */
  removeTest(input: { readonly text: string; readonly at: number }): { readonly text: string };
  /** Runs the tests in a text; a test that names a session runs on the session of the request. */
  runTests(input: {
    readonly session: SessionRef | null;
    readonly text: string;
    readonly given: GivenTexts;
  }): readonly TestRun[];
}

export interface PolicyOutline {
  /** Function keys that the policy declares, from its text alone. */
  readonly declared: readonly string[];
  readonly agent: { readonly name: string | null; readonly namespace: string | null };
  readonly rules: readonly PolicyRuleOutline[];
  readonly problems: readonly PolicyProblemRow[];
  readonly tests: readonly TestOutline[];
}

export interface PolicyRuleOutline {
  readonly id: string;
  readonly title: string;
  readonly kind: PolicyRule['kind'];
  readonly hook: HookId;
  /** As the rule editor judges it in the session; null for an `invoke`, which evaluates nothing itself. */
  readonly rule: Rule | null;
  /** Range of the expression in the text. */
  readonly range: TextRange;
  /** Range of the whole step; without a step, the same as `range`. */
  readonly place: TextRange;
  readonly line: number;
  readonly onFail: string | null;
  readonly errorMessage: string | null;
}

export interface PolicyProblemRow {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly range: TextRange;
  /** From 1. */
  readonly line: number;
}

export interface TestOutline {
  readonly name: string;
  readonly rule: string | null;
  readonly expect: Expectation;
  readonly turn: TurnIndex;
  readonly range: TextRange;
  readonly line: number;
}

export interface TestRun {
  readonly name: string;
  readonly passed: boolean;
  readonly expect: Expectation;
  readonly got: string | null;
  readonly message: string | null;
}

export interface ReplayedTurnDetail {
  readonly outcome: PolicyOutcome;
  readonly steps: readonly (Omit<ReplayedStep, 'invoked'> & {
    readonly invoked: (Omit<ReplayedInvoke, 'args'> & { readonly args: ValuePreview }) | null;
  })[];
  readonly error: string | null;
  /** Input and output after bindings and transforms. */
  readonly changes: readonly (Pick<ReplayedChange, 'part'> & {
    readonly recorded: ValuePreview;
    readonly changed: ValuePreview;
  })[];
}
