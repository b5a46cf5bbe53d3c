import { kubernetes } from './kubernetes.ts';
import { lists, optionals } from './lists.ts';
import { macros } from './macros.ts';
import type { MacroDeclaration } from './macros.ts';
import { math } from './math.ts';
import { operators } from './operators.ts';
import { declare } from './signature.ts';
import type { FunctionDeclaration } from './signature.ts';
import { standard } from './standard.ts';
import { strings } from './strings.ts';
import {
  bool,
  bytes,
  doubleType,
  duration,
  dyn,
  intType,
  listOf,
  mapOf,
  nullType,
  optionalOf,
  string,
  timestamp,
  typeOf,
  uint,
} from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** Functions that optimisers write, not people: accepted, but never proposed. */
export const unlisted: readonly FunctionDeclaration[] = [
  declare('The result, with the slots at hand by number.', 'cel.block(slots: list(dyn), result: A): A'),
  declare('The value of a slot of the block around it.', 'cel.index(slot: int): dyn'),
  declare('A variable of a macro, by depth and number.', 'cel.iterVar(depth: int, number: int): dyn'),
  declare('The accumulator of a macro, by depth and number.', 'cel.accuVar(depth: int, number: int): dyn'),
];

/** Each name is in one list only: all its signatures belong to one declaration. */
export const declarationLists = [operators, standard, strings, math, lists, optionals, kubernetes, unlisted] as const;

/** All functions that every hook has, by name. Operators are among them, under CEL's own names. */
export const functions: ReadonlyMap<string, FunctionDeclaration> = new Map(
  declarationLists.flat().map((declared) => [declared.name, declared]),
);

export const macroDeclarations: ReadonlyMap<string, MacroDeclaration> = new Map(
  macros.map((declared) => [declared.name, declared]),
);

/** Names of types, which are values too: `type(x) == int`. */
export const typeNames: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['bool', typeOf(bool)],
  ['bytes', typeOf(bytes)],
  ['double', typeOf(doubleType)],
  ['int', typeOf(intType)],
  ['list', typeOf(listOf(dyn))],
  ['map', typeOf(mapOf(dyn, dyn))],
  ['null_type', typeOf(nullType)],
  ['string', typeOf(string)],
  ['type', typeOf(typeOf(dyn))],
  ['uint', typeOf(uint)],
  ['optional_type', typeOf(optionalOf(dyn))],
  ['google.protobuf.Timestamp', typeOf(timestamp)],
  ['google.protobuf.Duration', typeOf(duration)],
  ...['net.IP', 'net.CIDR', 'kubernetes.URL'].map(
    (name) => [name, typeOf({ kind: 'opaque', name, parameters: [] })] as const,
  ),
]);

/** First parts of dotted names, such as `math` and `google.protobuf`: they are no variables. */
export const namespaces: ReadonlySet<string> = new Set(
  [...functions.keys(), ...macroDeclarations.keys(), ...typeNames.keys()]
    .filter((name) => /^[A-Za-z]/.test(name) && name.includes('.'))
    .flatMap((name) => prefixes(name)),
);

function prefixes(name: string): readonly string[] {
  const parts = name.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}
