import { describe, expect, test } from 'vitest';
import { specificationHookIds, specificationHooks } from '../../model/hooks.ts';
import { languageAt } from './language.ts';
import { isOperator } from './operators.ts';
import type { FunctionDeclaration } from './signature.ts';
import { declarationLists, functions, macroDeclarations, unlisted } from './declarations.ts';
import { specificationLibrary, standardLibrary } from '../functions/index.ts';
import { macroNames } from '../parse/macros.ts';

const declared = [...functions.values()].filter((one) => !isOperator(one.name) && !unlisted.includes(one));

const namesOf = (all: readonly FunctionDeclaration[], isMethod: boolean): readonly string[] =>
  all
    .filter(({ overloads }) => overloads.some(({ receiver }) => (receiver !== null) === isMethod))
    .map(({ name }) => name)
    .toSorted();

describe('every declared function can be evaluated, and every other way round', () => {
  test('functions', () => {
    const known = [...standardLibrary.functions.keys()].filter((name) => !isOperator(name));
    expect(namesOf(declared, false)).toEqual(known.toSorted());
  });

  test('methods', () => {
    expect(namesOf(declared, true)).toEqual([...standardLibrary.methods.keys()].toSorted());
  });

  test('the additions of the specification', () => {
    const added = [...specificationLibrary.methods].filter(([name, one]) => standardLibrary.methods.get(name) !== one);
    const inHooks = [...languageAt('binding').functions.keys()];
    expect(inHooks.toSorted()).toEqual(added.map(([name]) => name).toSorted());
  });

  test('macros', () => {
    expect([...macroDeclarations.keys()].toSorted()).toEqual(['has', 'cel.bind', ...macroNames].toSorted());
  });

  test('each has a sentence and names for its parameters', () => {
    for (const { name, about, overloads } of declared) {
      expect([name, about]).toEqual([name, expect.stringMatching(/^\S.*\.$|^\S.*[^.]$/)]);
      for (const { parameters } of overloads) expect(parameters.every((one) => /^\w+$/.test(one.name))).toBe(true);
    }
  });
});

test('no name is declared twice, as the second declaration would hide the first', () => {
  const names = declarationLists.flat().map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

describe('the language of a hook', () => {
  test.each(specificationHookIds)('%s has the variables and short names of its table', (id) => {
    const { variables } = languageAt(id);
    expect([...variables.keys()]).toEqual([
      ...specificationHooks[id].variables,
      ...Object.keys(specificationHooks[id].aliases),
    ]);
  });

  test('a script calls the capabilities of its session by name, where the name is one', () => {
    const { functions: own } = languageAt('script', { capabilities: ['refund', 'a.b'] });
    expect([...own.keys()]).toEqual(expect.arrayContaining(['refund', 'file']));
    expect(own.has('a.b')).toBe(false);
  });

  test('a name that every hook has is absent nowhere', () => {
    expect(languageAt('middleware.after').absent.has('context')).toBe(false);
    expect(languageAt('script').absent.get('context')).toEqual(specificationHookIds.filter((id) => id !== 'script'));
  });
});
