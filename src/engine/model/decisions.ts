import { isAsserting, type HookId } from './hooks.ts';

/**
 * Where the specification is silent (reference: Common Agent Specification v1beta1, "Task Context"), this is what we do.
 * Each decision stands here and nowhere else; the session's settings show them, and another runtime's habit is one switch away.
 */
export interface Decisions {
  /** Order of `capabilities.<fn>.{timestamps,inputs,outputs,…}`. */
  readonly capabilityOrder: 'newest-first' | 'oldest-first';
  /** A capability that is declared or occurs later, before its first use. */
  readonly unusedCapability: 'zero-counts' | 'absent';
  /** An `assert` that yields something other than true or false. */
  readonly nonBoolean: 'truthiness' | 'error';
  /** An evaluation error in an `assert`. Closed counts it as failed, with a mark of its own. */
  readonly assertError: 'closed' | 'open';
  /** JSON numbers written without fraction or exponent. */
  readonly jsonNumbers: 'as-written' | 'all-double';
  /** A call's result that is recorded as text: `recorded-results.ts` says how it is applied. */
  readonly textResults: 'by-capability' | 'text' | 'parsed';
  /** A call whose result the recording does not hold. One that waits, for an approval say, never counts as successful. */
  readonly missingResults: 'not-counted' | 'successful';
}

export const defaultDecisions: Decisions = {
  capabilityOrder: 'newest-first',
  unusedCapability: 'zero-counts',
  nonBoolean: 'truthiness',
  assertError: 'closed',
  jsonNumbers: 'as-written',
  textResults: 'by-capability',
  missingResults: 'not-counted',
};

/**
 * What a verdict `error` comes to, in the words that every panel uses: `counted as failed`. Null where a rule asserts
 * nothing, so that there is nothing to fail.
 */
export function errorCountedAs(hook: HookId, { assertError }: Pick<Decisions, 'assertError'>): string | null {
  if (!isAsserting(hook)) return null;
  return assertError === 'closed' ? 'counted as failed' : 'counted as passed';
}

/** What the settings show: the question, and each answer in words. */
export const decisionTexts: {
  readonly [K in keyof Decisions]: {
    readonly question: string;
    readonly answers: { readonly [A in Decisions[K]]: string };
  };
} = {
  capabilityOrder: {
    question: 'Order of a capability’s lists',
    answers: {
      'newest-first': 'newest first: outputs[0] is the most recent',
      'oldest-first': 'oldest first: outputs[0] is the first',
    },
  },
  unusedCapability: {
    question: 'A capability not used yet',
    answers: { 'zero-counts': 'there from the start, with zero counts', absent: 'absent until used' },
  },
  nonBoolean: {
    question: 'An assert that yields a non-boolean',
    answers: { truthiness: 'truthiness as in Python, with a note', error: 'an error: it must be bool' },
  },
  assertError: {
    question: 'An error while an assert is evaluated',
    answers: { closed: 'counts as failed, shown as error', open: 'counts as passed, shown as error' },
  },
  jsonNumbers: {
    question: 'JSON numbers',
    answers: { 'as-written': '1 is an int, 1.0 a double', 'all-double': 'all are doubles' },
  },
  textResults: {
    question: 'A result recorded as text',
    answers: {
      'by-capability': 'parsed if every result of the capability is a JSON object or list, else text',
      text: 'always text: json.decode() converts it',
      parsed: 'parsed wherever it is a JSON object or list',
    },
  },
  missingResults: {
    question: 'A call whose result is not on record',
    answers: {
      'not-counted': 'in none of the counts, its output unknown',
      successful: 'counts as successful, its output unknown',
    },
  },
};
