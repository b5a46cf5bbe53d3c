import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { isSpokenWord, kindOfField, kindOfWord, named, rankOf, wordsOf } from './words.ts';
import type { Field } from './fields.ts';
import { isThere, kindOf, scalarText, valueBy } from './entry-values.ts';
import type { EntryKind, KindTest, Mapping } from './mapping.ts';

type Kind = Mapping['kind'];

const maxTests = 4;

/**
 * The fields that decide an entry's kind, and the meaning of their values. Fields that only calls or only results have come
 * first. Next come fields chosen by the words of their values: those that distinguish calls and results before those that
 * distinguish speakers.
 */
export function guessKind(fields: readonly Field[], entries: readonly Value[]): Kind {
  const tests: KindTest[] = [...presences(fields, entries)];
  const candidates = fields.flatMap((field) => testBy(field) ?? []);
  for (;;) {
    const open = entries.filter((entry) => kindOf(entry, kindBy(tests)).field === null);
    const scored = candidates
      .filter(({ test, isName }) => !tests.includes(test) && (!isName || tests.length === 0))
      .map((candidate) => ({ ...candidate, score: scoreOf(candidate, open, entries.length) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score);
    const [next] = scored;
    if (next === undefined || tests.length >= maxTests) break;
    tests.push(next.test);
  }
  return tests.length === 0 ? { tests, otherwise: 'input' } : settled(tests, entries);
}

const kindBy = (tests: readonly KindTest[]): Pick<Mapping, 'kind'> => ({ kind: { tests, otherwise: 'skip' } });

interface Candidate {
  readonly test: KindTest;
  readonly rank: number;
  readonly namesTools: boolean;
  /** Used only where no better field is available. */
  readonly isName: boolean;
}

/** A field with few short values, some of which name an entry's kind. */
function testBy(field: Field): Candidate | undefined {
  const byName = named(field, 'kind', ['string', 'bool', 'int']);
  const rank = byName ?? (saysWho(field) ? byValues : undefined);
  if (rank === undefined || field.values === null) return undefined;
  // Anything may have the name `search tool`, but only a tool has that role.
  const isName = field.path.at(-1) === 'name';
  const values = field.values.map(({ value }) => {
    const kind = kindOfWord(value) ?? null;
    return { value, kind: isName && (kind === 'call' || kind === 'result') ? null : kind };
  });
  if (values.every(({ kind }) => kind === null)) return undefined;
  const namesTools = values.some(({ kind }) => kind === 'call' || kind === 'result');
  return { test: { field: field.path, values, otherwise: null }, rank, namesTools, isName };
}

const maxMeanings = 12;

/**
 * The most likely meanings of a field's values where the user puts this field first. Where no value is a known word, the first
 * value is the input and the next one is the model.
 */
export function guessTest(field: Field, entries: readonly Value[]): KindTest | undefined {
  if (field.values === null || field.values.length > maxMeanings) return undefined;
  const values = field.values.map(({ value }) => ({ value, kind: kindOfWord(value) ?? null }));
  if (values.every(({ kind }) => kind === null)) {
    const byPlace = (at: number): EntryKind => (at === 0 ? 'input' : at === 1 ? 'llm' : 'skip');
    const byPosition = values.map(({ value }, at) => ({ value, kind: byPlace(at) }));
    return { field: field.path, values: byPosition, otherwise: null };
  }
  return settled([{ field: field.path, values, otherwise: null }], entries).tests[0];
}

/** A higher rank, and so a lower priority, than any name. */
const byValues = 20;

/** Whether the values of a field give the kind, whatever the field's name is: most of them name a speaker or a call. */
function saysWho({ path, types, values, count }: Field): boolean {
  if (values === null || path.length !== 1 || !types.includes('string') || count < 2) return false;
  const known = values.filter(({ value }) => {
    const kind = wordsOf(value).length > 2 ? undefined : kindOfWord(value);
    return kind !== undefined && kind !== 'skip';
  });
  return known.length > 0 && known.length * 2 >= values.length;
}

/** How many entries this test is the first to decide, and how clearly; 0 for none. */
function scoreOf({ test, rank, namesTools }: Candidate, open: readonly Value[], all: number): number {
  const decided = open.filter((entry) => kindOf(entry, kindBy([test])).field !== null).length;
  if (decided === 0) return 0;
  const known = test.values.filter(({ kind }) => kind !== null).length;
  return decided / all + (namesTools ? 1 : 0) + known / test.values.length / 2 - rank / 50;
}

/** Fields such as `observation` that only results have; together with these, fields such as `action` for calls. */
function presences(fields: readonly Field[], entries: readonly Value[]): readonly KindTest[] {
  const called = fields.filter(({ path }) => suggests(path, 'call'));
  const isIn =
    ({ path }: Field) =>
    (entry: Value) =>
      isRecord(entry) && isThere(valueBy(entry, path));
  const apart = (one: Field, others: readonly Field[]) => {
    const own = entries.filter(isIn(one));
    return (
      own.length > 0 &&
      own.length * 3 <= entries.length * 2 &&
      !own.some((entry) => others.some((other) => isIn(other)(entry)))
    );
  };
  const results = fields.filter((field) => suggests(field.path, 'result') && apart(field, called));
  const calls = results.length === 0 ? [] : called;
  return [
    ...results.map(({ path }): KindTest => ({ field: path, values: [], otherwise: 'result' })),
    ...calls.filter((field) => apart(field, results)).map(callBy),
  ];
}

const suggests = (path: Path, kind: EntryKind): boolean => path.length === 1 && kindOfField(String(path[0])) === kind;

/** The value of an action field may be a message rather than a call. */
const callBy = ({ path, values }: Field): KindTest => ({
  field: path,
  values: (values ?? []).filter(({ value }) => isSpokenWord(value)).map(({ value }) => ({ value, kind: null })),
  otherwise: 'call',
});

/** Values without a known kind that no later field decides belong to the other speaker, or are left out. */
function settled(tests: readonly KindTest[], entries: readonly Value[]): Kind {
  const missing = unexplained(tests, entries);
  const counts = entries.map((entry) => kindOf(entry, kindBy(tests))).filter(({ field }) => field !== null);
  const has = (wanted: EntryKind) => counts.some(({ kind }) => kind === wanted);
  const [speaker, ...others] = missing.filter(({ speaks }) => speaks);
  const role =
    speaker === undefined ? null : !has('llm') ? 'llm' : !has('input') && others.length === 0 ? 'input' : null;
  return {
    tests: tests.map((test) => ({
      ...test,
      values: test.values.map(({ value, kind }) => {
        const left = kind === null ? missing.find((one) => one.test === test && one.value === value) : undefined;
        if (left === undefined) return { value, kind };
        return { value, kind: left === speaker && role !== null ? role : 'skip' };
      }),
    })),
    otherwise: 'skip',
  };
}

interface Unexplained {
  readonly test: KindTest;
  readonly value: string;
  readonly count: number;
  /** Whether most entries with this value contain a text. */
  readonly speaks: boolean;
}

/** The most frequent first. */
function unexplained(tests: readonly KindTest[], entries: readonly Value[]): readonly Unexplained[] {
  const left = entries.filter((entry) => kindOf(entry, kindBy(tests)).field === null);
  return tests
    .flatMap((test) =>
      test.values
        .filter(({ kind }) => kind === null)
        .map(({ value }): Unexplained => {
          const own = left.filter((entry) => scalarText(valueBy(entry, test.field)) === value);
          return { test, value, count: own.length, speaks: own.filter(holdsText).length * 2 > own.length };
        }),
    )
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}

const holdsText = (entry: Value): boolean =>
  isRecord(entry) &&
  Object.entries(entry).some(
    ([key, value]) => (rankOf('text', key) ?? Infinity) < plainly && isThere(value) && typeof value !== 'number',
  );

/** Ranks below this one belong to names that match a known text name completely. */
const plainly = 8;
