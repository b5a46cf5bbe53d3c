import { expect, test } from 'vitest';
import { filledIn, guardrails } from '../../engine/environments/guardrails.ts';
import { importers } from '../../engine/importers/registry.ts';
import { decisionTexts } from '../../engine/model/decision-texts.ts';
import { hooks } from '../../engine/model/hooks.ts';
import { verdictKinds } from '../../engine/model/verdict.ts';
import { readers } from '../../engine/readers/registry.ts';
import { commands } from '../cli/commands.ts';
import { read } from './files.ts';

/** First cells of a document's tables, without the backquotes. */
const firstCells = (document: string): readonly string[] =>
  [...read(document).matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell.replaceAll('`', ''));

test('the documents name every reader and every importer', () => {
  const documented = firstCells('docs/formats.md');
  expect(documented).toEqual(expect.arrayContaining(readers.map(({ title }) => title)));
  expect(documented).toEqual(expect.arrayContaining(importers.map(({ id }) => id)));
});

test('the documents name every hook with its variables', () => {
  const rows = [read('docs/rules.md'), read('docs/environments.md')].join('\n').split('\n');
  for (const { id, environment, variables } of Object.values(hooks)) {
    const own = Object.values(hooks).filter((hook) => hook.environment === environment);
    const names = new Set<string>(own.flatMap((hook) => hook.variables));
    const row = rows.find((line) => line.startsWith(`| \`${id}\` |`)) ?? '';
    const documented = [...row.matchAll(/`(\w+)`/g)].flatMap(([, name = '']) => (names.has(name) ? [name] : []));
    expect(new Set(documented), id).toEqual(new Set(variables));
  }
});

test('the documents have every guardrail as each environment writes it', () => {
  const document = read('docs/environments.md').replaceAll(String.raw`\|`, '|');
  const written = guardrails.flatMap((one) => Object.values(one.in).flatMap((own) => ('hook' in own ? own : [])));
  const missing = written
    .map(({ expression }) => filledIn(expression('pay')))
    .filter((each) => !document.includes(each));
  expect(missing).toEqual([]);
});

test('the documents name every verdict and every open question', () => {
  const documented = firstCells('docs/verdicts.md');
  const questions = Object.values(decisionTexts).map(({ question }) => question.replaceAll('’', "'"));
  expect(documented.map((cell) => cell.replaceAll('’', "'"))).toEqual(
    expect.arrayContaining([...verdictKinds, ...questions]),
  );
});

test('the documents explain every command', () => {
  const text = read('docs/command-line.md');
  for (const { name } of commands) expect(text).toContain(`## ${name}:`);
});
