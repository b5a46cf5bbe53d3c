import { conversion, shown } from './convert.ts';
import type { Advice } from './convert.ts';
import type { Expr } from '../ast.ts';
import { error, hint, warning } from './diagnostic.ts';
import type { Diagnostic, Severity } from './diagnostic.ts';
import type { Finding } from './findings.ts';
import { withArticle } from './sentences-names.ts';
import { listed, quoted } from './suggest.ts';
import { pathText } from './tree.ts';
import { argumentTypes } from './overloads.ts';
import { isOperator, operatorText } from '../declarations/operators.ts';
import { Unifier } from '../types/assign.ts';
import { describeType } from '../types/text.ts';
import { alternatives, isFromData, isScalar } from '../types/types.ts';
import type { Type } from '../types/types.ts';

type NoOverload = Finding & { readonly kind: 'no-overload' };

/** What an operation cannot do with these types, and what would make it possible. */
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

/** True where the conflict is only what this session shows, so that another one may be fine. */
const onlySeen = (types: readonly Type[]): boolean =>
  types.some((type) => alternatives(type).some((one) => isFromData(one) || one.kind === 'record'));

const severityOf = (types: readonly Type[]): Severity => (onlySeen(types) ? 'warning' : 'error');

const told = (severity: Severity, code: string, message: string, range: Diagnostic['range']): Diagnostic =>
  severity === 'error' ? error(code, message, range) : warning(code, message, range);

function noArithmetic({ name, operands, types, range }: NoOverload, strict: boolean): Diagnostic | undefined {
  const sign = operatorText(name);
  const [left, right] = types;
  const advice = conversion(operands, types) ?? (sign === '-' ? asMoment(operands, types) : undefined);
  const place = advice?.operand.range ?? range;
  const what = `\`${sign}\` has no form for ${describeKnown(types)}`;
  const isComparison = /^[<>]/.test(sign);
  if (isComparison && !strict && left !== undefined && right !== undefined && isNumber(left) && isNumber(right)) {
    if (onlySeen(types)) return undefined;
    return warning(
      'mixed-numbers',
      `${what} in cel-go, which refuses such a rule${advice === undefined ? '.' : `: ${advice.text}`}`,
      place,
    );
  }
  return told(severityOf(types), 'no-overload', `${what}${advice === undefined ? '.' : `: ${advice.text}`}`, place);
}

/** Times are recorded as texts, and only a subtraction of times is meant where something is taken from a text. */
function asMoment(operands: readonly Expr[], types: readonly Type[]): Advice | undefined {
  const at = types.findIndex((type) => isScalar(type, 'string'));
  const operand = operands[at];
  if (operand === undefined || operand.kind === 'literal' || types.every((type) => isScalar(type, 'string')))
    return undefined;
  return { operand, text: `if it is a time, write \`timestamp(${shown(operand)})\`.` };
}

function neverEqual({ name, operands, types, range }: NoOverload, strict: boolean): Diagnostic | undefined {
  const sign = operatorText(name);
  const advice = conversion(operands, types);
  const place = advice?.operand.range ?? range;
  const ending = advice === undefined ? '.' : `: ${advice.text}`;
  if (strict) return error('no-overload', `\`${sign}\` has no form for ${describeAll(types)}${ending}`, place);
  if (types.every(isNumber)) {
    // Where the type is known from data alone, a production engine compares the values as they come.
    if (onlySeen(types)) return undefined;
    return warning('mixed-numbers', `cel-go refuses to compare ${describeAll(types)} with \`${sign}\`${ending}`, place);
  }
  const always = sign === '==' ? 'false' : 'true';
  const where = onlySeen(types) ? 'in this session this' : 'this';
  const message = `${capitalised(describeAll(types))} are never equal, so ${where} is always ${always}${ending}`;
  // Asking for null is how one guards against it, though it has not occurred yet.
  const asksForNull = types.some((type) => isScalar(type, 'null')) && onlySeen(types);
  return asksForNull ? hint('never-equal', message, place) : warning('never-equal', message, place);
}

function noMembership({ operands, types, range }: NoOverload, strict: boolean): Diagnostic {
  const [element, container] = types;
  const [what, where] = operands;
  if (container === undefined || where === undefined) return error('no-overload', '`in` needs a list or a map.', range);
  if (isScalar(container, 'string')) {
    const text = `${shown(where)}.contains(${what === undefined ? '…' : shown(what)})`;
    return error(
      'no-overload',
      `\`in\` looks into lists and maps, and this is a string: write \`${text}\`.`,
      where.range,
    );
  }
  const inside = alternatives(container).find(
    (one) => one.kind === 'list' || one.kind === 'map' || one.kind === 'record',
  );
  if (inside === undefined || element === undefined) {
    return told(
      severityOf([container]),
      'no-overload',
      `\`in\` looks into lists and maps, and this is ${withArticle(container)}: compare with \`==\`.`,
      where.range,
    );
  }
  const held =
    inside.kind === 'list'
      ? `elements are ${describeType(inside.element)}`
      : `keys are ${inside.kind === 'map' ? describeType(inside.key) : 'string'}`;
  const message = `This is ${withArticle(element)}, and the ${held}: it is never in there.`;
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
  return told(severityOf(types), 'no-overload', message, range);
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
    return told(
      severity,
      'no-overload',
      `${here} is a list, indexed by an int from 0 as in \`${whose}[0]\`, and this is ${withArticle(index)}.`,
      range,
    );
  }
  const map = alternatives(container).find((one) => one.kind === 'map' || one.kind === 'record');
  if (map !== undefined) {
    const key = map.kind === 'map' ? map.key : undefined;
    return told(
      severity,
      'no-overload',
      `The keys of ${here} are ${key === undefined ? 'string' : describeType(key)}, and this is ${withArticle(index)}.`,
      range,
    );
  }
  return told(
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
  const at = firstMisfit(types, overloads);
  const wanted = [...new Set(overloads.flatMap((overload) => argumentTypes(overload)[at] ?? []).map(describeWanted))];
  const given = types[at];
  const operand = operands[at];
  if (given === undefined || operand === undefined)
    return error('no-overload', `${quoted(name)} does not take ${describeAll(types)}.`, range);
  const severity = severityOf([given]);
  const wish = listed(wanted, 'or', 9);
  if (isMethod && at === 0) {
    const isTime = isScalar(given, 'string') && wanted.includes('timestamp');
    const isText = wanted.includes('string') && isConvertible(given);
    const wrapper = isTime ? 'timestamp' : isText ? 'string' : null;
    const ending =
      wrapper === null ? '.' : `: write \`${wrapper}(${shown(operand)}).${name}(${operands.length > 1 ? '…' : ''})\`.`;
    return told(
      severity,
      'no-overload',
      `${quoted(name)} is there for ${wish}, and this is ${withArticle(given)}${ending}`,
      range,
    );
  }
  const remedy = wanted.includes('string') && isConvertible(given) ? `: write \`string(${shown(operand)})\`.` : '.';
  return told(
    severity,
    'no-overload',
    `${quoted(name)} takes ${wish} here, and this is ${withArticle(given)}${remedy}`,
    operand.range,
  );
}

/** A type parameter in a signature stands for any type. */
const describeWanted = (type: Type): string => describeType(type).replaceAll(/\b[A-Z]\b/g, 'any');

/** The first argument that no signature takes, going by the signatures that take those before it. */
function firstMisfit(types: readonly Type[], overloads: NoOverload['overloads']): number {
  const unifier = new Unifier();
  let left = overloads;
  for (const [index, type] of types.entries()) {
    const fitting = left.filter((overload) => {
      const wanted = argumentTypes(overload)[index];
      return wanted !== undefined && unifier.couldBe(type, unifier.instantiate([wanted])[0] ?? wanted);
    });
    if (fitting.length === 0) return index;
    left = fitting;
  }
  return Math.max(0, types.length - 1);
}

const isNumber = (type: Type): boolean =>
  ['int', 'uint', 'double'].some((name) => type.kind === 'scalar' && type.name === name);

const isConvertible = (type: Type): boolean => type.kind === 'scalar' && type.name !== 'null' && type.name !== 'string';

const describeAll = (types: readonly Type[]): string => types.map((type) => describeType(type)).join(' and ');

/** Where one of two may be anything, the other one is in the way: `a string`. */
function describeKnown(types: readonly Type[]): string {
  const known = types.filter((type) => type.kind !== 'dyn');
  const [only] = known;
  return known.length === 1 && only !== undefined ? withArticle(only) : describeAll(types);
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
