import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { defaultDecisions } from '../model/decisions.ts';
import { openEntry } from '../opening/open-session.ts';
import { openNow } from '../testing.ts';
import { openSessionOf } from '../rules/testing.ts';
import { verdictAt } from '../rules/verdict-at.ts';
import { systemOf } from '../systems/systems.ts';
import type { Rule } from '../rules/rule.ts';
import { leaveAsTest } from '../leaving/index.ts';
import { testsOf } from './policy-test.ts';
import { runTests } from './run-tests.ts';
import { TestedSessions } from './tested-sessions.ts';
import { isRecord, type RecordValue } from '../model/value.ts';
import type { Policy } from './policy.ts';
import { judgedBy } from '../leaving/testing.ts';
import { policyOf } from './testing.ts';
import { type NewTest, withoutTest, withTest } from './write-test.ts';

const manifest = `capabilities:
  refund:
    before:
      - assert: context.capabilities.refund.count_successful < 2 && timestamp(now) < timestamp("2026-06-01T00:00:00Z")
`;
const id = 'capabilities.refund.before[0]';
const rule = {
  expression: 'context.capabilities.refund.count_successful < 2 && timestamp(now) < timestamp("2026-06-01T00:00:00Z")',
  hook: 'middleware.before',
  match: 'refund',
} as const;

const session = openSessionOf(
  `
  user: refund my orders
  model: hm
  lookup({"id": 1}) -> {"ok": true}
  refund({"amount": 40}) -> {"ok": true}
  lookup({"id": 2}) -> {"ok": true}
  refund({"amount": 41}) -> {"ok": true}
  refund({"amount": 42}) -> {"ok": true}
  agent: done
`,
);

const run = async (text: string) => {
  const policy = policyOf(text);
  return runTests(policy, new TestedSessions(systemOf), () => session, unhurried);
};

function added(text: string, test: NewTest): string {
  const written = withTest(policyOf(text), test);
  if (!written.ok) throw new Error(written.problem.message);
  return written.value;
}

const written = { name: 'n', rule: id, expect: 'fire', turn: 0, now: null } as const;

describe('tests of a policy', () => {
  test.each([
    ['without tests', manifest],
    ['with an empty list', `tests: []\n${manifest}`],
    ['with tests in lines', `${manifest}tests:\n- name: a\n  expect: fire # why\n  turn: 0\n  session: "{}"\n`],
    ['in brackets', `{"capabilities": {"refund": {"before": [{"assert": "true"}]}}, "tests": []}`],
  ])('%s hold any session as it is', (_, text) => {
    const before = policyOf(text);
    const texts = fc.string({ unit: fc.constantFrom('a', '"', "'", '\n', '\r', '\t', ' ', ':', '#', '-', '\\', '😀') });
    fc.assert(
      // A text of white space alone was once refused.
      fc.property(texts, (each) => {
        const result = withTest(before, { ...written, session: each });
        expect(result.ok).toBe(true);
        if (!result.ok) return;
        const { value } = policyOf(result.value).document;
        const tests = isRecord(value) ? value['tests'] : undefined;
        expect(Array.isArray(tests) ? tests.at(-1) : tests).toMatchObject({ name: 'n', session: each });
      }),
      { examples: [[' \n']] },
    );
  });

  it('are made from a turn: a session just long enough, with its time pinned', async () => {
    const counting = { ...rule, expression: 'context.capabilities.refund.count_successful < 2' };
    const excerpt = await leaveAsTest(session, 6, judgedBy(counting), 'seed', unhurried);
    if (!excerpt.ok) throw new Error(excerpt.problem.message);
    const text = openNow(excerpt.value.text);
    const cut = text.ok ? openEntry(text.value, 0, systemOf) : text;
    if (!cut.ok) throw new Error(cut.problem.message);
    // Two refunds came before; nothing else was needed.
    expect(cut.value.history.turns).toHaveLength(3);
    expect(excerpt.value.turn).toBe(2);
    expect(verdictAt(cut.value, counting, 2, defaultDecisions).verdict).toBe('fire');
    expect(await leaveAsTest(session, 99, judgedBy(counting), 'seed', unhurried)).toMatchObject({
      problem: { code: 'leaving/no-turn', message: expect.stringContaining('no turn 99') as unknown },
    });
  });

  it('keep of each event only what the rule reads', async () => {
    const plainSession = openSessionOf(
      `
      user: refund my orders, my card is 4111 1111
      refund({"amount": 40, "recipient": {"name": "Ada", "slot": "DE00"}, "note": "private"}) -> {"ok": true, "receipt": "r-1"}
      refund({"amount": 2400, "recipient": {"name": "Bob", "slot": "DE11"}, "note": "private"}) -> {"ok": true}
      `,
    );
    const header = { ...plainSession.session.header, user: { id: 'u-1', email: 'ada@example.com' } };
    const wide = { ...plainSession, session: { ...plainSession.session, header } };
    const cut = async (expression: string): Promise<string> => {
      const asked: Rule = { ...rule, expression };
      const excerpt = await leaveAsTest(wide, 2, judgedBy(asked), 'seed', unhurried);
      if (!excerpt.ok) throw new Error(excerpt.problem.message);
      const text = openNow(excerpt.value.text);
      const opened = text.ok ? openEntry(text.value, 0, systemOf) : text;
      if (!opened.ok) throw new Error(opened.problem.message);
      const before = verdictAt(wide, asked, 2, defaultDecisions);
      expect(verdictAt(opened.value, asked, excerpt.value.turn, defaultDecisions)).toEqual(before);
      return excerpt.value.text;
    };
    const amount = await cut('input.amount <= 1000');
    expect(amount).toContain('2400');
    for (const gone of ['4111', 'private', 'Bob', 'slot', 'receipt', 'ada@example.com'])
      expect(amount).not.toContain(gone);
    // Fields that the rule names stay, even when they did not matter for the verdict.
    const either = await cut('input.amount > 1000 || input.recipient.name.endsWith("a")');
    expect(either).toContain('Bob');
    expect(either).not.toContain('DE11');
    expect(await cut('!("slot" in input.recipient) || input["amount"] > 5')).toContain('DE11');
    // An object that is looked at as a whole stays whole.
    const whole = await cut('size(input) == 3');
    for (const kept of ['2400', 'Bob', 'DE11', 'private']) expect(whole).toContain(kept);
    const earlier = await cut(
      '!context.capabilities.refund.inputs.exists(i, i.amount < 100 && size(i.recipient) == 2)',
    );
    for (const kept of ['Ada', 'DE00']) expect(earlier).toContain(kept);
    expect(earlier).not.toContain('private');
  });

  it('may be about the answer at a turn, which is kept with the test', async () => {
    const answered: Rule = { expression: 'output.message[0].text != "done"', hook: 'guardrail.after', match: null };
    const excerpt = await leaveAsTest(session, 7, judgedBy(answered), 'seed', unhurried);
    if (!excerpt.ok) throw new Error(excerpt.problem.message);
    const manifestOfAnswers = `guardrails:\n  after:\n    - assert: '${answered.expression}'\n`;
    const test = { rule: 'guardrails.after[0]', expect: 'fire', turn: excerpt.value.turn, now: null } as const;
    const results = await run(added(manifestOfAnswers, { ...test, name: 'answer', session: excerpt.value.text }));
    expect(results.map(({ passed, got }) => [passed, got])).toEqual([[true, 'fire']]);
  });

  it('may be about the whole policy: with as much of the session as its steps need', async () => {
    const text = `capabilities:
  refund:
    before:
      - assert: context.capabilities.refund.count_restricted < 1
        on_fail: lock_task
      - assert: input.amount != 41
`;
    const excerpt = await leaveAsTest(session, 6, { ...judgedBy(), policy: policyOf(text) }, 'seed', unhurried);
    if (!excerpt.ok) throw new Error(excerpt.problem.message);
    // The refund that the policy blocks itself, and the one that it then locks at.
    expect(excerpt.value.turn).toBe(1);
    const test = { name: 'all', rule: null, expect: 'lock', turn: 1, now: null, session: excerpt.value.text } as const;
    expect((await run(added(text, test))).map(({ passed, got }) => [passed, got])).toEqual([[true, 'lock']]);
  });

  it('are read again from the text they were written to, and pass', async () => {
    const excerpt = await leaveAsTest(session, 6, judgedBy(rule), 'seed', unhurried);
    if (!excerpt.ok) throw new Error(excerpt.problem.message);
    const test = {
      name: 'no third "refund"',
      rule: id,
      expect: 'fire',
      turn: excerpt.value.turn,
      now: '2026-05-20T03:00:00Z',
      session: excerpt.value.text,
    } as const;
    const once = added(manifest, test);
    const twice = added(once, { ...test, name: 'again', expect: 'pass' });
    expect(twice.startsWith(manifest)).toBe(true);
    expect(policyOf(twice).problems).toEqual([]);
    const results = await run(twice);
    expect(results.map(({ test: { name }, passed, got }) => [name, passed, got])).toEqual([
      ['no third "refund"', true, 'fire'],
      ['again', false, 'fire'],
    ]);
  });

  it('are written at every possible place of a text, and the rest of the text stays', () => {
    const test: NewTest = { name: 'n', rule: id, expect: 'fire', turn: 1, now: null, session: '{"a": 1}' };
    const json = JSON.stringify({ capabilities: { refund: { before: [{ assert: 'true' }] } } });
    for (const text of [
      `tests: [] # none\n${manifest}name: x\n`,
      `tests:\n${manifest}`,
      `${manifest}tests: [{ expect: pass, turn: 1, session: s }]\nname: x`,
      `tests:\n- 7\n${manifest}`,
      json,
      json.replace('{', '{"tests": [{"expect": "pass", "turn": 0, "session": "s"}], '),
    ]) {
      const before = policyOf(text);
      const after = policyOf(added(text, test));
      expect(after.problems).toEqual(before.problems);
      expect(testsOf(after).tests.at(-1)).toMatchObject({ name: 'n', rule: id, session: { text: '{"a": 1}' } });
      const others = ({ document: { value } }: Policy) => ({ ...(value as RecordValue), tests: null });
      expect(others(after)).toEqual({ ...others(before) });
    }
  });

  it('may name a session given beside, and judge the policy as a whole', async () => {
    const results = await run(`${manifest}tests:
  - { name: whole, expect: pass, turn: 3, now: "2026-05-20T03:00:00Z", session: any }
  - { name: late, rule: "${id}", expect: fire, turn: 3, now: "2026-06-20T03:00:00Z", session: any }
  - { name: nowhere, rule: "${id}", expect: n/a, turn: 2, session: any }
  - { name: beyond, expect: none, turn: 99, session: any }
`);
    expect(results.map(({ passed, got }) => [passed, got])).toEqual([
      [true, 'pass'],
      [true, 'fire'],
      [true, 'n/a'],
      [false, null],
    ]);
  });

  it('that are invalid are reported at their place', () => {
    const policy = policyOf(`${manifest}tests:
  - 7
  - { expect: maybe, turn: 0, session: a }
  - { expect: fire, turn: -1, session: a }
  - { expect: fire, turn: 0, rule: nobody, session: a }
  - { expect: fire, turn: 0 }
`);
    const { tests, problems } = testsOf(policy);
    expect(tests).toEqual([]);
    expect(problems.map(({ range }) => policy.document.text.slice(range?.start, range?.end)[0])).toEqual([
      '7',
      '{',
      '{',
      '{',
      '{',
    ]);
  });

  it('are removed again, the last one with its heading', () => {
    const one = `${manifest}tests:\n  - name: a # first\n    expect: fire\n    turn: 0\n    session: s\nname: x\n`;
    const two = one.replace('name: x', '  - {expect: pass, turn: 1, session: s}\nname: x');
    const policy = policyOf(two);
    const [first, second] = testsOf(policy).tests;
    expect(withoutTest(policy, second?.range.start ?? -1)).toBe(one);
    expect(withoutTest(policy, first?.range.start ?? -1)).toBe(
      `${manifest}tests:\n  - {expect: pass, turn: 1, session: s}\nname: x\n`,
    );
    const left = policyOf(one);
    expect(withoutTest(left, testsOf(left).tests[0]?.range.start ?? -1)).toBe(`${manifest}name: x\n`);
    expect(withoutTest(left, 3)).toBeNull();
  });
});

it('a test that names a session which is not open is a problem', async () => {
  const text = `${manifest}tests:\n  - rule: ${id}\n    turn: 3\n    expect: pass\n    session: gone\n`;
  const { tests } = testsOf(policyOf(text));
  expect(tests).toHaveLength(1);
  const found = await Promise.all(tests.map((test) => new TestedSessions(systemOf).of(test, () => undefined)));
  expect(found).toMatchObject([{ ok: false, problem: { code: 'policy/no-session' } }]);
});
