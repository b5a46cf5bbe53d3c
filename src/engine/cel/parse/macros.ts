/** The form of a macro: the number of its arguments, how many of them name variables, and whether it has a target. */
interface MacroShape {
  readonly variables: number;
  readonly args: number;
}

/** Macros written as methods: `list.all(x, p)`. The key is `name/number of arguments`. */
const methodMacros = new Map<string, MacroShape>([
  ['all/2', { variables: 1, args: 1 }],
  ['exists/2', { variables: 1, args: 1 }],
  ['exists_one/2', { variables: 1, args: 1 }],
  ['existsOne/2', { variables: 1, args: 1 }],
  ['filter/2', { variables: 1, args: 1 }],
  ['map/2', { variables: 1, args: 1 }],
  ['map/3', { variables: 1, args: 2 }],
  ['all/3', { variables: 2, args: 1 }],
  ['exists/3', { variables: 2, args: 1 }],
  ['exists_one/3', { variables: 2, args: 1 }],
  ['existsOne/3', { variables: 2, args: 1 }],
  ['transformList/3', { variables: 2, args: 1 }],
  ['transformList/4', { variables: 2, args: 2 }],
  ['transformMap/3', { variables: 2, args: 1 }],
  ['transformMap/4', { variables: 2, args: 2 }],
  ['transformMapEntry/3', { variables: 2, args: 1 }],
  ['transformMapEntry/4', { variables: 2, args: 2 }],
  ['sortBy/2', { variables: 1, args: 1 }],
  ['optMap/2', { variables: 1, args: 1 }],
  ['optFlatMap/2', { variables: 1, args: 1 }],
]);

/**
 * Macros that a host adds. They are read as macros everywhere, so that one tree serves every environment; where the library
 * lacks one, it is an unknown method.
 */
export const hostMacros: ReadonlySet<string> = new Set(['with', 'mapValues', 'filterKeys']);

export const methodMacro = (name: string, count: number): MacroShape | undefined =>
  methodMacros.get(`${name}/${count}`);

/** Names that are macros with some number of arguments: a call with another number gets a message. */
export const macroNames: ReadonlySet<string> = new Set(
  [...methodMacros.keys()].map((key) => key.slice(0, key.indexOf('/'))),
);
