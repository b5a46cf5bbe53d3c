import type { Rule } from '../../worker/protocol.ts';

/** A rule with another number at each key, as if someone typed: nothing can be remembered from the one before. */
export type Typed = (key: number) => Rule;

/** One of each kind that a sweep treats differently. */
export const scalar: Typed = (key) => ({
  expression: `input.amount <= ${1000 + key}`,
  hook: 'middleware.before',
  match: null,
});

/** It passes everywhere, so that Why has no deciding element to stop at. */
export const growing: Typed = (key) => ({
  expression: `!context.capabilities.refund.inputs.exists(i, i.amount > ${5000 + key})`,
  hook: 'turn',
  match: null,
});

/** What an element comes to depends on the turn, so that nothing of it can be kept. */
export const entangled: Typed = (key) => ({
  expression: `!context.capabilities.refund.inputs.exists(i, i.amount > input.amount + ${5000 + key})`,
  hook: 'middleware.before',
  match: null,
});

/** As one forbids the same call twice: elements are looked up by what they equal. */
export const repeated: Typed = (key) => ({
  expression: `!context.capabilities.refund.inputs.exists(i, i.order == input.order && i.amount > ${5000 + key})`,
  hook: 'middleware.before',
  match: null,
});
