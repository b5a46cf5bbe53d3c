import type { Rule } from '../../worker/protocol.ts';

/**
 * Recordings of any length from a counter, so that the text is the same every time. One round is four turns of a
 * support agent: a question, a plan, a call, an answer. Every 97th refund is a large one.
 */
export const turnsPerRound = 4;

export function chatLog(turns: number): string {
  const messages: unknown[] = [];
  for (let round = 0; round < turns / turnsPerRound; round++) {
    const id = `call_${round}`;
    const order = `A-${round % 1000}`;
    const args = JSON.stringify({ order, amount: amountOf(round), reason: 'arrived broken' });
    messages.push(
      { role: 'user', content: `Order ${order} arrived broken, I want my money back (message ${round}).` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'refund', arguments: args } }],
      },
      { role: 'tool', tool_call_id: id, content: JSON.stringify({ order, status: 'paid', balance: round * 3 }) },
      { role: 'assistant', content: `Your money for ${order} is on its way.` },
    );
  }
  return JSON.stringify({ model: 'bench', messages });
}

const amountOf = (round: number) => (round % 97 === 96 ? 2400 : 10 + (round % 500));

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
