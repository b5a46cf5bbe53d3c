import type { Rule } from '../../worker/protocol.ts';

/** One of each kind that a sweep treats differently. */
export const scalar: Rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: null };

export const growing: Rule = {
  expression: '!context.capabilities.refund.inputs.exists(i, i.amount > 5000)',
  hook: 'turn',
  match: null,
};
