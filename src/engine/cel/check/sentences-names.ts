import { hookIds, hooks } from '../../model/hooks.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Expr } from '../ast.ts';
import { error, rewrite } from '../diagnostic.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Finding } from './findings.ts';
import { foreignFunctions, foreignNames } from './foreign.ts';
import { counterpartOf, foreignFunction, foreignVariable } from './foreign-hosts.ts';
import { listed, nearest, quoted } from './suggest.ts';
import { pathText } from './tree.ts';
import type { Language } from '../declarations/language.ts';
import { functions, macroDeclarations, namespaces } from '../declarations/declarations.ts';
import { isOperator } from '../declarations/operators.ts';
import { describeType } from '../types/text.ts';
import { Unifier } from '../types/assign.ts';
import { alternatives, isUnsettled } from '../types/types.ts';
import type { Type } from '../types/types.ts';

type Of<K extends Finding['kind']> = Finding & { readonly kind: K };

export function unknownVariable({ name, range }: Of<'unknown-variable'>, language: Language): Diagnostic {
  const elsewhere = placesWith(name, language);
  if (elsewhere.length > 0) return notInScope(name, elsewhere, language, range);
  const foreign = foreignNames.get(name);
  if (foreign !== undefined) {
    const literal = /^`(\w+)`/.exec(foreign)?.[1];
    const fix = literal === undefined ? undefined : rewrite(range, literal);
    return error('unknown-variable', `CEL has no ${quoted(name)}; write ${foreign}.`, range, fix);
  }
  if (functions.has(name) || language.functions.has(name) || macroDeclarations.has(name)) {
    return error('unknown-variable', `${quoted(name)} is a function: call it, as in ${callOf(name, language)}.`, range);
  }
  if (namespaces.has(name) || spaceOf(name, language) !== undefined) {
    const member = spaceOf(name, language) ?? [...functions.keys()].find((one) => one.startsWith(`${name}.`)) ?? name;
    return error('unknown-variable', `${quoted(name)} is a group of functions, such as ${quoted(member)}.`, range);
  }
  const within = variableWithField(name, language);
  if (within !== undefined) {
    return error(
      'unknown-variable',
      `There is no variable ${quoted(name)} here; did you mean ${quoted(`${within}.${name}`)}?`,
      range,
      rewrite(range, `${within}.${name}`),
    );
  }
  const near = nearest(name, language.variables.keys());
  if (near !== undefined) {
    const long = language.variables.get(near)?.aliasOf;
    const which = long === undefined ? quoted(near) : `${quoted(near)}, which is short for ${quoted(long)}`;
    const message = `There is no variable ${quoted(name)} here; did you mean ${which}?`;
    return error('unknown-variable', message, range, rewrite(range, near));
  }
  const message =
    foreignVariable(name, language) ?? `There is no variable ${quoted(name)} ${whatThereIs(name, language)}`;
  const counterpart = counterpartOf(name, language);
  return error('unknown-variable', message, range, counterpart === undefined ? undefined : rewrite(range, counterpart));
}

/** An unknown name is likely a field without its variable, or a text without its quotes. */
function whatThereIs(name: string, { variables, place }: Language): string {
  const own = [...variables].filter(([, variable]) => variable.aliasOf === undefined).map(([known]) => known);
  const likeliest = ['input', 'output', 'context'].find((known) => own.includes(known)) ?? own[0];
  if (likeliest === undefined) return `at ${place}, which has none: only functions can be called there.`;
  const field = quoted(`${likeliest}.${name}`);
  return `at ${place}, which has ${listed(own.map(quoted))}: a field is written ${field}, a text \`"${name}"\`.`;
}

/** A field without its parent: `llm` for `context.llm`, `started_at` for `context.agent.started_at`. */
function variableWithField(name: string, { variables }: Language): string | undefined {
  const own = [...variables].filter(([, { aliasOf }]) => aliasOf === undefined);
  const deeper: string[] = [];
  for (const [known, { type }] of own) {
    for (const one of alternatives(type)) {
      if (one.kind !== 'record') continue;
      if (one.fields.has(name)) return known;
      for (const [key, field] of one.fields) {
        if (isName(key) && !key.startsWith('_') && hasField(field.type, name)) deeper.push(`${known}.${key}`);
      }
    }
  }
  // If several places have the name, such as `id`, the intended one is unclear.
  return deeper.length === 1 ? deeper[0] : undefined;
}

export const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

/** Hooks that have the name, or a function group of that name. */
function placesWith(name: string, { absent }: Language): readonly string[] {
  const exact = absent.get(name);
  if (exact !== undefined) return exact;
  for (const [other, places] of absent) if (other.startsWith(`${name}.`)) return places;
  return [];
}

const spaceOf = (name: string, language: Language): string | undefined =>
  [...language.functions.keys()].find((one) => one.startsWith(`${name}.`));

function notInScope(name: string, places: readonly string[], language: Language, range: TextRange): Diagnostic {
  const message = `${quoted(name)} does not exist at ${language.place}; it does at ${listed(places, 'and', 9)}.`;
  const long = hookIds.map((id) => hooks[id].aliases[name]).find((one) => one !== undefined);
  if (long === undefined || !language.variables.has(long)) return error('not-in-scope', message, range);
  const remedy = `Write ${quoted(long)}: only the specification’s repository defines the short name here, its page does not.`;
  return error('not-in-scope', `${message} ${remedy}`, range, rewrite(range, long));
}

/** One form of the call, with names for its arguments. */
function callOf(name: string, language: Language): string {
  const macro = (macroDeclarations.get(name) ?? language.macros?.get(name))?.forms[0]?.text;
  const [form] = (language.functions.get(name) ?? functions.get(name))?.overloads ?? [];
  const args = form?.parameters.map((one) => one.name).join(', ') ?? '';
  return quoted(macro ?? `${form === undefined || form.receiver === null ? '' : 'x.'}${name}(${args})`);
}

export function unknownFunction(
  { name, receiver, args, range }: Of<'unknown-function'>,
  language: Language,
): Diagnostic {
  const elsewhere = language.absent.get(name);
  if (elsewhere !== undefined && receiver === null) {
    const isVariable = hookIds.some((id) => hooks[id].variables.some((variable) => variable === name));
    return notInScope(isVariable ? name : `${name}()`, elsewhere, language, range);
  }
  const macro = macroDeclarations.get(name) ?? language.macros?.get(name);
  if (macro !== undefined) {
    const forms = macro.forms.map((form) => quoted(form.text));
    return error('wrong-arguments', `${quoted(name)} is written ${listed(forms, 'or')}.`, range);
  }
  if (language.variables.has(name) && receiver === null) {
    return error('unknown-function', `${quoted(name)} is a variable, not a function: leave the brackets out.`, range);
  }
  const near = nearFunction(name, receiver !== null, language);
  const foreign = foreignFunctions.get(name.slice(name.lastIndexOf('.') + 1));
  if (foreign !== undefined && near?.toLowerCase() !== name.toLowerCase()) {
    return error(
      'unknown-function',
      `${quoted(name)} is not a CEL function: ${filledIn(foreign, receiver?.expr ?? args[0])}`,
      range,
    );
  }
  const added = foreignFunction(name);
  if (added !== undefined && near?.toLowerCase() !== name.toLowerCase()) return error('unknown-function', added, range);
  if (near !== undefined)
    return error(
      'unknown-function',
      `There is no function ${quoted(name)}; did you mean ${quoted(near)}?`,
      range,
      rewrite(range, near),
    );
  if (receiver !== null && hasField(receiver.type, name)) {
    return error('unknown-function', `${quoted(name)} is a field here, not a function: leave the brackets out.`, range);
  }
  const message = receiver === null ? noFunction(name, language) : noMethod(name, receiver.type, language);
  return error('unknown-function', message, range);
}

const noFunction = (name: string, { place }: Language): string =>
  `There is no function ${quoted(name)} at ${place}; press \`Ctrl-Space\` in the rule to list the available ones.`;

/** Adds alternatives, where the type suggests some. */
function noMethod(name: string, type: Type, language: Language): string {
  const names = methodsOf(type, language).map(quoted);
  if (names.length === 0)
    return `There is no method ${quoted(name)}; a field is read without brackets, as in \`x.field\`.`;
  return `There is no method ${quoted(name)} for ${withArticle(type)}; there are ${listed(names)}.`;
}

/** The methods of a type; empty where the type is unknown. */
export function methodsOf(type: Type, language: Language): readonly string[] {
  if (type.kind === 'parameter' || isUnsettled(type)) return [];
  const unifier = new Unifier();
  const methods = [...language.functions.values(), ...functions.values()].filter(({ overloads }) =>
    overloads.some(({ receiver }) => receiver !== null && unifier.couldBe(type, instance(unifier, receiver))),
  );
  return [...new Set(methods.map(({ name }) => name))];
}

const instance = (unifier: Unifier, type: Type): Type => unifier.instantiate([type])[0] ?? type;

/** Replaces the `x` of an example by the user's text, where that is short. */
function filledIn(example: string, expr: Expr | undefined): string {
  const text = expr === undefined ? undefined : pathText(expr);
  return text === undefined ? example : example.replaceAll(/\(x\)/g, `(${text})`);
}

const hasField = (type: Type, name: string): boolean =>
  alternatives(type).some((one) => one.kind === 'record' && one.fields.has(name));

function nearFunction(name: string, isMethod: boolean, language: Language): string | undefined {
  const declared = [...functions.values(), ...language.functions.values()].filter((one) => !isOperator(one.name));
  const fitting = declared.filter((one) => one.overloads.some((overload) => (overload.receiver !== null) === isMethod));
  const fittingMacros = [...macroDeclarations.values(), ...(language.macros?.values() ?? [])].filter(
    (one) => (one.target !== null) === isMethod,
  );
  return nearest(
    name,
    [...fitting, ...fittingMacros].map((one) => one.name),
  );
}

export const withArticle = (type: Type): string => {
  const text = describeType(type);
  if (type.kind === 'dyn' || type.kind === 'either' || text === 'null' || text === 'bytes') return text;
  if (type.kind === 'record') return 'a map';
  if (type.kind === 'list') return 'a list';
  return `${/^[aeio]/.test(text) ? 'an' : 'a'} ${text}`;
};
