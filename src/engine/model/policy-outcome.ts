/** The effect of a whole policy at a turn, the worst last. `none`: none of its steps runs there. */
export const policyOutcomes = ['none', 'pass', 'continued', 'unknown', 'block', 'lock'] as const;
export type PolicyOutcome = (typeof policyOutcomes)[number];
