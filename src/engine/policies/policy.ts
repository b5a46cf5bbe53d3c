import type { SpecificationHookId } from '../model/hooks.ts';
import type { Path } from '../model/path.ts';
import type { Problem, TextRange } from '../model/problem.ts';
import type { YamlDocument } from '../readers/yaml/index.ts';
import type { PolicyStep } from '../systems/task/steps.ts';

/**
 * An agent's manifest, read for its rules (Common Agent Specification v1beta1, pages *Agent*, *Middleware*,
 * *Bindings*). The text stays the only source: each rule knows its place in it, and is changed there.
 */
export interface Policy {
  readonly document: YamlDocument;
  readonly agent: { readonly name: string | null; readonly namespace: string | null };
  /** In the order of the text. */
  readonly rules: readonly PolicyRule[];
  /** In the order of the text. */
  readonly problems: readonly PolicyProblem[];
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
  readonly kind: 'assert' | 'invoke' | 'transform' | 'binding' | 'prompt' | 'exposes';
  readonly hook: SpecificationHookId;
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
}

/** The condition of a step, the arguments of an `invoke`, or the placeholders of an error message. */
export interface RulePart {
  readonly kind: 'condition' | 'binding' | 'message';
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
