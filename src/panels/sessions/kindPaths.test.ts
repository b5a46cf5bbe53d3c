import { expect, test } from 'vitest';
import { turnKinds } from '../../engine/model/history.ts';
import { kindPaths } from './SessionMap.tsx';

const kinds = (letters: string) =>
  Uint8Array.from(letters, (letter) =>
    turnKinds.indexOf(letter === 'i' ? 'input' : letter === 'c' ? 'capability' : 'llm'),
  );

test('each turn has a bar as wide as the others, and each kind its height', () => {
  expect(kindPaths(kinds('ilcl'))).toEqual([
    { kind: 'input', path: 'M0 11v-10h15v10z' },
    { kind: 'capability', path: 'M32 11v-6h15v6z' },
    { kind: 'llm', path: 'M16 11v-2h15v2zM48 11v-2h15v2z' },
  ]);
});

test('where turns share a pixel, messages of the user and calls are not lost', () => {
  const paths = kindPaths(kinds(`${'l'.repeat(3000)}i${'l'.repeat(3000)}c`));
  expect(paths.map(({ kind, path }) => [kind, path.split('M').length - 1])).toEqual([
    ['input', 1],
    ['capability', 1],
    ['llm', 62],
  ]);
});

test('a session without turns has no bars', () => {
  expect(kindPaths(new Uint8Array())).toEqual([]);
});
