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

/** Of the CEL project's environment: looks back at all calls so far. */
export const agentHistory: Typed = (key) => ({
  expression: `!agent.history.toolCalls("refund").parts().exists(p, p.tool_call.params.amount > ${5000 + key}.0)`,
  hook: 'cel-ai.tool-call.before',
  match: null,
});

/** Of agentgateway: reads the whole prompt of each model call. */
export const gatewayPrompt: Typed = (key) => ({
  expression: `!llm.prompt.exists(m, m.content.contains("secret ${key}"))`,
  hook: 'agentgateway.llm.before',
  match: null,
});

/** Looks back at the calls so far, and blocks large refunds and the same call again. */
export const blockingPolicy = {
  capabilities: {
    refund: {
      before: [
        { assert: 'input.amount <= 1000' },
        { assert: '!context.capabilities.refund.inputs.exists(i, i.order == input.order && i.amount == input.amount)' },
      ],
      after: [{ assert: '!context.capabilities.refund.outputs.exists(o, o.status == "refused")' }],
    },
  },
  guardrails: { after: [{ assert: 'context.capabilities.refund.count_restricted < 1000000' }] },
};

/** One round of the same agent, for records of live sources. */
const factsOf = (round: number) => {
  const order = `A-${round % 1000}`;
  return {
    order,
    id: `call_${round}`,
    question: `Order ${order} arrived broken, I want my money back (message ${round}).`,
    args: { order, amount: amountOf(round), reason: 'arrived broken' },
    result: { order, status: 'paid', balance: round * 3 },
    answer: `Your money for ${order} is on its way.`,
  };
};

const firstMoment = Date.UTC(2026, 0, 1);
const momentOf = (round: number, seconds: number) => firstMoment + (round * 10 + seconds) * 1000;

/** The lines of Claude Code's own log. */
export function journalRound(round: number): readonly string[] {
  const { id, question, args, result, answer } = factsOf(round);
  const contents = [
    ['user', question],
    ['assistant', [{ type: 'tool_use', id, name: 'refund', input: args }]],
    ['user', [{ type: 'tool_result', tool_use_id: id, content: JSON.stringify(result) }]],
    ['assistant', [{ type: 'text', text: answer }]],
  ] as const;
  return contents.map(([role, content], step) => {
    const line = round * contents.length + step;
    const usage = { input_tokens: 900 + (round % 100), output_tokens: 40 };
    const own = role === 'assistant' ? { id: `msg_${line}`, model: 'claude-sonnet-4-5', usage } : {};
    return JSON.stringify({
      type: role,
      uuid: `line-${line}`,
      parentUuid: line === 0 ? null : `line-${line - 1}`,
      sessionId: 'bench',
      timestamp: new Date(momentOf(round, step)).toISOString(),
      message: { role, content, ...own },
    });
  });
}

/** Spans of OpenTelemetry as the server writes them, one a line, all of one trace. */
export function spansRound(round: number): readonly string[] {
  const { id, question, args, result, answer } = factsOf(round);
  const asked = { role: 'user', parts: [{ type: 'text', content: question }] };
  const call = { role: 'assistant', parts: [{ type: 'tool_call', id, name: 'refund', arguments: args }] };
  const returned = { role: 'tool', parts: [{ type: 'tool_call_response', id, response: result }] };
  const answered = { role: 'assistant', parts: [{ type: 'text', content: answer }] };
  const chat = (asking: readonly unknown[], answering: unknown) => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'bench',
    'gen_ai.input.messages': JSON.stringify(asking),
    'gen_ai.output.messages': JSON.stringify([answering]),
  });
  const tool = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'refund',
    'gen_ai.tool.call.id': id,
    'gen_ai.tool.call.arguments': JSON.stringify(args),
    'gen_ai.tool.call.result': JSON.stringify(result),
  };
  const spans: readonly (readonly [string, { readonly [key: string]: string }])[] = [
    ['chat bench', chat([asked], call)],
    ['execute_tool refund', tool],
    ['chat bench', chat([asked, call, returned], answered)],
  ];
  return spans.map(([name, attributes], step) => {
    const span = {
      traceId: 'b'.repeat(32),
      spanId: `span-${round}-${step}`,
      name,
      startTimeUnixNano: `${momentOf(round, 2 * step)}000000`,
      endTimeUnixNano: `${momentOf(round, 2 * step + 1)}000000`,
      attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
    };
    return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
  });
}
