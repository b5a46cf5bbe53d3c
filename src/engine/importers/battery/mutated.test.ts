import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Double, isList, isRecord, type Value } from '../../model/value.ts';
import { readNow as readDocument } from '../../readers/testing.ts';
import { checkRandomly, countOr } from '../../fuzz/testing.ts';
import { mutatedDocument, mutatedText, textMutation, valueMutation, type TextMutation } from './mutations/testing.ts';
import { fixtures, readingOf, readingOfText, type Reading } from './testing.ts';

/**
 * The number of mutated files in one run over all fixtures. Small fixtures get more, because a change matters more often
 * there. A failing case is reported with its seed, its path and its shrunk changes.
 */
const wanted = countOr(10_000);

/** Milliseconds: the machine may be busy. */
const patience = 120_000 + 100 * wanted;

const weightOf = (text: string) => 1 / (4_000 + text.length);
const sum = fixtures.reduce((weight, { text }) => weight + weightOf(text), 0);
/** The number of runs for each kind of change. */
const runsFor = (text: string) => Math.ceil((wanted / 2) * (weightOf(text) / sum));

let runs = 0;
let sessions = 0;
/** Counts the reading and returns its faults. */
function faultsIn({ faults, sessions: read }: Reading): readonly string[] {
  runs++;
  if (read > 0) sessions++;
  return faults;
}

/** The mutation steps to the first number in each field name. */
function numbersIn(value: Value): readonly (readonly number[])[] {
  const found = new Map<string, readonly number[]>();
  const walk = (one: Value, steps: readonly number[], field: string): void => {
    if (typeof one === 'number' || typeof one === 'bigint' || one instanceof Double) {
      if (!found.has(field)) found.set(field, steps);
    } else if (isList(one)) [...one].forEach((element, index) => walk(element, [...steps, index], field));
    else if (isRecord(one)) {
      Object.entries(one).forEach(([key, entry], index) => walk(entry, [...steps, index], key));
    }
  };
  walk(value, [], '');
  return [...found.values()];
}

describe.each(fixtures)('$owner/fixtures/$name', { timeout: patience }, ({ text }) => {
  test('with changed values gives a session or a problem', () => {
    const document = readDocument(text);
    if (!document.ok) throw new Error(document.problem.message);
    checkRandomly(
      fc.property(fc.array(valueMutation, { minLength: 1, maxLength: 4 }), (mutations) => {
        expect(faultsIn(readingOf(mutatedDocument(document.value, mutations)))).toEqual([]);
      }),
      runsFor(text),
    );
  });

  test('with damaged text gives a session or a problem', () => {
    checkRandomly(
      fc.property(fc.array(textMutation, { minLength: 1, maxLength: 3 }), (mutations) => {
        expect(faultsIn(readingOfText(mutations.reduce(mutatedText, text)))).toEqual([]);
      }),
      runsFor(text),
    );
  });
});

test.each(fixtures.filter(({ text }) => text.length < 6_000))(
  '$owner/fixtures/$name with a far too large number gives a session or a problem',
  ({ text }) => {
    const document = readDocument(text);
    if (!document.ok) throw new Error(document.problem.message);
    for (const steps of numbersIn(document.value.value)) {
      const mutation = { kind: 'replace', steps, value: 1e308, key: '' } as const;
      expect([steps, ...faultsIn(readingOf(mutatedDocument(document.value, [mutation])))]).toEqual([steps]);
    }
  },
);

test.each<[string, string, readonly TextMutation[]]>([
  [
    'the name of a kind with two blanks in it, which its label shows as one',
    'composed-oldest-first-contradicting.json',
    [
      { kind: 'remove', at: 453_870, length: 216, fragment: '' },
      { kind: 'overwrite', at: 11_525, length: 1, fragment: "'" },
    ],
  ],
])('an earlier fault stays fixed: %s', (_, name, mutations) => {
  const text = fixtures.find((one) => one.name === name)?.text ?? '';
  const { sessions: read, faults } = readingOfText(mutations.reduce(mutatedText, text));
  expect([read, faults]).toEqual([1, []]);
});

test('no mutation has polluted the prototype of all objects', () => {
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('enough files were mutated, and most of them could still be read', () => {
  expect(runs).toBeGreaterThanOrEqual(wanted);
  expect(sessions / runs).toBeGreaterThan(0.5);
});
