import type { Decisions, EngineId } from '../engine/model/decisions.ts';
import type { EngineAgreement } from '../engine/model/portability.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Cause } from '../engine/portability/cause.ts';
import type { EngineVerdicts } from '../engine/portability/compare-engine.ts';
import type { Rewritten } from '../engine/portability/rewrite.ts';
import type { Rule } from '../engine/rules/rule.ts';

/** A rule in other engines of CEL. Their packages load when they judge, in a worker that judges nothing else. */
export interface EnginesApi {
  /** The other engines, in the order in which they are shown. */
  engines(input: Record<string, never>): readonly OtherEngine[];
  /** The rule by another engine at each turn, on the same scopes as ours. */
  judgedByEngine(input: RuleInSession & { readonly engine: EngineId }): JudgedByEngine;
  /** Another text of the rule on which more of these engines agree with ours; null if none is known. */
  rewritten(input: RuleInSession & { readonly engines: readonly EngineId[] }): Rewritten | null;
}

export interface OtherEngine {
  readonly id: EngineId;
  readonly version: string;
  /** How it is set up here, and what it does not have: whole sentences. */
  readonly about: string;
}

export interface JudgedByEngine extends EngineVerdicts {
  readonly agreement: EngineAgreement;
  /** The turns at which the rule runs. */
  readonly eligible: number;
  /** The most frequent first. */
  readonly causes: readonly Cause[];
}

interface RuleInSession {
  readonly session: SessionRef;
  readonly rule: Rule;
  readonly decisions: Decisions;
}
