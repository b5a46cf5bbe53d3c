/** Definitions that the page shows where a word first appears. `docs/glossary.md` has the same sentences. */
export const glossary = {
  hook: 'The moment at which a rule runs, such as before a tool call. It decides which turns are eligible and which variables the rule can read.',
  eligible:
    'A turn is eligible if the rule’s hook runs there. Only eligible turns get a verdict, and counts are out of them.',
  unknown: 'The recording lacks a value that the rule needs, so its verdict cannot be decided at that turn.',
  baseline:
    'The rule that the draft is compared with: the suggested rule at first, then the one you chose with “Set as baseline”.',
} as const;
