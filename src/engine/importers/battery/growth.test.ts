import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../fuzz/testing.ts';
import { openEntry, openText } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { fixtures } from './testing.ts';

/** A text ten times as long may take this much longer, and this many milliseconds more. */
const most = 12;
const slack = 150;
/** A busy machine makes a reading slower, never faster: the fastest of so many counts. */
const tries = 4;

async function timeOf(text: string): Promise<number> {
  const start = performance.now();
  const opened = await openText(text);
  if (opened.ok) openEntry(opened.value, 0, systemOf);
  return performance.now() - start;
}

/** Undefined where the time grows with the text; else both times in milliseconds. */
async function excess(short: string, long: string): Promise<string | undefined> {
  let [before, after] = [Infinity, Infinity];
  for (let time = 0; time < tries; time++) {
    before = Math.min(before, await timeOf(short));
    after = Math.min(after, await timeOf(long));
    if (after <= most * before + slack) return undefined;
  }
  return `${Math.round(before)} ms, then ${Math.round(after)} ms`;
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

/** The same few pieces again and again: what a pattern that takes the square of a text stumbles over. */
const heap = fc.record({
  head: fc.constantFrom(...heads),
  pieces: fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 5 }),
  tail: fc.constantFrom(...tails),
});

test('a heap of pieces ten times as long takes no more than about ten times as long to read', async () => {
  const written = ({ head, pieces, tail }: { head: string; pieces: readonly string[]; tail: string }, size: number) =>
    head + pieces.join('').repeat(Math.ceil(size / pieces.join('').length)) + tail;
  const slow: string[] = [];
  for (const one of fc.sample(heap, { seed, numRuns: 60 })) {
    const found = await excess(written(one, 5_000), written(one, 50_000));
    if (found !== undefined) slow.push(`${JSON.stringify(one)}: ${found} (seed ${seed})`);
  }
  expect(slow).toEqual([]);
});

/** The smallest file of each importer. */
const smallest = fixtures
  .toSorted((a, b) => a.text.length - b.text.length)
  .filter((one, index, all) => all.findIndex(({ owner }) => owner === one.owner) === index);

test.each(smallest)(
  'a recording of ten times as many parts takes about ten times as long: $owner',
  async ({ text }) => {
    const times = Math.ceil(20_000 / text.length);
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
