import type { Rule } from '../../worker/protocol.ts';

/** A rule with another number after each keystroke, as if the user typed, so that no earlier result can be reused. */
export type Typed = (key: number) => Rule;

/** One of each kind that a sweep treats differently. */
export const scalar: Typed = (key) => ({
  expression: `input.amount <= ${1000 + key}`,
  hook: 'middleware.before',
  match: null,
});

/** Passes at every turn, so that Why cannot stop at a deciding element. */
export const growing: Typed = (key) => ({
  expression: `!context.capabilities.refund.inputs.exists(i, i.amount > ${5000 + key})`,
  hook: 'turn',
  match: null,
});

/** The result for an element depends on the turn, so that no result can be kept. */
export const entangled: Typed = (key) => ({
  expression: `!context.capabilities.refund.inputs.exists(i, i.amount > input.amount + ${5000 + key})`,
  hook: 'middleware.before',
  match: null,
});

/** Forbids the same call twice, so that elements are looked up by equality. */
export const repeated: Typed = (key) => ({
  expression: `!context.capabilities.refund.inputs.exists(i, i.order == input.order && i.amount > ${5000 + key})`,
  hook: 'middleware.before',
  match: null,
});
