import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/** Tests, and what only tests import, may cross folders freely. */
const isProduct = (path: string): boolean =>
  /^src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\.tsx?$|\/battery\//.test(path);

const product = projectFiles().filter(isProduct);

/** Relative imports of the product, types included: from a file to a file. */
const imports = product.flatMap((from) =>
  [...read(from).matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^'?]+\.tsx?)'/g)].map(([, written = '']) => ({
    from,
    to: join(dirname(from), written),
  })),
);

const contains = (outer: string, inner: string): boolean => inner.startsWith(`${outer}/`);

test('folders do not import each other in a circle, unless one contains the other', () => {
  const examples = new Map<string, string>();
  for (const { from, to } of imports) {
    const [a, b] = [dirname(from), dirname(to)];
    if (a !== b && !contains(a, b) && !contains(b, a)) examples.set(`${a} ${b}`, `${from} imports ${to}`);
  }
  // Without the folders that import none or are imported by none, again and again, only circles remain.
  for (let before = -1; before !== examples.size;) {
    before = examples.size;
    const pairs = [...examples.keys()].map((pair) => pair.split(' '));
    const [importing, imported] = [0, 1].map((side) => new Set(pairs.map((pair) => pair[side])));
    for (const [a, b] of pairs)
      if (imported?.has(a) !== true || importing?.has(b) !== true) examples.delete(`${a} ${b}`);
  }
  expect([...examples.values()]).toEqual([]);
});
