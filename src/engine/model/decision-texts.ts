import type { Answers } from './decisions.ts';

/** The texts of the settings: the question, and each answer in words. */
export const decisionTexts: {
  readonly [K in keyof Answers]: {
    readonly question: string;
    readonly answers: { readonly [A in Answers[K]]: string };
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
    answers: { 'zero-counts': 'present before its first use, with zero counts', absent: 'absent until used' },
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
    question: 'A call whose result is not recorded',
    answers: {
      'not-counted': 'in none of the counts, its output unknown',
      successful: 'counts as successful, its output unknown',
    },
  },
};
