import { celEnv, parse, plan } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { evaluate as marcbachmann } from '@marcbachmann/cel-js';
import { evaluate as celJs } from 'cel-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unhurried } from '../base/pace.ts';
import { countOr } from '../engine/fuzz/testing.ts';
import { defaultDecisions } from '../engine/model/decisions.ts';
import { verdictCodes, verdictKinds } from '../engine/model/verdict.ts';
import { methods } from './methods.ts';
import type { Rule } from './protocol.ts';

interface Call {
  readonly amount: number;
  readonly recipient: string;
  readonly tags: readonly string[];
}

const calls: readonly Call[] = [
  { amount: 50, recipient: 'ann', tags: [] },
  { amount: 1200, recipient: 'bob', tags: ['new', 'vip'] },
  { amount: 70.5, recipient: '', tags: ['vip'] },
];

const text = JSON.stringify({
  messages: [
    { role: 'user', content: 'Please refund my orders' },
    ...calls.flatMap((call, at) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `c${at}`, type: 'function', function: { name: 'refund', arguments: JSON.stringify(call) } }],
      },
      { role: 'tool', tool_call_id: `c${at}`, content: '1' },
    ]),
  ],
});

/** Each library by itself, as its own documents call it, with the arguments of a call. */
const direct: { readonly [engine: string]: (expression: string, call: Call) => unknown } = {
  'cel-js': (expression, input) => celJs(expression, { input }),
  '@marcbachmann/cel-js': (expression, input) => marcbachmann(expression, { input: withInts(input) }),
  '@bufbuild/cel': (expression, input) =>
    plan(celEnv({ funcs: strings }), parse(expression))({ input: { ...withInts(input), tags: [...input.tags] } }),
};

/** These libraries take whole numbers of JavaScript for doubles. */
const withInts = (call: Call) => ({
  ...call,
  amount: Number.isInteger(call.amount) ? BigInt(call.amount) : call.amount,
});

function verdictOf(engine: string, expression: string, call: Call): number {
  try {
    const result = direct[engine]?.(expression, call);
    return result === true ? verdictCodes.pass : result === false ? verdictCodes.fire : verdictCodes.error;
  } catch {
    return verdictCodes.error;
  }
}

const engine = methods();
const must = async <T>(
  asked: Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false }>,
): Promise<T> => {
  const answer = await asked;
  if (!answer.ok) throw new Error('the engine has a problem with this');
  return answer.value;
};

async function opened() {
  const { source } = await must(engine.open({ text, name: 'calls' }, unhurried));
  return (await must(engine.openSession({ source, entry: 0 }, unhurried))).ref;
}

const part = fc.constantFrom(
  'input.amount > 60',
  'input.amount * 2 > 100',
  'input.amount + 0.5 > 70.0',
  'input.amount == 50',
  'input.recipient == "ann"',
  'input.recipient in ["ann", "bob"]',
  'size(input.recipient) > 0',
  'input.recipient.size() > 2',
  'input.recipient.startsWith("b")',
  'input.recipient.matches("^[ab]+n*")',
  'has(input.missing)',
  'input.missing == 1',
  'input.tags.exists(tag, tag == "vip")',
  'input.tags.all(tag, size(tag) == 3)',
  'input.tags.filter(tag, tag != "new").size() == 1',
  'input.tags[0] == "vip"',
  '[1, 2].map(x, x * 2) == [2, 4]',
  'int("7") > 6',
  'input.?missing.orValue(true)',
  'type(input.recipient) == string',
  'input.recipient + 1 == "ann1"',
);
const { expression: rules } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 2 },
    part,
    fc
      .tuple(tie('expression'), fc.constantFrom('&&', '||'), tie('expression'))
      .map(([a, op, b]) => `(${a}) ${op} (${b})`),
    tie('expression').map((a) => `!(${a})`),
    fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
  ),
}));

test('the list has each engine but ours, with its version', async () => {
  const listed = await must(engine.engines({}, unhurried));
  expect(listed.map(({ id }) => id)).toEqual(Object.keys(direct));
  for (const { version, about } of listed)
    expect([version, about]).toEqual([expect.stringMatching(/^\d/), expect.stringMatching(/\.$/)]);
});

test('the verdicts of an engine are those of the library alone, and it differs where ours are others', async () => {
  const session = await opened();
  const decisions = defaultDecisions;
  let different = 0;
  await fc.assert(
    fc.asyncProperty(rules, async (expression) => {
      const rule: Rule = { expression, hook: 'middleware.before', match: null };
      const ours = await must(engine.sweep({ session, rule, decisions }, unhurried));
      const turns = [...ours.codes.keys()].filter((turn) => ours.codes[turn] !== verdictCodes['n/a']);
      expect(turns.length).toBe(calls.length);
      for (const id of Object.keys(direct)) {
        const found = await must(engine.judgedByEngine({ session, rule, decisions, engine: id }, unhurried));
        const verdicts = (codes: readonly number[]) => codes.map((code) => verdictKinds[code]);
        expect([id, verdicts(turns.map((turn) => found.codes[turn] ?? 0))]).toEqual([
          id,
          verdicts(calls.map((call) => verdictOf(id, expression, call))),
        ]);
        expect(found.differs).toEqual(turns.filter((turn) => found.codes[turn] !== ours.codes[turn]));
        expect(found.agreement.agrees).toBe(found.differs.length === 0 && found.refusal === null);
        different += found.differs.length;
      }
    }),
    { numRuns: Math.ceil(countOr(6_000) / 60) },
  );
  expect(different).toBeGreaterThan(0);
});

test('a rewriting is one that each library alone accepts, with the verdicts of ours', async () => {
  const session = await opened();
  const rule: Rule = { expression: 'input.?amount.orValue(0) <= 1000', hook: 'middleware.before', match: null };
  const decisions = defaultDecisions;
  const made = await must(engine.rewritten({ session, rule, decisions, engines: Object.keys(direct) }, unhurried));
  expect(made?.agrees).toEqual(Object.keys(direct));
  for (const id of Object.keys(direct))
    for (const call of calls)
      expect(verdictOf(id, made?.expression ?? '', call)).toBe(
        call.amount <= 1000 ? verdictCodes.pass : verdictCodes.fire,
      );
});
