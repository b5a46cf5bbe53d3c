import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seed } from '../fuzz/testing.ts';
import { unhurried } from '../../base/pace.ts';
import { fixtures } from '../importers/battery/testing.ts';
import { toJson } from '../model/json.ts';
import { contextAt } from '../model/context-view.ts';
import { withSnapshot } from '../model/snapshot-moment.ts';
import type { Session } from '../model/session.ts';
import { verdictCodes } from '../model/verdict.ts';
import type { Policy } from '../policies/policy.ts';
import { keptReplay, replay } from '../policies/replay.ts';
import { policyOf } from '../policies/testing.ts';
import { decisionsOf } from '../rules/decisions.ts';
import type { Rule } from '../rules/rule.ts';
import { sweep } from '../rules/sweep.ts';
import { swept } from '../rules/swept.ts';
import { why } from '../rules/why.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';
import { GrowingSession } from './growing-session.ts';
import { openEntry, type OpenSession } from './open-session.ts';

/** Rules that look back: at counts, at lists that grow, at results, and at an earlier call with the same argument. */
const rules: readonly Rule[] = [
  { expression: 'size(context._history.turns) % 3 != 0', hook: 'turn', match: null },
  { expression: 'context.llm.tokens.total < 500', hook: 'turn', match: null },
  {
    expression: '!context.output.exists(o, o.message.exists(m, m.text.contains("e")))',
    hook: 'turn',
    match: null,
  },
  {
    expression: 'context.input.filter(i, size(i.message) > 0).map(i, i.message).all(m, size(m) < 2)',
    hook: 'guardrail.after',
    match: null,
  },
  {
    expression: 'context.capabilities.exists_one(k, k != "_meta")',
    hook: 'middleware.before',
    match: null,
  },
];

/** The rules above, and one that looks back at each call of the session's most used functions. */
const rulesOf = ({ history }: OpenSession): readonly Rule[] => [
  ...rules,
  ...history.functions.slice(0, 2).flatMap(({ key }): readonly Rule[] => [
    { expression: `!c.capabilities[${JSON.stringify(key)}].outputs.exists(o, o == "")`, hook: 'turn', match: null },
    {
      expression: `!c.capabilities[${JSON.stringify(key)}].inputs.exists(i, i == input && size(i) > 1)`,
      hook: 'middleware.before',
      match: null,
    },
    { expression: `c.capabilities[${JSON.stringify(key)}].inputs.map(i, [i]) != []`, hook: 'turn', match: null },
  ]),
];

/** Blocks some calls before they are made and some results, counts its own blocks, looks back, and invokes a function. */
const policyFor = ({ history }: OpenSession): Policy => {
  const blocks = history.functions.slice(0, 3).map(({ key }, at) => {
    const own = `c.capabilities[${JSON.stringify(key)}]`;
    const before = [
      { assert: `${own}.count_restricted % 3 != 1` },
      { assert: `!${own}.inputs.exists(i, i == input)`, on_fail: 'continue' },
      ...(at === 0 ? [] : [{ invoke: 'check', condition: `${own}.count_successful > 0` }]),
    ];
    const after = [{ assert: `!${own}.outputs.exists(o, o == "") && context.capabilities._meta.count % 3 != 2` }];
    return [key, { before_first: [{ assert: 'size(context.input) < 3' }], before, after }];
  });
  const text = '!context.output.exists(o, o.message.exists(m, m.text.contains("e")))';
  return policyOf(
    JSON.stringify({
      guardrails: {
        before: [{ assert: 'size(context.input) % 4 != 3' }],
        after: [{ assert: text, on_fail: 'continue' }],
      },
      capabilities: Object.fromEntries(blocks) as unknown,
    }),
  );
};

const columnsOf = ({ history }: OpenSession) => ({ ...history, results: null, growth: null });

/** What a session with these events shows; `before` has the caches of the session so far. */
async function expectEqual(
  open: OpenSession,
  growing: GrowingSession,
  events: readonly unknown[],
  policy: Policy,
): Promise<void> {
  const { system } = open;
  const shown = (session: Session, history: OpenSession['history']): OpenSession => ({
    ...open,
    session,
    history: withSnapshot(history, events.length, system.unrecorded?.(session)),
  });
  const whole = { ...open.session, events };
  const atOnce = shown(whole, system.history(whole));
  const grown = shown(growing.session, growing.history);
  expect(columnsOf(grown)).toEqual(columnsOf(atOnce));
  const decisions = decisionsOf(open);
  const last = atOnce.history.turns.length - 1;
  const context = ({ history }: OpenSession) => toJson(contextAt(history, last, decisions));
  expect(context(grown)).toBe(context(atOnce));
  const state = ({ session, history }: OpenSession) => toJson(system.stateAt(session, history, last, decisions));
  expect(state(grown)).toBe(state(atOnce));
  // As many rules as are remembered.
  for (const rule of rulesOf(open).slice(-4))
    for (const turn of [last, last >> 1])
      expect(why(grown, rule, turn, decisions)).toEqual(why(atOnce, rule, turn, decisions));
  const [kept, anew] = [
    await keptReplay(grown, policy, decisions, unhurried),
    await replay(atOnce, policy, decisions, unhurried),
  ];
  expect(kept.replay).toEqual(anew.replay);
  for (const turn of [last, last - 1, last >> 1]) expect(kept.turnAt(turn)).toEqual(anew.turnAt(turn));
  for (const rule of rulesOf(open)) {
    const { codes, counts } = await swept(grown, rule, decisions, unhurried);
    expect([rule.expression, [...codes], counts]).toEqual([
      rule.expression,
      ...Object.values(await sweep(atOnce, rule, decisions, unhurried).then((all) => [[...all.codes], all.counts])),
    ]);
  }
}

const sessionsIn = (text: string): readonly OpenSession[] => {
  const found = openNow(text);
  if (!found.ok) return [];
  return found.value.entries.slice(0, 1).flatMap((_, index) => {
    const opened = openEntry(found.value, index, systemOf);
    return opened.ok && opened.value.session.events.length < 120 ? [opened.value] : [];
  });
};

describe.each(fixtures)('$owner/fixtures/$name', { timeout: 120_000 }, ({ text }) => {
  test(`grown in pieces, with its latest events replaced now and then, equals the whole (seed ${seed})`, async () => {
    for (const open of sessionsIn(text)) {
      const { events } = open.session;
      const policy = policyFor(open);
      const cuts = fc.array(fc.nat(events.length), { minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(cuts, fc.nat(3), async (chosen, back) => {
          const sorted = chosen.toSorted((a, b) => a - b);
          const growing = new GrowingSession(open.system, { ...open.session, events: events.slice(0, sorted[0]) });
          for (const cut of [...sorted, events.length]) {
            // The latest events were preliminary, and are replaced by the real ones.
            const known = growing.session.events.length;
            const from = Math.max(0, Math.min(known, cut) - back);
            const preliminary = events.slice(from, Math.max(from, cut - back)).toReversed();
            growing.grow(preliminary, from);
            await expectEqual(open, growing, [...events.slice(0, from), ...preliminary], policy);
            growing.become({ ...open.session, events: events.slice(0, cut) });
            expect(growing.session.events).toEqual(events.slice(0, cut));
            await expectEqual(open, growing, events.slice(0, cut), policy);
          }
        }),
        { numRuns: 2, seed },
      );
    }
  });
});

test('an answer of a child task is judged again at the child’s latest turn, after which others had turns', async () => {
  const events = [
    { type: 'input-received', message: 'go' },
    { type: 'task-created', node: 'child', agent: 'child', header: { title: 'child' } },
    { type: 'model-called', node: 'child', text: 'working' },
    { type: 'capability-invoked', function: 'f', args: {}, outcome: 'ok', output: 1 },
    { type: 'output-sent', node: 'child', message: 'done' },
  ];
  const text = { format: 'contextscope/session', version: 1, system: 'task', header: { title: 't' }, events };
  const [open] = sessionsIn(JSON.stringify(text));
  if (open === undefined) throw new Error('the session does not open');
  const rule: Rule = { expression: 'size(context.output) == 0', hook: 'turn', match: null };
  const growing = new GrowingSession(open.system, { ...open.session, events: open.session.events.slice(0, 4) });
  const verdicts = async () => {
    const grown = { ...open, session: growing.session, history: growing.history };
    return [...(await swept(grown, rule, decisionsOf(open), unhurried)).codes];
  };
  const { pass, fire } = verdictCodes;
  expect(await verdicts()).toEqual([pass, pass, pass]);
  growing.grow(open.session.events.slice(4));
  expect(await verdicts()).toEqual([pass, fire, pass]);
});
