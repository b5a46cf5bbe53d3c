import type { Variables } from '../cel/index.ts';
import { type Effect, hostEffects, type HostEffect } from '../model/host-effect.ts';
import type { HookId } from '../model/hooks.ts';
import type { Path } from '../model/path.ts';
import type { Problem, TextRange } from '../model/problem.ts';
import type { YamlDocument } from '../readers/yaml/index.ts';
import type { PolicyStep } from '../systems/task/steps.ts';

/** Whose text a policy is, which decides how its rules come to one outcome. */
export type PolicyForm =
  /** An agent's manifest: steps, one after the other. */
  | 'manifest'
  /** A gateway's configuration: what denies, what is required, and what allows, together. */
  | 'gateway'
  /** A policy of the CEL project's environment for agents: the first rule that is true decides. */
  | 'ai-policy';

/**
 * An agent's manifest, read for its rules (Common Agent Specification v1beta1, pages *Agent*, *Middleware*,
 * *Bindings*). The text stays the only source: each rule knows its place in it, and is changed there.
 */
export interface Policy {
  readonly form: PolicyForm;
  readonly document: YamlDocument;
  readonly agent: { readonly name: string | null; readonly namespace: string | null };
  /** In the order of the text. */
  readonly rules: readonly PolicyRule[];
  /** In the order of the text. */
  readonly problems: readonly PolicyProblem[];
  /** Of another host’s policy: the hook at which all its rules run together. */
  readonly hook?: HookId;
  /** Of an AI policy: how its rules come to a decision. */
  readonly matches?: MatchList;
  /** Expressions that it gives names to; its rules use them as `variables.name`. */
  readonly variables: readonly PolicyVariable[];
}

export interface PolicyProblem extends Problem {
  readonly severity: 'error' | 'warning';
  readonly range: TextRange;
}

/** One step, binding, exposed key or expression of the prompt. */
export interface PolicyRule {
  /** Its place, as an author would write it: `capabilities.refund.before[0]`. It is stable while other rules change. */
  readonly id: string;
  /** A short name that distinguishes it from others in a list: `refund before 1`. */
  readonly title: string;
  readonly kind:
    | 'assert'
    | 'invoke'
    | 'transform'
    | 'binding'
    | 'prompt'
    | 'exposes'
    // Of an AI policy whose rules nest: a condition, and an expression that computes the decision.
    | 'match'
    | 'output'
    // What a condition of another host's policy does where it is true.
    | HostEffect;
  readonly hook: HookId;
  /** For an `invoke`, the invoked function; otherwise an expression. */
  readonly expression: string;
  /** Path of the scalar with the expression. */
  readonly path: Path;
  /** Range of the expression within that scalar: all of it, except for an expression in braces. */
  readonly within: TextRange;
  /** In the text. */
  readonly range: TextRange;
  /** The capability that it is for; null for guardrails and the prompt. */
  readonly capability: RuleCapability | null;
  /** The whole step; null where there is none. */
  readonly step: PolicyStep | null;
  readonly list: StepList | null;
  /** The expressions of the step beside its own. */
  readonly parts: readonly RulePart[];
  /** The policy's own variables that the expression may use; missing where there are none. */
  readonly variables?: Variables;
}

export interface PolicyVariable extends Pick<PolicyRule, 'path' | 'within' | 'expression'> {
  readonly name: string;
  /** Those that it may use. */
  readonly variables: Variables;
}

/** Matches of an AI policy. `every`: all that are true count; otherwise the first one does. */
export interface MatchList {
  readonly every: boolean;
  readonly matches: readonly Match[];
}

export interface Match {
  /** Null where it always applies. */
  readonly condition: PolicyRule | null;
  /** An effect, an expression that computes one, or further matches. */
  readonly result: Effect | PolicyRule | MatchList;
}

/** A rule of another host's policy decides by being true or false, in whichever direction. */
export const isCondition = ({ kind }: Pick<PolicyRule, 'kind'>): boolean =>
  kind === 'assert' || kind === 'match' || hostEffects.some((effect) => effect === kind);

/** The condition of a step, the arguments of an `invoke`, the placeholders of an error message, or the details of an effect. */
export interface RulePart {
  readonly kind: 'condition' | 'binding' | 'message' | 'output';
  readonly expression: string;
  /** Path of the scalar with the expression. */
  readonly path: Path;
  /** Of the expression within that scalar. */
  readonly within: TextRange;
}

export interface RuleCapability {
  /** The tool's or agent's own name, unsanitised. */
  readonly ref: string;
  /** The only sub-capability that it is for (`match`); null for all. */
  readonly only: string | null;
}

export type StepList = 'before_first' | 'before' | 'after';
