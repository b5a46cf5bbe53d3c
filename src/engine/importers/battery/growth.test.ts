import process from 'node:process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { howToRepeat, seed } from '../../fuzz/testing.ts';
import { openEntry, openText } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { fixtures } from './testing.ts';

/** A text ten times as long may take this much longer, and this many milliseconds more. */
const most = 12;
const slack = 50;
/** A first reading compiles what it runs, and others wait for memory to be cleared: the fastest of so many counts. */
const triesOfShort = 3;
const triesOfLong = 5;
/** Characters of the shorter text: so many that what takes their square shows, and a fixed cost does not. */
const shortest = 20_000;

/** Milliseconds of a processor's time: those in which the machine does other things do not count. */
async function workOf(text: string): Promise<number> {
  const start = process.cpuUsage();
  const opened = await openText(text);
  if (opened.ok) openEntry(opened.value, 0, systemOf);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** Undefined where the work grows with the text; else that of both in milliseconds. */
async function excess(short: string, long: string): Promise<string | undefined> {
  let [before, after] = [Infinity, Infinity];
  for (let time = 0; time < triesOfShort; time++) before = Math.min(before, await workOf(short));
  for (let time = 0; time < triesOfLong; time++) {
    after = Math.min(after, await workOf(long));
    if (after <= most * before + slack) return undefined;
  }
  return `${before.toFixed(1)} ms, then ${after.toFixed(1)} ms`;
}

/** What readers look for: quotes, brackets, prompts, prefixes of logs, marks of formats. */
const fragments = [
  '"', "'", '\\', '{', '}', '[', ']', ',', ':', '(', ')', '\n', '\r\n', ' ', '\t', 'a', 'A1', '0', '.5', '-', '=', '…',
  '```', 'NaN', 'null', '"a": 1', "'b': ", 'Foo(', 'x=1', 'KEY = value\n', '# ', '<b>', '&quot;', '// ', '/*', '"""', "'''",
  'data: ', 'event: x\n', '- a: ', '&a ', '*a ', '!!', '| ', '│', '>>> ', '...', '2026-01-01 10:00:00 INFO ',
  'Action: x\n', '=== Human Message ===\n', '{"role": "user"}', '\\n', '\\"', '\u0000', '\u001b[0m', 'array(',
  'object at 0x7f>', ';', 'E ', '1| ', '%7B', 'H4sI',
]; // prettier-ignore
const heads = ['', '{"a": ', '[', "{'a': '", 'x = ', '"', '```json\n', '<pre>', '---\n', 'a: b\n', "curl x '", 'a,b\n'];
const tails = ['', '}', ']', '"', "'", '\n', '```', '!'];

/** The same few pieces again and again: a pattern that takes the square of a text, or a search that each time runs on to its end. */
const heap = fc.record({
  head: fc.constantFrom(...heads),
  pieces: fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 5 }),
  tail: fc.constantFrom(...tails),
});

interface Heap {
  readonly head: string;
  readonly pieces: readonly string[];
  readonly tail: string;
}

function written({ head, pieces, tail }: Heap, size: number): string {
  const unit = pieces.join('');
  return head + unit.repeat(Math.ceil(size / unit.length)) + tail;
}

test('a heap of pieces ten times as long takes no more than about ten times as long to read', async () => {
  const slow: string[] = [];
  for (const one of fc.sample(heap, { seed, numRuns: 60 })) {
    const found = await excess(written(one, shortest), written(one, 10 * shortest));
    if (found !== undefined) slow.push(`${JSON.stringify(one)}: ${found}`);
  }
  expect(slow, howToRepeat).toEqual([]);
});

test.each<[string, Heap]>([
  ['records without a record after their faults', { head: '---\n', pieces: ['array({"role": "user"}%7B'], tail: '}' }],
  [
    'lines that each open a comment that none closes',
    { head: "{'a': '", pieces: ['/*1| [event: x\nnull'], tail: '\n' },
  ],
])('a heap that took the square of its length no longer does: %s', async (_, one) => {
  expect(await excess(written(one, 3 * shortest), written(one, 30 * shortest))).toBeUndefined();
});

/** The smallest file of each importer. */
const smallest = fixtures
  .toSorted((a, b) => a.text.length - b.text.length)
  .filter((one, index, all) => all.findIndex(({ owner }) => owner === one.owner) === index);

test.each(smallest)(
  'a recording of ten times as many parts takes about ten times as long: $owner',
  async ({ text }) => {
    const times = Math.ceil(shortest / text.length);
    expect(await excess(lengthened(text, times), lengthened(text, 10 * times))).toBeUndefined();
  },
);

/** Its longest list comes so many times, or where there is none all of it. */
function lengthened(text: string, times: number): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.repeat(times);
  }
  const lists = listsIn(value);
  const longest = lists.reduce<readonly unknown[]>((chosen, list) => (list.length > chosen.length ? list : chosen), []);
  return JSON.stringify(value, (_, part: unknown) =>
    part === longest ? Array.from({ length: times }, () => longest).flat() : part,
  );
}

const listsIn = (value: unknown): readonly (readonly unknown[])[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(Array.isArray(value) ? [value] : []), ...Object.values(value).flatMap(listsIn)];
