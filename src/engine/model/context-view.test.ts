import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContextAlias, contextAt, exportedContextAt } from './context-view.ts';
import { defaultDecisions } from './decisions.ts';
import type { History, NodeId } from './history.ts';
import { HistoryBuilder } from './history-builder.ts';
import { inputOf, nowAt, outputOf } from './hook-values.ts';
import { materialise } from './materialise.ts';
import { contextOf, historyOf } from './testing.ts';
import { ListView, Unknown, valueAt } from './value.ts';

const refunds = `
  user {"ticket_id": "T-1"}: refund please
  model (100+20): I look it up first
  lookup({"id": "T-1"}) -> {"status": "open"}
  refund({"amount": 1200}) xx too much
  refund({"amount": 20}) !! HTTP 503
  refund({"amount": 20}) -> {"ok": true}
  agent (150+30) {"ticket_status": "closed"}: done
  user: thanks
`;

describe('the context after a turn', () => {
  it('has every field of the specification, in its order', () => {
    expect(JSON.stringify(materialise(contextOf(refunds, 4)))).toBe(
      JSON.stringify({
        agent: { name: 'support-agent', namespace: 'prod-eu', started_at: '2026-05-20T03:00:00Z' },
        user: { id: 'u-1', email: null },
        llm: { model: 'gemini/gemini-2.5-flash', tokens: { total: 120, prompt: 100, completion: 20 } },
        _history: { turns: ['input', 'llm', 'capability', 'capability', 'capability'], turn_count: 5 },
        input: [{ message: [{ mimeType: 'text/plain', text: 'refund please' }], ticket_id: 'T-1' }],
        output: [],
        capabilities: {
          _meta: { invocations: ['lookup', 'refund', 'refund'], count: 3, delegation_count: 0 },
          lookup: {
            count_successful: 1,
            count_errored: 0,
            count_restricted: 0,
            timestamps: ['2026-05-20T03:02:00Z'],
            inputs: [{ id: 'T-1' }],
            outputs: [{ status: 'open' }],
            successful: [true],
            errored: [false],
            restricted: [false],
            task_ids: null,
          },
          refund: {
            count_successful: 0,
            count_errored: 1,
            count_restricted: 1,
            timestamps: ['2026-05-20T03:04:00Z', '2026-05-20T03:03:00Z'],
            inputs: [{ amount: 20 }, { amount: 1200 }],
            outputs: [{ error: 'HTTP 503' }, null],
            successful: [false, false],
            errored: [true, false],
            restricted: [false, true],
            task_ids: null,
          },
        },
      }),
    );
  });

  it('is empty before the first turn, with zero counts for capabilities used later', () => {
    const context = contextOf(refunds, -1);
    expect(valueAt(context, ['_history', 'turn_count'])).toBe(0);
    expect(valueAt(context, ['llm', 'tokens', 'total'])).toBe(0);
    expect(valueAt(context, ['capabilities', 'refund', 'count_restricted'])).toBe(0);
    expect(materialise(valueAt(context, ['capabilities', 'refund', 'outputs']) ?? null)).toEqual([]);
  });

  it('has no record of an unused capability when the session decides so', () => {
    const context = contextAt(historyOf(refunds, ['slack_post']), 2, {
      ...defaultDecisions,
      unusedCapability: 'absent',
    });
    expect(valueAt(context, ['capabilities', 'refund'])).toBeUndefined();
    expect(Object.keys(materialise(valueAt(context, ['capabilities']) ?? null) ?? {})).toEqual(['_meta', 'lookup']);
  });

  it('reverses the lists of a capability when the session decides so, and nothing else', () => {
    const context = contextAt(historyOf(refunds), 5, { ...defaultDecisions, capabilityOrder: 'oldest-first' });
    expect(valueAt(context, ['capabilities', 'refund', 'inputs', 0, 'amount'])).toBe(1200);
    expect(valueAt(context, ['capabilities', '_meta', 'invocations', 0])).toBe('lookup');
  });

  it('has the output of an answering turn from that turn on, with dynamic keys beside the message', () => {
    expect(valueAt(contextOf(refunds, 5), ['output', 0])).toBeUndefined();
    expect(valueAt(contextOf(refunds, 6), ['output', 0, 'ticket_status'])).toBe('closed');
  });

  it('has task ids for delegations only', () => {
    const text = `
      user: go
      research_agent@child-1({"message": "a"}) -> 1
      research_agent@child-2({"message": "b"}) -> 2
      lookup({}) -> 3`;
    const context = contextOf(text, 3);
    expect(materialise(valueAt(context, ['capabilities', 'research_agent', 'task_ids']) ?? null)).toEqual([
      'child-2',
      'child-1',
    ]);
    expect(valueAt(context, ['capabilities', 'lookup', 'task_ids'])).toBeNull();
    expect(valueAt(context, ['capabilities', '_meta', 'delegation_count'])).toBe(2);
  });

  it('treats `__proto__` and `constructor` as ordinary names of functions', () => {
    const context = contextOf('user: hi\n__proto__({}) -> 1', 1);
    expect(valueAt(context, ['capabilities', '__proto__', 'count_successful'])).toBe(1);
    expect(valueAt(context, ['capabilities', 'constructor'])).toBeUndefined();
    expect(valueAt(context, ['toString'])).toBeUndefined();
    expect(Object.keys(materialise(valueAt(context, ['capabilities']) ?? null) ?? {})).toContain('__proto__');
  });
});

describe('a value that the recording lacks', () => {
  const unsaid = () => {
    const facts = {
      agent: { name: undefined, namespace: undefined, startedAt: undefined },
      user: { id: undefined, email: undefined },
      model: undefined,
      functions: [],
      nodes: [],
    };
    const builder = new HistoryBuilder(facts);
    const moment = { event: 0, at: undefined, node: undefined, tookMs: undefined };
    builder.input(moment, { message: [] });
    builder.model(moment, undefined, ['lookup'], { prompt: 10, completion: undefined, total: undefined });
    builder.capability(moment, {
      function: 'lookup',
      input: undefined,
      output: undefined,
      outcome: 'successful',
      taskId: null,
      reason: undefined,
    });
    return builder;
  };
  const at = (path: (string | number)[], turn = 2) =>
    valueAt(contextAt(unsaid().history, turn, defaultDecisions), path);
  const missing = (...path: (string | number)[]) => new Unknown([['context', ...path]]);

  it('is unknown, with its path', () => {
    expect(at(['agent', 'started_at'])).toEqual(missing('agent', 'started_at'));
    expect(at(['user', 'email'])).toEqual(missing('user', 'email'));
    expect(at(['llm', 'model'])).toEqual(missing('llm', 'model'));
    expect(at(['capabilities', 'lookup', 'timestamps', 0])).toEqual(missing('capabilities', 'lookup', 'timestamps', 0));
    expect(at(['capabilities', 'lookup', 'inputs', 0])).toEqual(missing('capabilities', 'lookup', 'inputs', 0));
    expect(inputOf(unsaid().history, 2)).toEqual(new Unknown([['input']]));
    expect(outputOf(unsaid().history, 2, defaultDecisions)).toEqual(new Unknown([['output']]));
    expect(nowAt(unsaid().history, 2)).toEqual(new Unknown([['now']]));
  });

  it('makes only those token sums unknown that lack a number, until the recording states them', () => {
    const builder = unsaid();
    const tokens = (turn: number) => valueAt(contextAt(builder.history, turn, defaultDecisions), ['llm', 'tokens']);
    builder.tokens({ prompt: 10, completion: 5, total: 15 });
    expect(materialise(tokens(0) ?? null)).toEqual({ total: 0, prompt: 0, completion: 0 });
    expect(materialise(tokens(1) ?? null)).toEqual({ prompt: 10 });
    expect(materialise(tokens(2) ?? null)).toEqual({ total: 15, prompt: 10, completion: 5 });
  });

  it('is left out of maps and null in lists when the view becomes plain data', () => {
    expect(materialise(contextAt(unsaid().history, 2, defaultDecisions))).toMatchObject({
      agent: {},
      user: {},
      capabilities: { lookup: { inputs: [null], timestamps: [null] } },
    });
  });

  it('is known from the turn on at which a recording states it directly', () => {
    const builder = unsaid();
    builder.state(['capabilities', 'lookup', 'count_successful'], 7);
    builder.state(['mood'], 'good');
    builder.state(['_history'], undefined);
    const context = contextAt(builder.history, 2, defaultDecisions);
    expect(valueAt(context, ['capabilities', 'lookup', 'count_successful'])).toBe(7);
    expect(valueAt(context, ['capabilities', 'lookup', 'count_errored'])).toBe(0);
    expect(valueAt(context, ['_history'])).toEqual(missing('_history'));
    expect(context.keys()).toContain('mood');
    context.moveTo(1);
    expect(context.keys()).not.toContain('mood');
    expect(valueAt(context, ['_history', 'turn_count'])).toBe(2);
    expect(valueAt(context, ['capabilities', 'lookup', 'count_successful'])).toBe(0);
  });
});

describe('the alias c', () => {
  it('has cap for capabilities without listing it; the long form has no cap', () => {
    const context = contextOf(refunds, 5);
    const alias = new ContextAlias(context);
    expect(valueAt(alias, ['cap', 'refund', 'count_successful'])).toBe(1);
    expect(valueAt(context, ['cap'])).toBeUndefined();
    expect(alias.keys()).toEqual(context.keys());
  });
});

describe('variables of a turn', () => {
  const history = historyOf(refunds);
  it('are the arriving message, the arguments and the result, or the answer', () => {
    expect(inputOf(history, 0)).toMatchObject({ ticket_id: 'T-1' });
    expect(inputOf(history, 3)).toEqual({ amount: 1200 });
    expect(outputOf(history, 3, defaultDecisions)).toBeNull();
    expect(outputOf(history, 6, defaultDecisions)).toMatchObject({ ticket_status: 'closed' });
    expect([
      inputOf(history, 1),
      outputOf(history, 0, defaultDecisions),
      outputOf(history, 1, defaultDecisions),
    ]).toEqual([undefined, undefined, undefined]);
    expect(nowAt(history, 3)).toBe('2026-05-20T03:03:00Z');
  });
});

const line = fc.constantFrom(
  'user: hi',
  'agent (3+4): yes',
  'model: hm',
  'a({"x": 1}) -> 1',
  'b({}) !! no',
  'b({}) xx no',
);

describe('one view moved from turn to turn', () => {
  it('shows at each turn the same as a new view there, in any order', () => {
    const walks = fc.record({
      lines: fc.array(line, { maxLength: 30 }),
      turns: fc.array(fc.integer({ min: -1, max: 31 }), { maxLength: 20 }),
    });
    fc.assert(
      fc.property(walks, ({ lines, turns }) => {
        const history = historyOf(lines.join('\n'));
        const walker = contextAt(history, -1, defaultDecisions);
        for (const turn of turns) {
          walker.moveTo(turn);
          expect(materialise(walker)).toEqual(materialise(contextAt(history, turn, defaultDecisions)));
        }
      }),
    );
  });

  it('is the same growing column at every turn, so that a sweep can fold over it', () => {
    const history = historyOf(refunds);
    const outputs = (turn: number) =>
      valueAt(contextAt(history, turn, defaultDecisions), ['capabilities', 'refund', 'outputs']);
    const [early, late] = [outputs(4), outputs(5)];
    if (!(early instanceof ListView) || !(late instanceof ListView)) throw new Error('a list view was expected');
    expect(early.column).toBe(late.column);
    expect([early.length, late.length, late.order]).toEqual([2, 3, 'newest-first']);
    expect(early.at(0)).toBe(late.at(1));
  });

  it('reads a count at each of 100 000 turns', () => {
    const history = historyOf('user: go\n' + 'a({}) -> 1\nb({}) !! no\n'.repeat(50_000));
    const context = contextAt(history, -1, defaultDecisions);
    let sum = 0;
    for (let turn = 0; turn < history.turns.length; turn++) {
      context.moveTo(turn);
      const count = valueAt(context, ['capabilities', 'a', 'count_successful']);
      sum += typeof count === 'number' ? count : 0;
    }
    expect(sum).toBe(2_500_050_000);
  });
});

describe('the context of a node', () => {
  it('is the one of the session where the node has none of its own, whatever the node is called', () => {
    const history = historyOf(refunds);
    for (const name of ['', '__proto__', 'nobody']) {
      const node = name as NodeId; // any text that a recording may have
      const root = { ...history.nodes[0], id: node } as History['nodes'][number]; // likewise
      const named = { ...history, nodes: [root], own: new Map() };
      expect(materialise(exportedContextAt(named, 4, defaultDecisions, node))).toEqual(
        materialise(exportedContextAt(history, 4, defaultDecisions)),
      );
    }
  });
});
