import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/** Words that hide the verb or the subject, with those to write instead. */
const instead: readonly (readonly [RegExp, string])[] = [
  [/\b(?:told|tells)\b/i, 'reported, recorded, says'],
  [/\b(?:stands|stood)\b/i, 'is, is at, means'],
  [/\b(?:nobody|somebody|whoever)\b/i, 'no user, someone, anyone who'],
  [/\b(?:came|comes) to\b/i, 'returned, is'],
  [/\bhands on\b/i, 'forwards, passes'],
  [/\b(?:is|are) asked\b/i, 'is checked, is called'],
  [/\bfault of ours\b/i, 'bug in Contextscope'],
  [/\bmend(?:s|ed|ing)?\b/i, 'repair, fix'],
];

/** Comments and documents: strings of tests and outside formats may contain any word. */
const comments = /(?:^|\s)\/\/ .*$|\/\*[^]*?\*\//gm;

const files = projectFiles().filter(
  (path) => /^(?:(?:src|e2e|docs)\/.*|[^/]+)\.(?:tsx?|mjs|css|md)$/.test(path) && !path.includes('/fixtures/'),
);

test('comments and documents use plain words', () => {
  const found = files.flatMap((path) => {
    const text = read(path);
    const prose = path.endsWith('.md') ? [text] : (text.match(comments) ?? []);
    return prose.flatMap((part) =>
      instead.flatMap(([word, better]) => {
        const match = word.exec(part);
        return match === null ? [] : [`${path}: “${match[0]}”: write ${better}`];
      }),
    );
  });
  expect(found).toEqual([]);
});

test('names of tests use plain words', () => {
  const found = files
    .filter((path) => /\.(?:test|journey)\.tsx?$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/^\s*(?:(?:it|test|describe)[\w.]*\(|\]\)\()\s*'((?:[^'\\]|\\.)*)'/gm)].flatMap(
        ([, name = '']) => (instead.some(([word]) => word.test(name)) ? [`${path}: ${name}`] : []),
      ),
    );
  expect(found).toEqual([]);
});

test('file names use plain words', () => {
  const named = files.map((path) => path.replaceAll(/[-/.]/g, ' '));
  expect(named.filter((name) => instead.some(([word]) => word.test(name)))).toEqual([]);
});
