import { specificationHooks, specificationHookIds } from '../../model/hooks.ts';
import type { HookFunction, SpecificationHook, SpecificationHookId, SpecificationVariable } from '../../model/hooks.ts';
import { aboutVariables, taskContext, taskIo } from './context.ts';
import { specification } from './lists.ts';
import type { MacroDeclaration } from './macros.ts';
import { declare } from './signature.ts';
import type { FunctionDeclaration } from './signature.ts';
import { overlay } from '../types/join.ts';
import { dyn, string } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** The names that an expression may use at its hook; checker, completion and hover share it. */
export interface Language {
  /** The hook's name in messages: `guardrail.before`. */
  readonly place: string;
  readonly variables: ReadonlyMap<string, Variable>;
  /** Functions of this hook, beside those of the language. */
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** Macros that its host adds. */
  readonly macros?: ReadonlyMap<string, MacroDeclaration>;
  /** Names that exist only at other hooks, with those hooks. */
  readonly absent: ReadonlyMap<string, readonly string[]>;
  /** The type that the hook expects of the expression. */
  readonly expects: 'bool' | 'any';
  /** Whole rules to propose, in place of those about `context`, `input` and `output`. */
  readonly snippets?: readonly RuleSnippet[];
}

/** A rule with places to fill in, in the notation of editors: `${1:value}` is the first place. */
export interface RuleSnippet {
  readonly label: string;
  readonly detail: string;
  readonly about: string;
  readonly insert: string;
}

export interface Variable {
  readonly type: Type;
  readonly about: string;
  /** The variable's name in the data: `context` for `c`. */
  readonly aliasOf?: string;
}

export interface LanguageOptions {
  /** Types learnt from the session; other variables have the type that the specification declares, or any type. */
  readonly types?: ReadonlyMap<SpecificationVariable, Type>;
  /** Further variables, such as the root of the system's own state. */
  readonly extra?: ReadonlyMap<string, Variable>;
  /** Function keys that a script may call. */
  readonly capabilities?: readonly string[];
  /** Asserts and conditions expect a bool; transforms, bindings and explorations anything. */
  readonly expects?: 'bool' | 'any';
}

const hostFunctions: { readonly [F in Exclude<HookFunction, '<capability>'>]: FunctionDeclaration } = {
  review: declare('Asks a user to decide; the task waits, and a denial is false.', 'review(user: string): bool'),
  'mount.read': declare('The text of a file of the agent’s mount.', 'mount.read(path: string): string'),
  'mount.write': declare(
    'Stores a text as a file of the agent’s mount and returns it.',
    'mount.write(path: string, text: string): string',
  ),
  file: declare('A reference to a file of the agent’s mount, for the model.', 'file(path: string): dyn'),
};

/** The language of a hook, with the session's types where they are known. */
export function languageAt(id: SpecificationHookId, options: LanguageOptions = {}): Language {
  const hook = specificationHooks[id];
  return {
    place: id,
    variables: new Map([...variablesOf(hook, options.types ?? new Map()), ...(options.extra ?? [])]),
    functions: new Map([...specification, ...hostFunctionsOf(hook, options)].map((one) => [one.name, one])),
    absent: absentAt(hook),
    expects: options.expects ?? 'any',
  };
}

function variablesOf(
  hook: SpecificationHook,
  types: ReadonlyMap<SpecificationVariable, Type>,
): ReadonlyMap<string, Variable> {
  const variables = new Map<string, Variable>();
  for (const name of hook.variables) {
    const declared = declaredType(hook.id, name);
    const observed = types.get(name);
    const type = observed === undefined ? declared : overlay(declared, observed);
    variables.set(name, { type, about: aboutVariables[name] });
  }
  for (const [alias, name] of Object.entries(hook.aliases)) {
    const variable = variables.get(name);
    if (variable === undefined) continue;
    const type = alias === 'c' ? withShortNames(variable.type) : variable.type;
    variables.set(alias, { type, about: `Short for ${name}. ${variable.about}`, aliasOf: name });
  }
  return variables;
}

function declaredType(hook: SpecificationHookId, name: SpecificationVariable): Type {
  if (name === 'context') return taskContext;
  if (name === 'now') return string;
  const isTaskIo =
    (hook === 'guardrail.before' && name === 'input') || (hook === 'guardrail.after' && name === 'output');
  return isTaskIo ? taskIo : dyn;
}

/** `c.cap` is `context.capabilities`; the long form has no `cap`. */
function withShortNames(context: Type): Type {
  const capabilities = context.kind === 'record' ? context.fields.get('capabilities') : undefined;
  if (context.kind !== 'record' || capabilities === undefined) return context;
  const short = { ...capabilities, aliasOf: 'capabilities', about: 'Short for capabilities.' };
  return { ...context, fields: new Map([...context.fields, ['cap', short]]) };
}

const hostFunctionsOf = (
  { functions }: SpecificationHook,
  { capabilities = [] }: LanguageOptions,
): readonly FunctionDeclaration[] =>
  functions.flatMap((name) =>
    name === '<capability>' ? capabilities.filter(isName).map(callable) : [hostFunctions[name]],
  );

const isName = (key: string): boolean => /^[A-Za-z_]\w*$/.test(key);

function callable(key: string): FunctionDeclaration {
  const forms = ['', 'a: dyn', 'a: dyn, b: dyn', 'a: dyn, b: dyn, c: dyn', 'a: dyn, b: dyn, c: dyn, d: dyn'];
  const [none = '', ...more] = forms.map((parameters) => `${key}(${parameters}): dyn`);
  return declare('Calls this capability; the result is its output.', none, ...more);
}

function absentAt({ id }: SpecificationHook): ReadonlyMap<string, readonly string[]> {
  const here = namesAt(id);
  const absent = new Map<string, string[]>();
  for (const other of specificationHookIds) {
    for (const name of namesAt(other)) {
      if (!here.has(name)) absent.set(name, [...(absent.get(name) ?? []), other]);
    }
  }
  return absent;
}

function namesAt(id: SpecificationHookId): ReadonlySet<string> {
  const { variables, aliases, functions } = specificationHooks[id];
  return new Set([...variables, ...Object.keys(aliases), ...functions.filter((name) => name !== '<capability>')]);
}
