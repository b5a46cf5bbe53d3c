import type { MacroDeclaration } from '../declarations/macros.ts';
import { isOperator } from '../declarations/operators.ts';
import type { FunctionDeclaration, Overload } from '../declarations/signature.ts';
import type { Language } from '../declarations/language.ts';
import { functions, macroDeclarations, unlisted } from '../declarations/declarations.ts';
import { rangeOf } from '../check/fields.ts';
import { Unifier } from '../types/assign.ts';
import { alternatives, insideOptional, isUnsettled } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** A function, method or macro that fits a place, with its best fitting signature. */
export interface Callable {
  readonly name: string;
  readonly kind: 'function' | 'method' | 'macro';
  readonly signature: string;
  readonly about: string;
  /** The text to insert: the name and its brackets, with places for the variables of a macro and the first argument. */
  readonly insert: string;
}

/** The methods of a type. */
export function methodsOf(type: Type, language: Language, usedNames: ReadonlySet<string>): readonly Callable[] {
  const unifier = new Unifier();
  const fits = ({ receiver }: Overload) =>
    receiver !== null && unifier.couldBe(type, unifier.instantiate([receiver])[0] ?? receiver);
  const methods = declaredIn(language).flatMap((declared) => {
    const fitting = declared.overloads.filter(fits);
    return fitting.length === 0 ? [] : [callable(declared, fitting, 'method')];
  });
  return [...macrosOn(type, language, usedNames), ...methods];
}

/** Functions without a receiver; within a namespace, by the rest of the name. */
export function functionsOf(language: Language, usedNames: ReadonlySet<string>, space = ''): readonly Callable[] {
  const prefix = space === '' ? '' : `${space}.`;
  const found = declaredIn(language).flatMap((declared) => {
    const fitting = declared.overloads.filter(({ receiver }) => receiver === null);
    return fitting.length === 0 || !declared.name.startsWith(prefix) ? [] : [callable(declared, fitting, 'function')];
  });
  const macros = macrosIn(language)
    .filter(({ name, target }) => target === null && name.startsWith(prefix))
    .map((macro) => macroCallable(macro, usedNames));
  return [...found, ...macros].map((one) => withoutPrefix(one, prefix));
}

const withoutPrefix = (one: Callable, prefix: string): Callable => ({
  ...one,
  name: one.name.slice(prefix.length),
  insert: one.insert.slice(prefix.length),
});

const macrosIn = ({ macros }: Language): readonly MacroDeclaration[] => [
  ...macroDeclarations.values(),
  ...(macros?.values() ?? []),
];

function declaredIn(language: Language): readonly FunctionDeclaration[] {
  const hidden = new Set(unlisted.map(({ name }) => name));
  const common = [...functions.values()].filter(({ name }) => !isOperator(name) && !hidden.has(name));
  return [...language.functions.values(), ...common.filter(({ name }) => !language.functions.has(name))];
}

function callable(
  { name, about }: FunctionDeclaration,
  fitting: readonly Overload[],
  kind: 'function' | 'method',
): Callable {
  const [first] = fitting;
  const takesNone = fitting.some(({ parameters }) => parameters.length === 0);
  const more = fitting.length > 1 ? ` (+${fitting.length - 1} more)` : '';
  return {
    name,
    kind,
    signature: `${first?.text ?? name}${more}`,
    about,
    insert: `${name}(${takesNone ? '' : '$1'})$0`,
  };
}

function macrosOn(type: Type, language: Language, usedNames: ReadonlySet<string>): readonly Callable[] {
  const isOpen = alternatives(type).some(isUnsettled);
  const fits = ({ target }: MacroDeclaration): boolean => {
    if (target === null) return false;
    if (isOpen || target === 'any') return true;
    if (target === 'map') return alternatives(type).some((one) => one.kind === 'map' || one.kind === 'record');
    if (target === 'optional') return insideOptional(type) !== undefined;
    if (target === 'list') return alternatives(type).some((one) => one.kind === 'list');
    return rangeOf(type) !== undefined;
  };
  return macrosIn(language)
    .filter(fits)
    .map((macro) => macroCallable(macro, usedNames));
}

function macroCallable({ name, about, forms }: MacroDeclaration, usedNames: ReadonlySet<string>): Callable {
  const [form] = forms;
  const names = freshNames(usedNames, form?.parameters.slice(0, form.variables) ?? []);
  const bound = names.map((one, index) => `\${${index + 1}:${one}}`);
  const rest = form?.parameters.slice(form.variables).map((_, index) => `$${names.length + index + 1}`) ?? [];
  return {
    name,
    kind: 'macro',
    signature: forms.map(({ text }) => text).join(' or '),
    about,
    insert: `${name}(${[...bound, ...rest].join(', ')})$0`,
  };
}

/** The declaration's names, replaced where the surrounding expression already uses them. */
function freshNames(usedNames: ReadonlySet<string>, names: readonly string[]): readonly string[] {
  return names.map(
    (name) =>
      [name, 'y', 'z', ...Array.from({ length: 20 }, (_, i) => `x${i + 2}`)].find((one) => !usedNames.has(one)) ?? name,
  );
}
