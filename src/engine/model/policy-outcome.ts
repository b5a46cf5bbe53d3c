/** What a policy as a whole does at a turn, the worst last. `none`: no step of it runs there. */
export const policyOutcomes = ['none', 'pass', 'continued', 'unknown', 'block', 'lock'] as const;
export type PolicyOutcome = (typeof policyOutcomes)[number];
