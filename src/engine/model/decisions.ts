import { hooks, isAsserting, type HookId } from './hooks.ts';
import type { TextResults } from './recorded-results.ts';

/**
 * Our choices where the specification is silent (reference: Common Agent Specification v1beta1, "Task Context"). Each
 * choice is made here and nowhere else. The session's settings show them, so a user can switch to the behaviour of
 * another runtime.
 */
export interface Answers {
  /** Order of `capabilities.<fn>.{timestamps,inputs,outputs,…}`. */
  readonly capabilityOrder: 'newest-first' | 'oldest-first';
  /** A capability that is declared or occurs later, before its first use. */
  readonly unusedCapability: 'zero-counts' | 'absent';
  /** An `assert` that yields something other than true or false. */
  readonly nonBoolean: 'truthiness' | 'error';
  /** An evaluation error in an `assert`. Closed counts it as failed, with a mark of its own. */
  readonly assertError: 'closed' | 'open';
  /** JSON numbers without a fraction or an exponent. */
  readonly jsonNumbers: 'as-written' | 'all-double';
  /** A call's result that is recorded as text; `recorded-results.ts` applies this. */
  readonly textResults: TextResults;
  /** A call whose result is not recorded. A call that waits, for an approval say, never counts as successful. */
  readonly missingResults: 'not-counted' | 'successful';
}

/**
 * What a person gives because no recording has it, as JSON texts: values of CEL cannot be sent to a worker, so each
 * environment reads its text where rules run. A text that cannot be read counts as not given.
 */
export interface GivenTexts {
  /** The findings table of rules that ask for findings; without one, findings are unknown. */
  readonly findings?: string;
  /** Values for what no recording holds of a request, such as `jwt`; the environment of a gateway reads them. */
  readonly given?: string;
}

/** What the user has chosen, which overrides what a recording says. */
export type Chosen = Partial<Answers> & GivenTexts;

/** The settings that verdicts depend on beside the recording. */
export interface Decisions extends Answers, GivenTexts {
  /** Function keys that the open policy declares, whether or not the session has them. */
  readonly declared: readonly string[];
  /** The engine that evaluates expressions; ours unless another is named. */
  readonly engine?: EngineId;
}

/** An engine of CEL (`engines/registry.ts`), by the name of its package. */
export type EngineId = string;

/** What a command adds to the decisions of each session. */
export type Added = GivenTexts & Pick<Decisions, 'engine'>;

export const defaultDecisions: Decisions = {
  capabilityOrder: 'newest-first',
  unusedCapability: 'zero-counts',
  nonBoolean: 'truthiness',
  assertError: 'closed',
  jsonNumbers: 'as-written',
  textResults: 'by-capability',
  missingResults: 'not-counted',
  declared: [],
};

/** A rule, by what decides how its errors count. */
interface Failing {
  readonly hook: HookId;
  readonly yields?: string;
}

/**
 * The effect of the verdict `error`, in the words that every panel uses: `counted as failed`. Null where a rule asserts
 * nothing, so that there is nothing to fail.
 */
export function errorCountedAs(rule: Failing, decisions: Pick<Decisions, 'assertError'>): string | null {
  if (!isAsserting(rule.hook)) return null;
  if (isFalseAtGateway(rule)) return 'counted as false';
  return isErrorStopping(rule, decisions) ? 'counted as failed' : 'counted as passed';
}

/** True if an error has the effect of a firing rule. */
export const isErrorStopping = (rule: Failing, { assertError }: Pick<Decisions, 'assertError'>): boolean =>
  isAsserting(rule.hook) && assertError === 'closed' && !isFalseAtGateway(rule);

/** A gateway's rule that fails counts as false, and then neither denies nor allows. One that must be true has failed. */
const isFalseAtGateway = ({ hook, yields }: Failing): boolean =>
  hooks[hook].environment === 'agentgateway' && yields !== undefined;

/** The possible answers. Their words are in `decision-texts.ts`, because few screens show them. */
export const decisionAnswers: { readonly [K in keyof Answers]: readonly Answers[K][] } = {
  capabilityOrder: ['newest-first', 'oldest-first'],
  unusedCapability: ['zero-counts', 'absent'],
  nonBoolean: ['truthiness', 'error'],
  assertError: ['closed', 'open'],
  jsonNumbers: ['as-written', 'all-double'],
  textResults: ['by-capability', 'text', 'parsed'],
  missingResults: ['not-counted', 'successful'],
};
