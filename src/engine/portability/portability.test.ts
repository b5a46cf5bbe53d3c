import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { loadEnvironmentsOf } from '../environments/registry.ts';
import { loadEngines, otherEngines } from '../engines/registry.ts';
import { hookIds } from '../model/hooks.ts';
import { toJson } from '../model/json.ts';
import { materialise } from '../model/materialise.ts';
import { CelError } from '../cel/index.ts';
import { portabilityOf } from '../model/portability.ts';
import { countVerdicts, verdictCodes } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { decisionsOf } from '../rules/decisions.ts';
import { eligibleTurns } from '../rules/hook-scope.ts';
import { planRule } from '../rules/plan-rule.ts';
import type { Rule } from '../rules/rule.ts';
import { suggestionsFor } from '../rules/suggestions.ts';
import { openSessionOf } from '../rules/testing.ts';
import { sweep } from '../rules/sweep.ts';
import { verdictAt } from '../rules/verdict-at.ts';
import { firstSession } from '../testing.ts';
import { causesOf } from './cause.ts';
import { compareEngine, type EngineVerdicts } from './compare-engine.ts';
import { agreementOf } from './portable.ts';
import { rewrite } from './rewrite.ts';

const ids = otherEngines.map(({ id }) => id);
beforeAll(async () => {
  await loadEngines(ids);
  await loadEnvironmentsOf(hookIds);
});

interface Sample {
  readonly file: string;
  readonly rule?: { readonly expression: string; readonly hook: Rule['hook']; readonly match: string | null };
}
const samples = JSON.parse(readFileSync('public/samples/index.json', 'utf8')) as readonly Sample[];
const sessions = samples.map(({ file }) => firstSession(readFileSync(`public/samples/${file}`, 'utf8')).session);
const written = readFileSync('src/engine/cel/fixtures/expressions.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly expr: string }).expr);

const compared = async (session: OpenSession, rule: Rule, engine: string): Promise<EngineVerdicts | null> => {
  const found = await compareEngine(session, rule, decisionsOf(session), engine, unhurried);
  return found.ok ? found.value : null;
};

/** Each turn alone, with nothing kept from one to the next; null for a rule that does not parse. */
function recounted(session: OpenSession, rule: Rule, engine: string): readonly number[] | null {
  if (!planRule(session, rule).ok) return null;
  const decisions = decisionsOf(session);
  return [...eligibleTurns(session, rule)].filter((turn) => {
    const [ours, theirs] = [decisions, { ...decisions, engine }].map((each) => {
      const { verdict, result } = verdictAt(session, rule, turn, each);
      const value = result === null || result instanceof CelError ? '' : toJson(materialise(result));
      // `1.0` of an engine with one kind of number is `1`.
      return verdict === 'value' ? `${verdict} ${value.replaceAll(/(\d)\.0\b/g, '$1')}` : verdict;
    });
    return ours !== theirs;
  });
}

/** Rules as people write them, at hooks of all environments. */
const rules: readonly Rule[] = [
  ['turn', 'context.llm.tokens.total'],
  ['turn', 'has(output) || has(input)'],
  ['turn', 'type(context.llm.tokens.total) == int'],
  ['turn', 'context._history'],
  ['middleware.before', '!has(input.amount) || input.amount <= 100'],
  ['middleware.before', 'input.?amount.orValue(0) <= 100'],
  ['middleware.before', 'context.capabilities.exists(k, v, v.count_successful > 1)'],
  ['middleware.before', 'review("u-1")'],
  ['middleware.before', 'now > timestamp("2020-01-01T00:00:00Z")'],
  ['middleware.after', 'size(string(output)) < 400'],
  ['guardrail.after', 'output.matches("(?i)order")'],
  ['guardrail.before', 'input == "a" || input.size() < 60'],
  ['cel-ai.tool-call.before', 'tool.name != "send_money" || has(tool.call.params.amount)'],
  ['cel-ai.output', 'agent.output.parts.all(part, part.prompt.content.size() < 2000)'],
  ['agentgateway.tool-call.before', 'mcp.tool.name in ["lookup", "search"]'],
  ['agentgateway.tool-call.before', 'default(jwt.sub, "") == "ann"'],
].map(([hook, expression]) => ({ hook: hook as Rule['hook'], expression: expression ?? '', match: null })); // pairs of both

describe.each(ids)('the turns at which %s differs are those of an independent recount', (engine) => {
  test('for the rules of the samples and the suggested ones, at every hook', async () => {
    let different = 0;
    for (const [at, session] of sessions.entries()) {
      const { rule } = samples[at] ?? {};
      const suggested = (await suggestionsFor(session, unhurried)).map((suggestion) => suggestion.rule);
      for (const each of [...(rule === undefined ? [] : [rule]), ...suggested, ...rules]) {
        const found = await compared(session, each, engine);
        expect([each.expression, found?.differs ?? null]).toEqual([each.expression, recounted(session, each, engine)]);
        if (found === null) continue;
        expect(found.counts).toEqual(countVerdicts(found.codes));
        expect(found.judged).toBe(eligibleTurns(session, each).length);
        different += found.differs.length;
      }
    }
    expect(different).toBeGreaterThan(0);
  });

  test('for expressions from many repositories', async () => {
    const session = openSessionOf(`
      user: refund order 4812
      lookup({"order": 4812}) -> {"amount": 20}
      agent: done
    `);
    for (const expression of written) {
      const rule: Rule = { expression, hook: 'turn', match: null };
      expect([expression, (await compared(session, rule, engine))?.differs ?? null]).toEqual([
        expression,
        recounted(session, rule, engine),
      ]);
    }
  });
});

describe('the cause of a difference', () => {
  const session = openSessionOf(`
    user: refund order 4812
    lookup({"order": 4812, "tags": ["new", "vip"]}) -> {"amount": 20}
    agent: done
  `);
  const causes = async (expression: string, engine: string) => {
    const rule: Rule = { expression, hook: 'middleware.before', match: null };
    const found = await compared(session, rule, engine);
    const answer = await causesOf(session, rule, decisionsOf(session), engine, found?.differs ?? [], unhurried);
    return answer.ok ? answer.value : [];
  };

  test('is the smallest part on which the engines differ, with both answers', async () => {
    expect(await causes('input.order > 1 && size(input.tags) == 2 && input.tags.size() == 2', 'cel-js')).toEqual([
      {
        part: expect.objectContaining({ text: 'input.tags.size()' }),
        within: 'rule',
        ours: '2',
        theirs: 'an error: Unknown method: size',
        bound: [],
        turns: [1],
      },
    ]);
  });

  test('is found for the element of a macro, whose value it names', async () => {
    expect(await causes('input.tags.exists(tag, tag == "vip" && tag.startsWith("v"))', 'cel-js')).toMatchObject([
      { part: { text: 'tag.startsWith("v")' }, bound: [{ name: 'tag', value: '"vip"' }] },
    ]);
  });

  test('is the whole rule where each part alone is the same', async () => {
    expect(await causes('input.missing > 1 || true', 'cel-js')).toMatchObject([
      { part: { text: 'input.missing > 1 || true' }, ours: 'true' },
    ]);
  });

  test('is the part that an engine does not accept, even if the verdict does not need it', async () => {
    for (const { id } of otherEngines)
      expect(await causes('input.order > 1 || input.?order.orValue(0) > 1', id)).toMatchObject([
        { part: { text: 'input.?order' }, ours: 'optional.of(4812)' },
      ]);
  });

  test('is not looked for in a part that no engine needs', async () => {
    expect(await causes('input.order > 1 ? input.order == 4812 : input.tags.size() > 1', 'cel-js')).toEqual([]);
  });
});

describe('a proposed rewriting', () => {
  const verdicts = async (session: OpenSession, rule: Rule) =>
    (await sweep(session, rule, decisionsOf(session), unhurried)).codes;

  test('agrees at every turn in each engine that it names, and keeps our verdicts', async () => {
    let proposed = 0;
    for (const [at, session] of sessions.entries()) {
      const { rule } = samples[at] ?? {};
      for (const each of [...(rule === undefined ? [] : [rule]), ...rules, ...more]) {
        const found = await rewrite(session, each, decisionsOf(session), ids, unhurried);
        if (!found.ok || found.value === null) continue;
        proposed += 1;
        const { expression, agrees, repairs } = found.value;
        const changed = { ...each, expression };
        for (const engine of agrees)
          expect([each.expression, expression, engine, (await compared(session, changed, engine))?.differs]).toEqual([
            each.expression,
            expression,
            engine,
            [],
          ]);
        const [before, after] = [await verdicts(session, each), await verdicts(session, changed)];
        let repaired = 0;
        for (const [turn, code] of before.entries()) {
          const isFailing = code === verdictCodes.error;
          expect(isFailing ? code : after[turn]).toBe(code);
          if (isFailing && after[turn] !== verdictCodes.error) repaired += 1;
        }
        expect(repairs).toBe(repaired);
      }
    }
    expect(proposed).toBeGreaterThan(20);
  });

  test('is the smallest change that all engines accept', async () => {
    const [session] = sessions;
    if (session === undefined) throw new Error('no sample');
    const made = async (expression: string) => {
      const rule: Rule = { expression, hook: 'middleware.before', match: null };
      const found = await rewrite(session, rule, decisionsOf(session), ids, unhurried);
      return found.ok && found.value !== null && found.value.agrees.length === ids.length
        ? found.value.expression
        : null;
    };
    expect(await made('input.?amount.orValue(0) <= 1000')).toBe('(has(input.amount) ? input.amount : 0) <= 1000');
    expect(await made('!has(input.amount) || input.amount <= 1000')).toBe(
      '!has(input.amount) ? true : input.amount <= 1000',
    );
    expect(await made('context.capabilities.exists(k, v, k == "send_money" && v.count_successful < 9)')).toBe(
      'context.capabilities.exists(\n  k,\n  k == "send_money" && context.capabilities[k].count_successful < 9\n)',
    );
    expect(await made('"a\\u0062" == r"ab"')).toBe('"ab" == "ab"');
    // The rule needs none, or none is known.
    expect(await made('has(input.amount)')).toBeNull();
    expect(await made('"abc".startsWith("a")')).toBeNull();
  });
});

const more: readonly Rule[] = [
  'cel.bind(n, context.llm.tokens.total, n > 100 && n < 100000)',
  'context.capabilities.all(k, v, v.count_errored < 3)',
  'context._history.existsOne(m, m.role == "user")',
  'context._history.filter(m, m.role == "user").size() > 0',
  'context._history.last().hasValue()',
  'context.missing > 1 || true',
  '"missing" in context || true',
  '1 in [1, "a"]',
  'matches("abc", "b")',
].map((expression) => ({ expression, hook: 'turn', match: null }));

test('a rule that no other engine accepts is not portable, and the reasons are theirs', async () => {
  const session = openSessionOf('user: hello\nlookup({"order": 1}) -> 1');
  const portability = async (expression: string) => {
    const rule: Rule = { expression, hook: 'middleware.before', match: null };
    const all = [];
    for (const id of ids) {
      const found = await compared(session, rule, id);
      if (found !== null) all.push(agreementOf(found));
    }
    return portabilityOf(all);
  };
  expect(await portability('input.order == 1')).toMatchObject({ portable: 'yes', reason: null });
  expect(await portability('input.order.size() == 1 || true')).toMatchObject({
    portable: 'partly',
    reason: 'cel-js differs at 1 of 1 turns (Unknown method: size)',
  });
  expect(await portability('input.?order.orValue(1) == 1')).toMatchObject({
    portable: 'no',
    reason: expect.stringContaining('@bufbuild/cel differs at 1 of 1 turns ('),
  });
});
