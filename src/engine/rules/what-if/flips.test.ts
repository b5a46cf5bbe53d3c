import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import type { VerdictKind } from '../../model/verdict.ts';
import { flips } from './flips.ts';
import type { Rule } from '../rule.ts';
import { openSessionOf } from '../testing.ts';
import { verdictAt } from '../verdict-at.ts';
import type { Flips, OtherValues } from './what-if.ts';

const refunds = openSessionOf(`
  user: refund me
  refund({"amount": 40, "recipient": "a"}) -> {}
  refund({"amount": 1200, "recipient": "x@other", "tags": ["vip"], "at": "2026-05-20T03:00:00Z"}) -> {}
`);

const at = (expression: string, hook: Rule['hook'] = 'middleware.before'): Rule => ({ expression, hook, match: null });

async function ask(expression: string, session = refunds, turn = 2): Promise<Flips | null> {
  const answer = await flips(session, at(expression), turn, defaultDecisions, unhurried);
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.value;
}

const setsOf = (answer: Flips | null) => (answer?.alternatives ?? []).map(({ values }) => values);

/** Prints each set in one line: `input.amount 1200 (more than 1000) → 1000 or less`. */
async function lines(expression: string): Promise<readonly string[]> {
  const answer = await ask(expression);
  return setsOf(answer).map((set) =>
    set
      .map(({ text, now, because, wanted }) => {
        const why = because === null ? '' : ` (${because})`;
        return `${text} ${now?.text ?? 'missing'}${why} → ${wanted}`;
      })
      .join(' and '),
  );
}

describe('the changes that reverse a verdict', () => {
  it('shows how far the value is from the wanted one', async () => {
    expect(await lines('input.amount <= 1000')).toEqual(['input.amount 1200 (more than 1000) → 1000 or less']);
    expect(await lines('input.amount < 5000')).toEqual(['input.amount 1200 (less than 5000) → 5000 or more']);
    expect(await lines('!(input.amount * 2 > 2000)')).toEqual([
      'input.amount * 2 2400 (more than 2000) → 2000 or less',
    ]);
    expect(await lines('size(input.tags) < 1')).toEqual(['size(input.tags) 1 → less than 1']);
  });

  it('lists the nearest change first where a value may change in either direction', async () => {
    const [higher, lower] = [
      'input.amount 1200 (1300 or less) → more than 1300',
      'input.amount 1200 (500 or more) → less than 500',
    ];
    expect(await lines('input.amount < 500 || input.amount > 1300')).toEqual([higher, lower]);
  });

  it.each([
    ['input.recipient == "a"', ['input.recipient "x@other" → "a"']],
    ['input.recipient != "x@other"', ['input.recipient "x@other" → not "x@other"']],
    ['input.recipient.endsWith("@bank")', ['input.recipient "x@other" → ending with "@bank"']],
    ['!input.recipient.startsWith("x")', ['input.recipient "x@other" → not beginning with "x"']],
    ['input.recipient in ["a", "b"]', ['input.recipient "x@other" → "a"']],
    ['!("vip" in input.tags)', ['input.tags ["vip"] → without "vip"']],
    ['has(input.approved)', ['input.approved missing → there']],
    ['!has(input.tags)', ['input.tags ["vip"] → not there']],
    ['"tags" in input', ['input.tags ["vip"] → not there']],
    [
      '!has(input.recipient) || !input.recipient.contains("other")',
      ['input.recipient "x@other" → not containing "other"', 'input.recipient "x@other" → not there'],
    ],
    [
      '!(has(input.recipient) && input.recipient in ["x@other", "y@other"])',
      ['input.recipient "x@other" → not in ["x@other", "y@other"]', 'input.recipient "x@other" → not there'],
    ],
    [
      '!(has(input.amount) && input.amount > 5)',
      ['input.amount 1200 (more than 5) → 5 or less', 'input.amount 1200 → not there'],
    ],
    [
      'timestamp(input.at) < timestamp("2026-05-20T02:00:00Z")',
      [
        'timestamp(input.at) timestamp("2026-05-20T03:00:00Z") (timestamp("2026-05-20T02:00:00Z") or later) → before timestamp("2026-05-20T02:00:00Z")',
      ],
    ],
  ])('of %s', async (expression, wanted) => {
    expect(await lines(expression)).toEqual(wanted);
  });

  it('lists every smallest set, and none that contains another', async () => {
    expect(await lines('input.amount <= 1000 || input.recipient == "a"')).toEqual([
      'input.amount 1200 (more than 1000) → 1000 or less',
      'input.recipient "x@other" → "a"',
    ]);
    expect(await lines('input.amount <= 1000 && input.recipient == "a"')).toEqual([
      'input.amount 1200 (more than 1000) → 1000 or less and input.recipient "x@other" → "a"',
    ]);
  });

  it('takes a guard that fails before the key as one thing to add', async () => {
    expect(await lines('has(input.approved) && input.approved')).toEqual(['input.approved missing → true']);
  });

  it('keeps two comparisons of one value apart from two values', async () => {
    expect(await lines('input.amount > 3 && input.amount < 9')).toEqual([
      'input.amount 1200 (9 or more) → more than 3 and less than 9',
    ]);
    expect(await lines('input.amount > 2000 && !(input.amount > 2000 && input.recipient == "x@other")')).toEqual([
      'input.amount 1200 (2000 or less) → more than 2000 and input.recipient "x@other" → not "x@other"',
    ]);
    expect(await lines('input.amount > 2000 && input.amount < 1000')).toEqual([]);
  });

  it('finds the place of an element inside a macro, whatever the context is called', async () => {
    expect(await lines('!c.cap.refund.inputs.exists(i, i.amount > 30)')).toEqual([
      'context.capabilities.refund.inputs[0].amount 40 (more than 30) → 30 or less',
    ]);
    expect(await lines('context.capabilities.refund.inputs.all(i, i.amount > 30)')).toEqual([
      'context.capabilities.refund.inputs[0].amount 40 (more than 30) → 30 or less',
    ]);
  });

  it('of a condition changes what it chose, or the choice', async () => {
    expect(await lines('input.recipient == "a" ? true : input.amount < 5')).toEqual([
      'input.recipient "x@other" → "a"',
      'input.amount 1200 (5 or more) → less than 5',
    ]);
  });

  it('names each stretch of a scale, and what else is needed to reach one', async () => {
    expect(await lines('input.amount != 1200')).toEqual([
      'input.amount 1200 → less than 1200',
      'input.amount 1200 → more than 1200',
    ]);
    expect(await lines('input.amount <= 5 && input.recipient == "a" || input.amount > 2000')).toEqual([
      'input.amount 1200 (2000 or less) → more than 2000',
      'input.amount 1200 (more than 5) → 5 or less and input.recipient "x@other" → "a"',
    ]);
  });

  it('does not exist for errors, for turns that are not gated, or for plain values', async () => {
    expect(await ask('input.nothing == 1')).toBeNull();
    expect(await ask('input.amount > 1', refunds, 0)).toBeNull();
    expect(await ask('input.amount')).toBeNull();
  });

  it('notes what it leaves out', async () => {
    const answer = await ask('context.capabilities.refund.inputs.all(i, i.amount * 2 > 1000)');
    expect(setsOf(answer)).toEqual([]);
    expect(answer?.notes.join(' ')).toContain('Inside a macro');
  });
});

const names = ['a', 'b', 'c'] as const;
const domain = [0, 1, 2, 3, 4] as const;

const formulas = fc.letrec<{ formula: string; leaf: string; comparison: string }>((tie) => ({
  leaf: fc.oneof(
    { arbitrary: tie('comparison'), weight: 4 },
    { arbitrary: fc.constantFrom(...names).map((name) => `has(input.${name})`), weight: 1 },
  ),
  comparison: fc
    .tuple(fc.constantFrom(...names), fc.constantFrom('<', '<=', '>', '>=', '==', '!='), fc.constantFrom(1, 2, 3))
    .map(([name, operator, constant]) => `input.${name} ${operator} ${constant}`),
  formula: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.tuple(tie('formula'), tie('formula')).map(([x, y]) => `(${x} && ${y})`),
    fc.tuple(tie('formula'), tie('formula')).map(([x, y]) => `(${x} || ${y})`),
    fc.tuple(tie('formula'), tie('formula'), tie('formula')).map(([x, y, z]) => `(${x} ? ${y} : ${z})`),
    tie('formula').map((x) => `!${x.startsWith('(') ? x : `(${x})`}`),
  ),
})).formula;

type Args = { readonly [N in (typeof names)[number]]: number };

const argSets: fc.Arbitrary<Args> = fc.record({
  a: fc.constantFrom(...domain),
  b: fc.constantFrom(...domain),
  c: fc.constantFrom(...domain),
});

const sessionWith = (args: object) => openSessionOf(`user: go\npay(${JSON.stringify(args)}) -> {}`);
const verdictWith = (args: object, rule: Rule) => verdictAt(sessionWith(args), rule, 1, defaultDecisions).verdict;

/** An error or unknown is no reversal. */
const isReversal = (one: VerdictKind, other: VerdictKind) => [one, other].toSorted().join() === 'fire,pass';

/** The arguments with a set of changes; one that is removed is undefined, and so not recorded. */
const withChanges = (args: Args, set: OtherValues['values']) => ({
  ...args,
  ...Object.fromEntries(set.map(({ path, to }) => [path?.[1], to === null ? undefined : Number(to.text)])),
});

describe('over any boolean structure', () => {
  it('each proposed change reverses the verdict of a session that is recorded with it', async () => {
    await fc.assert(
      fc.asyncProperty(formulas, argSets, async (expression, args) => {
        const answer = await ask(expression, sessionWith(args), 1);
        const now = verdictWith(args, at(expression));
        for (const set of setsOf(answer)) {
          expect(isReversal(now, verdictWith(withChanges(args, set), at(expression)))).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('none of the changes in a set could be left out', async () => {
    await fc.assert(
      fc.asyncProperty(formulas, argSets, async (expression, args) => {
        const answer = await ask(expression, sessionWith(args), 1);
        const now = verdictWith(args, at(expression));
        for (const set of setsOf(answer)) {
          for (const left of set) {
            const others = set.filter((one) => one !== left);
            expect(isReversal(now, verdictWith(withChanges(args, others), at(expression)))).toBe(false);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('if trying every value finds a reversal, a set of its values is found', async () => {
    await fc.assert(
      fc.asyncProperty(formulas, argSets, async (expression, args) => {
        const answer = await ask(expression, sessionWith(args), 1);
        const found = setsOf(answer).map((set) =>
          set
            .map(({ path, to }) => letterOf(String(path?.[1]), to))
            .toSorted()
            .join(''),
        );
        const smallest = smallestByTrying(expression, args);
        expect(found).toEqual(expect.arrayContaining([...smallest]));
        // A set may contain the letters of a smaller one only if it changes those values in another way.
        const isWider = (set: string) => smallest.some((one) => one.split('').every((letter) => set.includes(letter)));
        expect(found.filter((set) => !isWider(set))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

/** The name of a value that is changed, or its capital letter where the value is removed. */
const letterOf = (name: string, to: unknown) => (to === null ? name.toUpperCase() : name);

function smallestByTrying(expression: string, args: Args): readonly string[] {
  const now = verdictWith(args, at(expression));
  const reversing = new Set<string>();
  const values = [...domain, null];
  for (const a of values) {
    for (const b of values) {
      for (const c of values) {
        const other = { a, b, c };
        const changed = names.filter((name) => other[name] !== args[name]);
        const recorded = Object.fromEntries(names.map((name) => [name, other[name] ?? undefined]));
        if (changed.length > 0 && isReversal(now, verdictWith(recorded, at(expression))))
          reversing.add(
            changed
              .map((name) => letterOf(name, other[name]))
              .toSorted()
              .join(''),
          );
      }
    }
  }
  const holds = (set: string, inner: string) =>
    set !== inner && inner.split('').every((letter) => set.includes(letter));
  return [...reversing].filter((set) => ![...reversing].some((inner) => holds(set, inner))).toSorted();
}

it('with very many elements, the first sufficient one is listed, with a note about others', async () => {
  const lines = Array.from({ length: 1500 }, (_, i) => `pay({"amount": ${i}}) -> {}`);
  const long = openSessionOf(['user: go', ...lines].join('\n'));
  const answer = await ask('!context.capabilities.pay.inputs.exists(i, i.amount > 5000)', long, 1500);
  expect(setsOf(answer)[0]?.map(({ text, wanted }) => `${text} ${wanted}`)).toEqual([
    'context.capabilities.pay.inputs[0].amount more than 5000',
  ]);
  expect(answer?.notes.join(' ')).toContain('other changes may also work');
});
