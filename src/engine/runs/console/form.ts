import { err, ok, type Result } from '../../../base/result.ts';
import type { OperationCall, OperationSpec, ParameterSpec } from '../../systems/machine.ts';
import { problem, unknownName, type CallProblem, type CallProblems } from './problems.ts';
import { callOf, faultOf, named } from './read.ts';
import type { ConsoleScope } from './scope.ts';
import { readLine, readValue, type Name, type Written, type WrittenArgument } from './syntax.ts';

/** A call in parts, each as it was typed. An empty part means no argument. */
export interface CallForm {
  /** The name of the result for later calls. */
  readonly as: string;
  /** The object of the call; empty for the main one. */
  readonly on: string;
  readonly op: string;
  readonly args: { readonly [parameter: string]: FieldText };
}

/**
 * `text` is a text without quotes; `value` is written as on the console: a literal, or the name of an earlier result.
 */
export interface FieldText {
  readonly kind: 'text' | 'value';
  readonly text: string;
}

const nothing: Name = { text: '', start: 0, end: 0 };
const nameWritten = /^[\p{L}_][\p{L}\p{N}_]*$/u;

const isGiven = ({ kind, text }: FieldText): boolean => (kind === 'text' ? text : text.trim()) !== '';

const givenIn = ({ args }: CallForm): readonly (readonly [string, FieldText])[] =>
  Object.entries(args).filter(([, field]) => isGiven(field));

/** The call of a form, or all its faults: a fault of a field has its range in the field's own text. */
export function readForm(form: CallForm, scope: ConsoleScope): Result<OperationCall, CallProblems> {
  const { as, on, op } = form;
  if (op === '') return err([problem('no-operation', 'Choose an operation first.', nothing)]);
  const problems: CallProblem[] = [];
  if (as !== '' && !nameWritten.test(as)) {
    const message = 'A name is letters, digits and _, and does not begin with a digit.';
    problems.push(problem('bad-name', message, { start: 0, end: as.length }));
  }
  const given: WrittenArgument[] = [];
  for (const [name, field] of givenIn(form)) {
    const read = readField(field);
    if (read.ok) given.push({ ...read.value, name });
    else problems.push({ ...read.problem, parameter: name });
  }
  const written: Written = {
    as: as === '' ? null : whole(as),
    object: on === '' ? null : whole(on),
    operation: whole(op),
    arguments: given,
    range: nothing,
  };
  const call = callOf(written, scope);
  if (call.ok && problems.length === 0) return call;
  // A field that cannot be read is not reported as missing as well.
  const reported = new Set(problems.map(({ parameter }) => parameter));
  const others = call.ok
    ? []
    : call.problem.filter(({ parameter }) => parameter === undefined || !reported.has(parameter));
  const [first, ...rest] = [...problems, ...others.map(inForm)];
  return first === undefined ? call : err([first, ...rest]);
}

/** In a form, a field's name and type are beside it, and texts need no quotes, so messages differ. */
const inForm = (found: CallProblem): CallProblem =>
  found.code === 'console/missing-argument' ? { ...found, message: `“${found.parameter}” is needed.` } : found;

const whole = (text: string): Name => ({ text, start: 0, end: text.length });

function readField({ kind, text }: FieldText): ReturnType<typeof readValue> {
  if (kind === 'value') return readValue(text);
  return ok({ name: null, reference: null, value: text, start: 0, end: text.length });
}

/** The line of a form, whether it is valid or not. */
export function lineOfForm(form: CallForm, { main }: ConsoleScope): string {
  const { as, on, op } = form;
  const given = givenIn(form).map(
    ([name, { kind, text }]) => `${name}=${kind === 'text' ? JSON.stringify(text) : text.trim()}`,
  );
  return `${as === '' ? '' : `${as} = `}${on === '' ? (main[0] ?? 'ctx') : on}.${op}(${given.join(', ')})`;
}

/** The form of a line; an unfinished call fills it as far as possible. */
export function formOfLine(text: string, scope: ConsoleScope): Result<CallForm, CallProblems> {
  const begun = beginning(text, scope);
  if (begun !== null) return ok(begun);
  const line = readLine(text);
  if (!line.ok) return err([line.problem]);
  const { as, object, operation, arguments: given } = line.value;
  const spec = scope.operations.find(({ name }) => name === operation.text);
  if (spec === undefined) {
    const names = scope.operations.map(({ name }) => name);
    return err([
      unknownName('unknown-operation', `There is no ${operation.text}().`, operation.text, names, operation),
    ]);
  }
  const fields = fieldsOf(text, spec, given);
  if (!fields.ok) return fields;
  const on = object === null || isMain(object.text, scope) ? '' : object.text;
  return ok({ as: as?.text ?? '', on, op: operation.text, args: fields.value });
}

const isMain = (name: string, { main, labels }: ConsoleScope): boolean => main.includes(name) && !labels.includes(name);

const begins =
  /^(?:([\p{L}_][\p{L}\p{N}_]*)\s*=\s*)?(?:([\p{L}_][\p{L}\p{N}_-]*)\.)?(?:([\p{L}_][\p{L}\p{N}_]*)\s*)?\(?$/u;

/** `ctx.`, `child = ctx.spawn(` and the like. */
function beginning(text: string, scope: ConsoleScope): CallForm | null {
  const found = begins.exec(text.trim());
  if (found === null) return null;
  const [, as = '', object = '', word = ''] = found;
  const op = scope.operations.some(({ name }) => name === word) ? word : '';
  return { as, on: scope.labels.includes(object) ? object : '', op, args: {} };
}

function fieldsOf(
  text: string,
  spec: OperationSpec,
  given: readonly WrittenArgument[],
): Result<CallForm['args'], CallProblems> {
  const fields = new Map<string, FieldText>();
  let position = 0;
  let isNamed = false;
  for (const argument of given) {
    isNamed ||= argument.name !== null;
    const parameter = argument.name === null ? spec.parameters[position++] : named(spec, argument.name);
    const fault = faultOf(spec, argument, parameter, isNamed, fields.has(parameter?.name ?? ''));
    if (fault !== null) return err([fault]);
    if (parameter !== undefined) fields.set(parameter.name, fieldOf(text, parameter, argument));
  }
  return ok(Object.fromEntries(fields));
}

function fieldOf(text: string, { type }: ParameterSpec, { reference, value, start, end }: WrittenArgument): FieldText {
  // An empty field means no argument, so an empty text keeps its quotes.
  if (type === 'string' && reference === null && typeof value === 'string' && value !== '') {
    return { kind: 'text', text: value };
  }
  return { kind: 'value', text: text.slice(start, end) };
}
