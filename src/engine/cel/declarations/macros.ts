/** A form that the parser itself handles, because it binds names or does not evaluate its argument. */
export interface MacroDeclaration {
  readonly name: string;
  readonly about: string;
  /** The value before the dot; null for macros without one. */
  readonly target: 'any' | 'collection' | 'map' | 'list' | 'optional' | null;
  readonly forms: readonly MacroForm[];
}

export interface MacroForm {
  /** As shown in hover and signature help. */
  readonly text: string;
  readonly parameters: readonly string[];
  /** How many of the parameters are names that the macro binds. */
  readonly variables: number;
}

/** Declares a macro by its forms: in `x | condition`, the bound names come before the bar. */
export function macro(
  name: string,
  target: MacroDeclaration['target'],
  about: string,
  ...forms: readonly string[]
): MacroDeclaration {
  return { name, about, target, forms: forms.map((form) => readForm(name, target, form)) };
}

const shown = { any: 'value.', collection: 'list.', map: 'map.', list: 'list.', optional: 'optional.' } as const;

/** In `x | condition`, the bound names come before the bar, the other arguments after it. */
function readForm(name: string, target: MacroDeclaration['target'], form: string): MacroForm {
  const [bound = [], rest = []] = form.split('|').map((half) =>
    half
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  );
  const parameters = [...bound, ...rest];
  const before = target === null ? '' : shown[target];
  return { text: `${before}${name}(${parameters.join(', ')})`, parameters, variables: bound.length };
}

export const macros: readonly MacroDeclaration[] = [
  macro(
    'has',
    null,
    'Whether the field exists. It takes a field, such as has(input.amount), not a variable.',
    '| field',
  ),
  macro('cel.bind', null, 'Gives a value a name within an expression.', 'name | value, expression'),
  macro(
    'all',
    'collection',
    'Whether the condition holds for every element, or for every key of a map.',
    'x | condition',
    'index, x | condition',
  ),
  macro(
    'exists',
    'collection',
    'Whether the condition holds for at least one element, or key of a map.',
    'x | condition',
    'index, x | condition',
  ),
  macro(
    'exists_one',
    'collection',
    'Whether the condition holds for exactly one element, or key of a map.',
    'x | condition',
    'index, x | condition',
  ),
  macro(
    'existsOne',
    'collection',
    'Whether the condition holds for exactly one element or entry.',
    'x | condition',
    'index, x | condition',
  ),
  macro('filter', 'collection', 'The elements, or keys of a map, for which the condition holds.', 'x | condition'),
  macro(
    'map',
    'collection',
    'A list with the result for each element, or for those that fulfil a condition.',
    'x | result',
    'x | condition, result',
  ),
  macro(
    'transformList',
    'collection',
    'A list with the result for each index and element, or key and value.',
    'index, x | result',
    'index, x | condition, result',
  ),
  macro(
    'transformMap',
    'collection',
    'A map with the same keys and the result for each entry.',
    'key, x | result',
    'key, x | condition, result',
  ),
  macro(
    'transformMapEntry',
    'collection',
    'A map with the entry that each element or entry yields.',
    'key, x | entry',
    'key, x | condition, entry',
  ),
  macro('sortBy', 'list', 'The elements in ascending order of the expression’s result for each.', 'x | key'),
  macro('optMap', 'optional', 'An optional with the result for the value, empty when there is none.', 'x | result'),
  macro(
    'optFlatMap',
    'optional',
    'The expression’s result for the value; the result must be an optional. Empty when there is no value.',
    'x | result',
  ),
];
