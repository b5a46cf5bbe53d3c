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
