import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup/run.ts';
import { commands } from '../cli/commands.ts';
import { projectFiles, read, scriptNames } from './files.ts';

/** Without the documents of fixtures, which others wrote. */
const documents = projectFiles().filter((path) => /^(docs\/)?[\w-]+\.md$/.test(path));
const every = documents.map((path) => [path, read(path)] as const);

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first);

test.each(every)('the npm scripts in %s exist', (_, text) => {
  // npm's own commands need no script.
  const own = new Set(['start', 'test', 'ci', 'install', 'i']);
  const known = new Set(scriptNames());
  const named = [...matches(text, /npm run (?:-s )?([\w:-]+)/g), ...matches(text, /npm (start|test)\b/g)];
  expect(named.filter((name) => !known.has(name) && !own.has(name))).toEqual([]);
  expect(known.has('start') && known.has('test')).toBe(true);
});

test.each(every)('the commands in %s exist', (_, text) => {
  const known = new Set(['help', ...commands.map(({ name }) => name)]);
  const named = [...matches(text, /npm run -s cli -- ([a-z]+)/g), ...matches(text, /^(?:\$ )?contextscope ([a-z]+)/gm)];
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test.each(every)('the links in %s have a target', (path, text) => {
  const targets = matches(text, /\]\((?!https?:|#|mailto:)([^)#\s]+)/g);
  expect(targets.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
});

test.each(every)('the folders and files of src that %s names exist', (_, text) => {
  const named = matches(text, /`(src\/[\w./-]+)`/g);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
