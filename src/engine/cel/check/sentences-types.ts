import { conversion, shown, wrapped } from './convert.ts';
import type { Advice } from './convert.ts';
import type { Expr } from '../ast.ts';
import { error, hint, warning } from '../diagnostic.ts';
import type { Diagnostic, Fix, Severity } from '../diagnostic.ts';
import type { Finding } from './findings.ts';
import { withArticle } from './sentences-names.ts';
import { listed, quoted } from './suggest.ts';
import { asMoment } from './times.ts';
import { pathText } from './tree.ts';
import { argumentTypes } from './overloads.ts';
import { isOperator, operatorText } from '../declarations/operators.ts';
import { Unifier } from '../types/assign.ts';
import { describeType } from '../types/text.ts';
import { alternatives, isFromData, isScalar } from '../types/types.ts';
import type { Type } from '../types/types.ts';

type NoOverload = Finding & { readonly kind: 'no-overload' };

/** Explains which types an operation cannot take, and what would make it possible. */
export function noOverload(finding: NoOverload, strict: boolean): Diagnostic | undefined {
  if (!isOperator(finding.name)) return noOverloadOfFunction(finding);
  const { name, operands, types } = finding;
  if (name === '_[_]' || name === '_[?_]') return noIndex(finding);
  if (operands.length === 1) return noUnary(finding);
  if (name === '@in' && types.length === 2) return noMembership(finding, strict);
  if (name === '_?:_') return differingBranches(finding, strict);
  if (name === '_==_' || name === '_!=_') return neverEqual(finding, strict);
  return noArithmetic(finding, strict);
}

/** True where the types come from this session's data alone, so that another session may be fine. */
const onlySeen = (types: readonly Type[]): boolean =>
  types.some((type) => alternatives(type).some((one) => isFromData(one) || one.kind === 'record'));

const severityOf = (types: readonly Type[]): Severity => (onlySeen(types) ? 'warning' : 'error');

const makeDiagnostic = (
  severity: Severity,
  code: string,
  message: string,
  range: Diagnostic['range'],
  fix?: Fix,
): Diagnostic => (severity === 'error' ? error(code, message, range, fix) : warning(code, message, range, fix));

function noArithmetic({ name, operands, types, range }: NoOverload, strict: boolean): Diagnostic | undefined {
  const sign = operatorText(name);
  const [left, right] = types;
  const advice =
    (sign === '-' || sign === '+' ? asMoment(sign, operands, types) : undefined) ??
    conversion(operands, types) ??
    (sign === '+' ? asText(operands, types) : undefined);
  const place = advice?.operand.range ?? range;
  const what = `\`${sign}\` is not defined for ${describeKnown(types)}`;
  const isComparison = /^[<>]/.test(sign);
  if (isComparison && !strict && left !== undefined && right !== undefined && isNumber(left) && isNumber(right)) {
    if (onlySeen(types)) return undefined;
    return warning(
      'mixed-numbers',
      `${what} in cel-go, which refuses such a rule${advice === undefined ? '.' : `: ${advice.text}`}`,
      place,
      advice?.fix,
    );
  }
  const message = `${what}${advice === undefined ? '.' : `: ${advice.text}`}`;
  return makeDiagnostic(severityOf(types), 'no-overload', message, place, advice?.fix);
}

/** Converts a value to text before it is joined to a text. */
function asText(operands: readonly Expr[], types: readonly Type[]): Advice | undefined {
  if (!types.some((type) => isScalar(type, 'string'))) return undefined;
  const operand = operands[types.findIndex((type) => !isScalar(type, 'string') && isConvertible(type))];
  if (operand === undefined) return undefined;
  return { operand, text: `write \`string(${shown(operand)})\`.`, fix: wrapped(operand, 'string') };
}

function neverEqual({ name, operands, types, range }: NoOverload, strict: boolean): Diagnostic | undefined {
  const sign = operatorText(name);
  const advice = conversion(operands, types);
  const place = advice?.operand.range ?? range;
  const ending = advice === undefined ? '.' : `: ${advice.text}`;
  const fix = advice?.fix;
  if (strict) return error('no-overload', `\`${sign}\` is not defined for ${describeAll(types)}${ending}`, place, fix);
  if (types.every(isNumber)) {
    // Where the type is known from data alone, a production engine compares whatever values it gets.
    if (onlySeen(types)) return undefined;
    const refused = `\`${sign}\` is not defined for ${describeAll(types)} in cel-go, which refuses such a rule${ending}`;
    return warning('mixed-numbers', refused, place, fix);
  }
  const always = sign === '==' ? 'false' : 'true';
  const where = onlySeen(types) ? 'in this session this' : 'this';
  const message = `${capitalised(describeAll(types))} are never equal, so ${where} is always ${always}${ending}`;
  // A comparison with null is how authors guard against it, though it has not occurred yet.
  const asksForNull = types.some((type) => isScalar(type, 'null')) && onlySeen(types);
  return asksForNull ? hint('never-equal', message, place) : warning('never-equal', message, place, fix);
}

function noMembership({ operands, types, range }: NoOverload, strict: boolean): Diagnostic {
  const [element, container] = types;
  const [what, where] = operands;
  if (container === undefined || where === undefined) return error('no-overload', '`in` needs a list or a map.', range);
  if (isScalar(container, 'string')) {
    const text = `${shown(where)}.contains(${what === undefined ? '…' : shown(what)})`;
    return error(
      'no-overload',
      `\`in\` searches lists and maps, and this is a string: write \`${text}\`.`,
      where.range,
    );
  }
  const inside = alternatives(container).find(
    (one) => one.kind === 'list' || one.kind === 'map' || one.kind === 'record',
  );
  if (inside === undefined || element === undefined) {
    return makeDiagnostic(
      severityOf([container]),
      'no-overload',
      `\`in\` searches lists and maps, and this is ${withArticle(container)}: compare with \`==\`.`,
      where.range,
    );
  }
  const contents =
    inside.kind === 'list'
      ? `elements are ${describeType(inside.element)}`
      : `keys are ${inside.kind === 'map' ? describeType(inside.key) : 'string'}`;
  const message = `This is ${withArticle(element)}, and the ${contents}: \`in\` is always false here.`;
  return strict ? error('no-overload', message, range) : warning('never-equal', message, range);
}

function differingBranches({ types, range, operands }: NoOverload, strict: boolean): Diagnostic | undefined {
  if (!strict && onlySeen(types)) return undefined;
  const message = `The branches differ in type, ${describeAll(types)}; cel-go refuses such a rule unless one is wrapped in dyn().`;
  return strict
    ? error('no-overload', message, range)
    : warning('mixed-branches', message, operands[1]?.range ?? range);
}

function noUnary({ name, operands, types, range }: NoOverload): Diagnostic {
  const [type] = types;
  const [operand] = operands;
  const is = type === undefined ? 'something else' : withArticle(type);
  const message =
    name === '!_'
      ? `\`!\` needs a bool, and this is ${is}: compare it with something first.`
      : `\`-\` needs an int or a double, and this is ${is}${asNumber(type, operand)}.`;
  const isNumeral = name !== '!_' && operand !== undefined && asNumber(type, operand) !== '';
  return makeDiagnostic(
    severityOf(types),
    'no-overload',
    message,
    range,
    isNumeral ? wrapped(operand, 'double') : undefined,
  );
}

const asNumber = (type: Type | undefined, operand: Expr | undefined): string =>
  type !== undefined && operand !== undefined && operand.kind !== 'literal' && isScalar(type, 'string')
    ? `: write \`-double(${shown(operand)})\``
    : '';

function noIndex({ operands, types, range }: NoOverload): Diagnostic {
  const [container, index] = types;
  const [what] = operands;
  const here = what === undefined ? 'This' : quoted(pathText(what) ?? 'this');
  const whose = (what === undefined ? undefined : pathText(what)) ?? 'list';
  if (container === undefined || index === undefined) return error('no-overload', 'This cannot be indexed.', range);
  const severity = severityOf([container]);
  const list = alternatives(container).find((one) => one.kind === 'list');
  if (list !== undefined) {
    return makeDiagnostic(
      severity,
      'no-overload',
      `${here} is a list, indexed by an int from 0 as in \`${whose}[0]\`, and this is ${withArticle(index)}.`,
      range,
    );
  }
  const map = alternatives(container).find((one) => one.kind === 'map' || one.kind === 'record');
  if (map !== undefined) {
    const key = map.kind === 'map' ? map.key : undefined;
    return makeDiagnostic(
      severity,
      'no-overload',
      `The keys of ${here} are ${key === undefined ? 'string' : describeType(key)}, and this is ${withArticle(index)}.`,
      range,
    );
  }
  return makeDiagnostic(
    severity,
    'no-overload',
    `${here} is ${withArticle(container)}, which has no elements: ${
      isScalar(container, 'string')
        ? `a character is \`${whose === 'list' ? 'x' : whose}.charAt(0)\``
        : 'use it as it is'
    }.`,
    what?.range ?? range,
  );
}

function noOverloadOfFunction({ name, isMethod, operands, types, overloads, range }: NoOverload): Diagnostic {
  const misfit = firstMisfit(types, overloads);
  const at = misfit?.at ?? 0;
  const [actual, operand] = [types[at], operands[at]];
  if (misfit === undefined || actual === undefined || operand === undefined) {
    const message = `The arguments of ${quoted(name)} have types that do not match: ${listed(types.map(named))}.`;
    return makeDiagnostic(severityOf(types), 'no-overload', message, range);
  }
  const wanted = [...new Set(misfit.among.flatMap((overload) => argumentTypes(overload)[at] ?? []).map(described))];
  const severity = severityOf([actual]);
  const expectedTypes = listed(wanted, 'or', 9);
  const isReceiver = isMethod && at === 0;
  const isTime = isReceiver && isScalar(actual, 'string') && wanted.includes('timestamp');
  // `duration(string(5))` would lack its unit.
  const isWritable = wanted.includes('string') && !wanted.includes('duration') && isConvertible(actual);
  const wrapper = isTime ? 'timestamp' : isWritable ? 'string' : null;
  const fix = wrapper === null ? undefined : wrapped(operand, wrapper);
  if (isReceiver) {
    const call = `.${name}(${operands.length > 1 ? '…' : ''})`;
    const ending = wrapper === null ? '.' : `: write \`${wrapper}(${shown(operand)})${call}\`.`;
    const message = `${quoted(name)} works on ${expectedTypes}, and this is ${named(actual)}${ending}`;
    return makeDiagnostic(severity, 'no-overload', message, range, fix);
  }
  const remedy = wrapper === null ? '.' : `: write \`${wrapper}(${shown(operand)})\`.`;
  const message = `${quoted(name)} takes ${expectedTypes} here, and this is ${named(actual)}${remedy}`;
  return makeDiagnostic(severity, 'no-overload', message, operand.range, fix);
}

/** A parameter's type in words: a type parameter means any type, and is omitted within a list. */
function described(type: Type): string {
  switch (type.kind) {
    case 'parameter':
    case 'dyn':
      return 'any value';
    case 'list':
      return isAnything(type.element) ? 'list' : `list(${described(type.element)})`;
    case 'map':
      return isAnything(type.key) && isAnything(type.value)
        ? 'map'
        : `map(${described(type.key)}, ${described(type.value)})`;
    case 'opaque':
      return type.parameters.every(isAnything) ? 'optional' : describeType(type);
    default:
      return describeType(type);
  }
}

const isAnything = (type: Type): boolean => type.kind === 'parameter' || type.kind === 'dyn';

/** An argument's type, in as much detail as shows the mismatch: `a list(string)` where another list is expected. */
function named(type: Type): string {
  const text = described(type);
  return /^(list|map|optional)\(/.test(text) ? `${text.startsWith('o') ? 'an' : 'a'} ${text}` : withArticle(type);
}

interface Misfit {
  readonly at: number;
  /** The signatures that accept the arguments before it. */
  readonly among: NoOverload['overloads'];
}

/**
 * The first argument that no signature accepts, among the signatures that accept those before it; undefined if each is
 * accepted.
 */
function firstMisfit(types: readonly Type[], overloads: NoOverload['overloads']): Misfit | undefined {
  const unifier = new Unifier();
  let left = overloads;
  for (const [index, type] of types.entries()) {
    const fitting = left.filter((overload) => {
      const wanted = argumentTypes(overload)[index];
      return wanted !== undefined && unifier.couldBe(type, unifier.instantiate([wanted])[0] ?? wanted);
    });
    if (fitting.length === 0) return { at: index, among: left };
    left = fitting;
  }
  return undefined;
}

const isNumber = (type: Type): boolean =>
  ['int', 'uint', 'double'].some((name) => type.kind === 'scalar' && type.name === name);

const isConvertible = (type: Type): boolean => type.kind === 'scalar' && type.name !== 'null' && type.name !== 'string';

const describeAll = (types: readonly Type[]): string => types.map((type) => describeType(type)).join(' and ');

/** Where one of two types is unknown, the message names the other: `a string`. */
function describeKnown(types: readonly Type[]): string {
  const known = types.filter((type) => type.kind !== 'dyn');
  const [only] = known;
  return known.length === 1 && only !== undefined ? withArticle(only) : describeAll(types);
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
