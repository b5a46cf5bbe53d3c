import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { Double, isList, isMap, isRecord, type Value } from '../../model/value.ts';
import type { OperationCall, OperationSpec, ParameterSpec } from '../../systems/machine.ts';
import { problem, unknownName, type CallProblem, type CallProblems } from './problems.ts';
import type { ConsoleScope } from './scope.ts';
import { readLine, type Written, type WrittenArgument } from './syntax.ts';

/** The call of a line, or all its faults. */
export function readCall(text: string, scope: ConsoleScope): Result<OperationCall, CallProblems> {
  const line = readLine(text);
  return line.ok ? callOf(line.value, scope) : err([line.problem]);
}

/** The call in the text, if all names in it exist. */
export function callOf(written: Written, scope: ConsoleScope): Result<OperationCall, CallProblems> {
  const { as, object, operation } = written;
  const problems: CallProblem[] = [];
  const isMain = object === null || (scope.main.includes(object.text) && !scope.labels.includes(object.text));
  if (object !== null && !isMain && !scope.labels.includes(object.text)) {
    const sentence = `There is nothing called “${cut(object.text)}”.`;
    problems.push(unknownName('unknown-object', sentence, object.text, [...scope.main, ...scope.labels], object));
  }
  const spec = scope.operations.find(({ name }) => name === operation.text);
  if (spec === undefined) {
    const names = scope.operations.map(({ name }) => name);
    problems.push(
      unknownName('unknown-operation', `There is no ${cut(operation.text)}().`, operation.text, names, operation),
    );
  }
  const taken = spec === undefined ? [] : argumentsFor(spec, written, scope, problems);
  const [first, ...others] = problems;
  if (first !== undefined) return err([first, ...others]);
  return ok({
    op: operation.text,
    ...(object !== null && !isMain && { on: object.text }),
    ...(as !== null && { as: as.text }),
    args: Object.fromEntries(taken),
  });
}

function argumentsFor(
  spec: OperationSpec,
  written: Written,
  scope: ConsoleScope,
  problems: CallProblem[],
): readonly (readonly [string, Value])[] {
  const taken = new Map<string, Value>();
  let position = 0;
  let isNamed = false;
  for (const argument of written.arguments) {
    isNamed ||= argument.name !== null;
    const parameter = argument.name === null ? spec.parameters[position++] : named(spec, argument.name);
    const found = faultOf(spec, argument, parameter, isNamed, taken.has(parameter?.name ?? ''));
    if (found !== null) problems.push(argument.name === null ? found : { ...found, parameter: argument.name });
    if (found !== null || parameter === undefined) continue;
    const about = { parameter: parameter.name };
    const value = argument.reference === null ? ok(argument.value) : referred(argument, argument.reference, scope);
    if (!value.ok) problems.push({ ...value.problem, ...about });
    else if (!isReference(value.value) && !fits(parameter, value.value)) {
      problems.push({ ...wrongType(parameter, argument), ...about });
    } else taken.set(parameter.name, value.value);
    // Counted as given even when it is wrong: it must not be reported as missing as well.
    if (!taken.has(parameter.name)) taken.set(parameter.name, null);
  }
  const missing = spec.parameters.filter(({ name, isRequired }) => isRequired && !taken.has(name));
  for (const parameter of missing) {
    problems.push({ ...missingOne(spec, parameter, written), parameter: parameter.name });
  }
  return [...taken];
}

export const named = ({ parameters }: OperationSpec, name: string): ParameterSpec | undefined =>
  parameters.find((parameter) => parameter.name === name);

/** The fault in the position of an argument. */
export function faultOf(
  spec: OperationSpec,
  argument: WrittenArgument,
  parameter: ParameterSpec | undefined,
  isNamed: boolean,
  isTwice: boolean,
): Problem | null {
  const { name } = argument;
  if (name === null && isNamed) {
    return problem('order', 'An argument without a name must come before those with one.', argument);
  }
  if (parameter === undefined) {
    if (name === null) {
      const count = spec.parameters.length;
      return problem(
        'extra-argument',
        `${spec.name}() takes ${count === 0 ? 'no arguments' : `at most ${count}`}.`,
        argument,
      );
    }
    const known = spec.parameters.map((each) => each.name);
    return unknownName('unknown-parameter', `${spec.name}() takes no “${cut(name)}”.`, name, known, argument);
  }
  return isTwice ? problem('twice', `“${parameter.name}” is given twice.`, argument) : null;
}

/** `child`, or `child.depth`: the result of an earlier call; `given` is the record of initial values. */
function referred(argument: WrittenArgument, name: string, { labels }: ConsoleScope): Result<Value, Problem> {
  const [head = ''] = name.split('.', 1);
  if (head === 'given' || labels.includes(head)) return ok({ $ref: name });
  const sentence = `There is nothing called “${cut(head)}”; a text needs quotes.`;
  return err(unknownName('unknown-name', sentence, head, labels, argument));
}

/** Its value is known only when the call is performed. */
const isReference = (value: Value): boolean => isRecord(value) && typeof value['$ref'] === 'string';

function fits({ type, isRequired }: ParameterSpec, value: Value): boolean {
  if (value === null) return type === 'any' || !isRequired;
  switch (type) {
    case 'any':
      return true;
    case 'list':
      return isList(value);
    case 'map':
      return isMap(value);
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' || value instanceof Double;
    default:
      return typeof value === type;
  }
}

/** In the user's words. */
export const typeNames: { readonly [T in ParameterSpec['type']]: string } = {
  string: 'a text in quotes',
  number: 'a number',
  boolean: 'True or False',
  list: 'a list such as [1, 2]',
  map: 'an object such as {"a": 1}',
  any: 'any value',
};

const wrongType = ({ name, type, about }: ParameterSpec, argument: WrittenArgument): Problem =>
  problem('wrong-type', `“${name}” is ${typeNames[type]}. ${about}`, argument);

const missingOne = (spec: OperationSpec, { name, type, about }: ParameterSpec, { range }: Written): Problem =>
  problem('missing-argument', `${spec.name}() needs “${name}”, ${typeNames[type]}. ${about}`, range);

const cut = (name: string): string => (name.length > 60 ? `${name.slice(0, 59)}…` : name);
