import { describe, expect, test } from 'vitest';
import { specificationHookIds, specificationHooks } from '../../model/hooks.ts';
import { check } from '../check/check.ts';
import { contextType } from '../declarations/context.ts';
import { languageAt } from '../declarations/language.ts';
import { parse } from '../parse/parse.ts';
import { shapeOf } from '../types/shape.ts';
import { complete } from './complete.ts';
import { snippetsFor } from './snippets.ts';

const io = shapeOf([{ amount: 1, recipient: 'a}b$c', message: [] }]);

const languageOf = (id: (typeof specificationHookIds)[number]) =>
  languageAt(id, {
    expects: 'bool',
    types: new Map([
      ['context', contextType(shapeOf([{ capabilities: { lookup: { count_successful: 1 } } }]))],
      ...(specificationHooks[id].variables.includes('input') ? [['input', io] as const] : []),
      ...(specificationHooks[id].variables.includes('output') ? [['output', io] as const] : []),
    ]),
  });

/** The text when every place keeps its proposed value. */
const filled = (insert: string): string =>
  insert.replaceAll(/\$\{\d+:((?:\\.|[^\\}])*)\}/g, (_, inside: string) => inside).replaceAll(/\\([\\$}])/g, '$1');

const nowhere = { start: 0, end: 0 };

describe.each(specificationHookIds)('snippets at %s', (id) => {
  test('are valid without changes', () => {
    for (const { insert, label } of snippetsFor(languageOf(id), nowhere)) {
      const { expr, problems } = parse(filled(insert));
      expect(problems, `${label}: ${filled(insert)}`).toEqual([]);
      const wrong = check(expr, languageOf(id)).filter(({ severity }) => severity !== 'hint');
      expect(wrong, `${label}: ${filled(insert)}`).toEqual([]);
    }
  });
});

test('they use names and values of the session', () => {
  const inserts = snippetsFor(languageOf('middleware.before'), nowhere).map((one) => filled(one.insert));
  expect(inserts).toContain('input.amount <= 1000');
  expect(inserts).toContain('input.recipient in ["a}b$c"]');
  expect(inserts).toContain('has(context.capabilities.lookup) && context.capabilities.lookup.count_successful > 0');
  expect(inserts).toContain('input.amount <= 1000 || review("owner")');
  expect(inserts).toContain('input.recipient.matches("^[A-Z]{2}[0-9]+$")');
});

test('they come first in an empty editor, last beside names, and not within brackets', () => {
  const kindsAt = (text: string) => complete(text, text.length, languageOf('guardrail.before')).map(({ kind }) => kind);
  expect(kindsAt('')[0]).toBe('snippet');
  expect(kindsAt('true && ').at(-1)).toBe('snippet');
  expect(kindsAt('size(')).not.toContain('snippet');
});
