import type { TextRange } from '../../model/problem.ts';
import { functions, macroDeclarations } from '../declarations/declarations.ts';
import type { Language } from '../declarations/language.ts';
import type { Overload } from '../declarations/signature.ts';
import { Unifier } from '../types/assign.ts';
import { dyn, type Type } from '../types/types.ts';
import { PieceTypes } from './scope.ts';
import { TokenList, type Opened } from './tokens.ts';

/** The signatures of the call that is being typed. */
export interface SignatureHelp {
  readonly signatures: readonly Signature[];
  /** The index of the signature that fits the text so far. */
  readonly active: number;
  /** The index of the argument that is being typed. */
  readonly parameter: number;
}

export interface Signature {
  readonly label: string;
  readonly about: string;
  readonly parameters: readonly SignatureParameter[];
}

export interface SignatureParameter {
  /** The part of the label that is this parameter. */
  readonly range: TextRange;
  readonly about: string;
}

const maxLength = 50_000;

/** Null where no call to a known name is being typed. */
export function signatureAt(text: string, offset: number, language: Language): SignatureHelp | null {
  if (text.length > maxLength || offset < 0 || offset > text.length) return null;
  const list = new TokenList(text);
  const last = list.before(offset);
  const open = list.openAfter(last);
  for (const [index, opened] of [...open.entries()].toReversed()) {
    // In `f([a, b` the call is still that of `f`; parentheses around a value are no call.
    const name =
      list.is(opened.token, '(') && list.isName(opened.token - 1) ? list.tokens[opened.token - 1] : undefined;
    if (name === undefined) continue;
    const scope = new PieceTypes(text, language, list, open.slice(0, index).at(-1)?.token ?? -1);
    return helpFor(name.text, opened, { list, language, scope });
  }
  return null;
}

interface Place {
  readonly list: TokenList;
  readonly language: Language;
  readonly scope: PieceTypes;
}

function helpFor(name: string, opened: Opened, { list, language, scope }: Place): SignatureHelp | null {
  const parameter = opened.commas.length;
  const dot = list.dotBefore(opened.token - 1);
  const space = dot === undefined ? undefined : list.tokens[dot - 1]?.text;
  const full = space === undefined ? name : `${space}.${name}`;
  const isSpaced = functions.has(full) || language.functions.has(full) || macroDeclarations.has(full);
  const macro = macroDeclarations.get(isSpaced ? full : name) ?? language.macros?.get(name);
  if (macro !== undefined && (macro.target !== null) === (dot !== undefined && !isSpaced)) {
    const signatures = macro.forms.map(({ text, parameters }) => signatureOf(text, macro.about, parameters));
    return help(
      signatures,
      macro.forms.map((form) => form.parameters.length),
      parameter,
    );
  }
  const declared = language.functions.get(isSpaced ? full : name) ?? functions.get(isSpaced ? full : name);
  if (declared === undefined) return null;
  const isMethod = dot !== undefined && !isSpaced;
  const receiver = isMethod ? receiverType(list, dot, scope) : undefined;
  const fitting = declared.overloads.filter((overload) => takes(overload, receiver));
  if (fitting.length === 0) return null;
  const signatures = fitting.map(({ text, parameters }) =>
    signatureOf(
      text,
      declared.about,
      parameters.map((one) => one.name),
    ),
  );
  const actual = argumentTypes(opened, { list, language, scope });
  const misfits = new Set(fitting.flatMap((overload, index) => (takesAll(overload, actual) ? [] : [index])));
  return help(
    signatures,
    fitting.map((one) => one.parameters.length),
    parameter,
    misfits,
  );
}

/**
 * Selects the shortest signature that has room for the current argument and, if possible, fits the arguments so far.
 */
function help(
  signatures: readonly Signature[],
  sizes: readonly number[],
  parameter: number,
  misfits: ReadonlySet<number> = new Set(),
): SignatureHelp {
  const fitting = sizes.findIndex((size, index) => size > parameter && !misfits.has(index));
  const active = fitting >= 0 ? fitting : sizes.findIndex((size) => size > parameter);
  return { signatures, active: active < 0 ? signatures.length - 1 : active, parameter };
}

/** The types of the arguments so far; `dyn` for one that cannot be determined yet. */
function argumentTypes({ token, commas }: Opened, { list, scope }: Place): readonly Type[] {
  const bounds = [token, ...commas, list.closeOf(token)];
  return bounds.slice(1).map((end, index) => {
    const [first, last] = [list.tokens[(bounds[index] ?? token) + 1], list.tokens[end - 1]];
    if (first === undefined || last === undefined || last.end <= first.start) return dyn;
    return scope.typeOf({ start: first.start, end: last.end }).type;
  });
}

function takesAll({ parameters }: Overload, actual: readonly Type[]): boolean {
  const unifier = new Unifier();
  const wanted = unifier.instantiate(parameters.map((one) => one.type));
  return actual.every((type, index) => unifier.couldBe(type, wanted[index] ?? dyn));
}

function receiverType(list: TokenList, dot: number, scope: PieceTypes): Type {
  const start = list.operandStart(dot - 1);
  const [first, last] = [start === undefined ? undefined : list.tokens[start], list.tokens[dot - 1]];
  return first === undefined || last === undefined ? dyn : scope.typeOf({ start: first.start, end: last.end }).type;
}

function takes({ receiver }: Overload, actual: Type | undefined): boolean {
  if (actual === undefined || receiver === null) return actual === undefined && receiver === null;
  const unifier = new Unifier();
  return unifier.couldBe(actual, unifier.instantiate([receiver])[0] ?? receiver);
}

function signatureOf(label: string, about: string, names: readonly string[]): Signature {
  let at = bodyStart(label);
  const parameters = names.map((name): SignatureParameter => {
    const start = wordAt(label, name, at + 1);
    at = endOfParameter(label, start);
    return { range: { start, end: at }, about: aboutParameters.get(name) ?? '' };
  });
  return { label, about, parameters };
}

/**
 * The start of the arguments: types before the dot of a method, such as `list(A).last()`, have brackets of their own.
 */
function bodyStart(label: string): number {
  const close = label.lastIndexOf('): ') < 0 ? label.length - 1 : label.lastIndexOf('): ');
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (label[at] === ')') depth++;
    else if (label[at] === '(' && --depth === 0) return at;
  }
  return 0;
}

function wordAt(label: string, name: string, from: number): number {
  const at = label.indexOf(name, from);
  return at < 0 ? from : at;
}

function endOfParameter(label: string, start: number): number {
  let depth = 0;
  for (let at = start; at < label.length; at++) {
    const sign = label[at];
    if (sign === '(') depth++;
    else if (sign === ')' && depth-- === 0) return at;
    else if (sign === ',' && depth === 0) return at;
  }
  return label.length;
}

/** Explanations of parameters, by their names in the signatures; parameters with a clear name and type have none. */
const aboutParameters: ReadonlyMap<string, string> = new Map([
  ['pattern', 'An RE2 pattern, such as "^[A-Z]{2}\\\\d+$"; it may match anywhere unless anchored.'],
  ['prefix', 'How the text must begin.'],
  ['suffix', 'How the text must end.'],
  ['text', 'A text; upper and lower case count as different.'],
  ['by', 'The replacement.'],
  ['times', 'The maximum number of replacements; -1 for all.'],
  ['separator', 'The text between the pieces.'],
  ['limit', 'The maximum number of pieces; the last one holds the rest.'],
  ['start', 'The first position, counted from 0.'],
  ['end', 'The position to stop before.'],
  ['index', 'A position, counted from 0.'],
  ['from', 'The position to begin the search at.'],
  ['upTo', 'The last position to search.'],
  ['timezone', 'A name such as "Europe/Berlin" or an offset such as "+02:00"; UTC without it.'],
  ['values', 'One value for each clause, in a list.'],
  ['depth', 'How many levels of lists to flatten.'],
  ['count', 'How many.'],
  ['seconds', 'Seconds since 1970 in UTC.'],
  ['other', 'The value to use when the optional is empty.'],
  ['user', 'The user who decides.'],
  ['path', 'A path within the agent’s mount.'],
  ['x', 'A name of your choice for the current element, for use in the next arguments.'],
  ['name', 'A name of your choice for the value, for use in the next argument.'],
  ['key', 'The key of an entry; in a macro, a name of your choice for it.'],
  ['condition', 'The condition: true or false for each element.'],
  ['result', 'The result for each element.'],
  ['entry', 'A map with the entry to make, such as {key: x}.'],
  ['expression', 'The expression that uses the name.'],
  ['field', 'A field, such as input.amount.'],
  ['value', 'The value.'],
]);
