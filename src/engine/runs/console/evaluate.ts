import { unreachable } from '../../../base/unreachable.ts';
import { nearest } from '../../cel/check/suggest.ts';
import { materialise } from '../../model/materialise.ts';
import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import { double, Double, isList, isMap, keysOf, type Value } from '../../model/value.ts';
import type { OperationCall } from '../../systems/machine.ts';
import type { StepOutcome } from '../call.ts';
import type { Run } from '../run.ts';
import { formsOf } from './forms/index.ts';
import type { Asked, Forms, Given } from './forms/forms.ts';
import { functions, hasFunction, hasMethod, idFunctions, isPrinting, methods, namespaces } from './functions.ts';
import type { Argument, Expression } from './nodes.ts';
import { combined } from './operators.ts';
import { problem, unknownName, type CallProblem, type CallProblems } from './problems.ts';
import { callOf } from './read.ts';
import { scopeOf } from './scope.ts';
import { bytesAsBase64, inOptions, inSnakeCase, snakeOf } from './spelling.ts';
import type { WrittenArgument } from './syntax.ts';
import { elementOf, isTrue, wordsOf } from './words.ts';

/** The value of an expression. */
export type Held =
  /** `ref`: its name in a script, when an earlier step made it. */
  | { readonly kind: 'value'; readonly value: Value; readonly ref: string | null }
  /** Something below an object of the run, which is looked up when it is needed; null: the main object. */
  | { readonly kind: 'place'; readonly object: string | null; readonly path: Path }
  | { readonly kind: 'function'; readonly name: string };

/** The place behind the end of a list, as the voice page writes it. */
const end = '+';

const valueHeld = (value: Value): Held => ({ kind: 'value', value, ref: null });
const nothing = valueHeld(null);

/**
 * Evaluates the text against a run. Operations are performed on a private copy of the run, which is used only if there
 * is no fault. The first fault ends everything, and so does a call that is refused or waits.
 */
export class Evaluation {
  readonly calls: OperationCall[] = [];
  readonly #text: string;
  readonly #forms: Forms;
  #run: Run;
  fault: CallProblems | null = null;
  /** Why nothing more is performed, as a sentence; the calls before it stay. */
  ended: string | null = null;

  constructor(run: Run, text: string) {
    this.#run = run;
    this.#text = text;
    this.#forms = formsOf(run.system.id);
  }

  get run(): Run {
    return this.#run;
  }

  get forms(): Forms {
    return this.#forms;
  }

  get isOver(): boolean {
    return this.fault !== null || this.ended !== null;
  }

  fail(found: CallProblem): Held {
    if (!this.isOver) this.fault = [found];
    return nothing;
  }

  /** `as`: the name for an operation's result. */
  evaluate(expression: Expression, as?: string): Held {
    if (this.isOver) return nothing;
    switch (expression.kind) {
      case 'literal':
        return valueHeld(expression.value);
      case 'name':
        return this.#named(expression.name, expression);
      case 'template':
        return valueHeld(
          expression.parts
            .map((part) => (typeof part === 'string' ? part : wordsOf(this.value(part), expression.js)))
            .join(''),
        );
      case 'list':
        return valueHeld(expression.items.flatMap((item) => this.#spread(item)));
      case 'map':
        return valueHeld(this.#map(expression.entries));
      case 'property':
        return this.#property(expression);
      case 'index':
        return this.#element(expression);
      case 'end-of':
        return this.#below(this.evaluate(expression.of), end, expression);
      case 'call':
        return this.#call(expression, as);
      case 'unary':
        return this.#unary(expression);
      case 'binary':
        return this.#binary(expression);
      case 'choice':
        return this.evaluate(this.isTrue(expression.test, expression.js) ? expression.yes : expression.no);
      default:
        return unreachable(expression);
    }
  }

  #isLibrary(name: string): boolean {
    return this.#forms.libraries?.some((library) => name.startsWith(`${library}.`)) ?? false;
  }

  /** The value as plain data, at this moment. */
  value(expression: Expression): Value {
    return this.valueOf(this.evaluate(expression), expression);
  }

  isTrue(expression: Expression, js: boolean): boolean {
    return isTrue(this.value(expression), js);
  }

  valueOf(held: Held, at: TextRange): Value {
    switch (held.kind) {
      case 'value':
        return held.value;
      case 'function':
        if (this.#isLibrary(held.name)) return held.name;
        this.fail(problem('function', `“${held.name}” is a function: call it.`, at));
        return null;
      case 'place':
        return this.#looked(held, at);
      default:
        return unreachable(held);
    }
  }

  /** The value as an argument of a call: the result of an earlier step is named rather than written out. */
  asValue(held: Held, at: TextRange): Value {
    const { reference, value } = this.#asArgument(held, at);
    return reference === null ? value : { $ref: reference };
  }

  /** Performs one more operation. Returns its result as later statements see it. */
  perform(call: OperationCall): Held {
    if (this.isOver) return nothing;
    this.calls.push(call);
    this.#run = this.#run.perform(call);
    const outcome = this.#run.steps.at(-1)?.outcome;
    if (outcome === undefined) return nothing;
    this.ended = endedBy(call, outcome);
    const name = 'returns' in outcome ? (call.as ?? this.#run.system.objectIn?.(outcome.returns, call.op)) : undefined;
    if (name !== undefined && this.#run.isObject(name)) return { kind: 'place', object: name, path: [] };
    return 'returns' in outcome ? { kind: 'value', value: outcome.returns, ref: call.as ?? null } : nothing;
  }

  performAsked({ op, args, on }: Asked, object: string | null, as?: string): Held {
    const target = on ?? object;
    return this.perform({
      op,
      ...(target !== null && target !== undefined && !this.#isMain(target) && { on: target }),
      ...(as !== undefined && { as }),
      args,
    });
  }

  #isMain(name: string): boolean {
    const { main, labels } = scopeOf(this.#run);
    return main.includes(name) && !labels.includes(name);
  }

  #named(name: string, at: TextRange): Held {
    const { main, labels } = scopeOf(this.#run);
    if (labels.includes(name)) {
      if (this.#run.isObject(name)) return { kind: 'place', object: name, path: [] };
      return { kind: 'value', value: this.#run.label(name) ?? null, ref: name };
    }
    if (main.includes(name)) return { kind: 'place', object: null, path: [] };
    if (name === 'given') return { kind: 'value', value: this.#run.given, ref: name };
    const { ambient = {} } = this.#forms;
    const path = Object.hasOwn(ambient, name) ? ambient[name] : undefined;
    if (path !== undefined) return { kind: 'place', object: null, path };
    if (this.#forms.libraries?.includes(name) === true) return { kind: 'function', name };
    if (hasFunction(name) || namespaces.has(name) || /^\p{Lu}/u.test(name)) return { kind: 'function', name };
    const sentence = `There is nothing called “${name.slice(0, 60)}” yet: give it a value first, as in ${name.slice(0, 60)} = …; a text needs quotes.`;
    return this.fail(unknownName('unknown-name', sentence, name, labels, at));
  }

  /** The present value of a place; reading it changes nothing and is no step. */
  #looked(held: Held & { kind: 'place' }, at: TextRange): Value {
    if (this.isOver) return null;
    const { object, path } = held;
    const asked = path.includes(end) ? null : this.#forms.read(path);
    if (asked === null) {
      const sentence = path.includes(end)
        ? '[+] is for writing only: give it a value, as in workflow.meals[+] = {"type": "Lunch"}.'
        : 'This is the context itself: name one of its properties, or call an operation.';
      this.fail(problem('no-value', sentence, at));
      return null;
    }
    const { op, args, rest } = asked;
    const outcome = this.#run.perform({ op, args, ...(object !== null && { on: object }) }).steps.at(-1)?.outcome;
    if (outcome === undefined || !('returns' in outcome)) {
      const message = outcome !== undefined && 'throws' in outcome ? outcome.throws['message'] : undefined;
      this.fail(problem('no-value', typeof message === 'string' ? message : 'There is no such property here.', at));
      return null;
    }
    let held_: Held = valueHeld(outcome.returns);
    for (const step of rest) held_ = this.#below(held_, step, at);
    return held_.kind === 'value' ? held_.value : null;
  }

  #property(expression: Expression & { kind: 'property' }): Held {
    const of = this.evaluate(expression.of);
    if (of.kind === 'function') return { kind: 'function', name: `${of.name}.${expression.name}` };
    if (expression.isMaybe && this.valueOf(of, expression.of) === null) return nothing;
    return this.#below(of, expression.name, expression);
  }

  #element(expression: Expression & { kind: 'index' }): Held {
    const of = this.evaluate(expression.of);
    const index = this.evaluate(expression.index);
    // A dependency may be requested by its type: the name of the class is its key.
    const key = index.kind === 'function' ? index.name : this.valueOf(index, expression.index);
    const step = key instanceof Double ? key.value : key;
    if (typeof step === 'string' || (typeof step === 'number' && Number.isInteger(step))) {
      return this.#below(of, step, expression);
    }
    return this.fail(problem('no-index', 'Name an element by a number or by a text.', expression.index));
  }

  #below(of: Held, step: string | number, at: TextRange): Held {
    if (this.isOver) return nothing;
    if (of.kind === 'place') {
      const { fields } = this.#forms;
      const isUnknown = of.path.length === 0 && fields !== undefined && !fields.includes(String(step));
      if (isUnknown) {
        const sentence = `There is no “${String(step).slice(0, 60)}” here.`;
        return this.fail(unknownName('no-property', sentence, String(step), fields, at));
      }
      // Counting from the end of a list needs the list's length first.
      const isLast = typeof step === 'number' && step < 0;
      if (!isLast) return { ...of, path: [...of.path, step] };
    }
    const whole = this.valueOf(of, at);
    const isLength = step === 'length' && (isList(whole) || typeof whole === 'string');
    const found = isLength ? whole.length : elementOf(whole, step);
    if (found === undefined) return this.fail(missing(whole, step, at));
    const ref = of.kind === 'value' && of.ref !== null ? refBelow(of.ref, step) : null;
    return { kind: 'value', value: found, ref };
  }

  #call({ of: callee, args, ...range }: Expression & { kind: 'call' }, as: string | undefined): Held {
    if (callee.kind === 'name' && scopeOf(this.#run).labels.includes(callee.name)) {
      return this.fail(problem('no-function', `“${callee.name}” is not a function.`, callee));
    }
    if (callee.kind === 'name' && this.#isOperation(callee.name)) {
      return this.#operation(null, callee.name, callee, args, range, as);
    }
    if (callee.kind === 'name' && !hasFunction(callee.name)) return this.#constructed(callee.name, callee, args, as);
    if (callee.kind !== 'property') return this.#function(this.evaluate(callee), callee, args, as);
    const of = this.#objectOf(callee.of);
    if (this.isOver) return nothing;
    if (of.kind === 'function')
      return this.#function({ kind: 'function', name: `${of.name}.${callee.name}` }, callee, args, as);
    const name = { start: callee.end - callee.name.length, end: callee.end };
    if (of.kind === 'place') {
      const asked = this.#forms.method?.(of.path, callee.name, this.#given(args)) ?? null;
      if (this.isOver) return nothing;
      if (asked !== null) return this.performAsked(asked, of.object, as);
      if (of.path.length === 0) return this.#operation(of.object, callee.name, name, args, range, as);
    }
    const whole = this.valueOf(of, callee.of);
    if (this.isOver) return nothing;
    const found = hasMethod(callee.name) ? methods[callee.name]?.(whole, this.#values(args)) : undefined;
    if (found !== undefined || this.isOver) return valueHeld(found ?? null);
    return this.fail(problem('no-method', `There is no ${callee.name}() for this, or it takes other arguments.`, name));
  }

  /** The object of a method: an unknown name is reported as an unknown object, not as an unknown value. */
  #objectOf(expression: Expression): Held {
    const of = this.evaluate(expression);
    const [first] = this.fault ?? [];
    if (expression.kind === 'name' && first?.code === 'console/unknown-name') {
      const { main, labels } = scopeOf(this.#run);
      const sentence = `There is nothing called “${expression.name.slice(0, 60)}” here: a playground has its context and what calls have made, and reaches nothing outside.`;
      this.fault = [unknownName('unknown-object', sentence, expression.name, [...main, ...labels], expression)];
    }
    return of;
  }

  #isOperation(name: string): boolean {
    const snake = snakeOf(name);
    const { operations } = this.#run.machine;
    // Examples call `channel(…)` as a function of the library, which makes one.
    return (
      name !== 'channel' && !hasFunction(name) && operations.some((each) => each.name === name || each.name === snake)
    );
  }

  #operation(
    object: string | null,
    written: string,
    at: TextRange,
    args: readonly Argument[],
    range: TextRange,
    as: string | undefined,
  ): Held {
    const { operations } = this.#run.machine;
    const spec =
      operations.find(({ name }) => name === written) ?? operations.find(({ name }) => name === snakeOf(written));
    const given = args.flatMap((argument) => this.#argument(argument));
    if (this.isOver) return nothing;
    const call = callOf(
      {
        as: as === undefined ? null : { text: as, ...at },
        object: object === null ? null : { text: object, ...at },
        operation: { text: spec?.name ?? written, start: at.start, end: at.end },
        arguments: spec === undefined ? given : bytesAsBase64(spec, inSnakeCase(spec, inOptions(spec, given))),
        range: { start: range.start, end: range.end },
      },
      scopeOf(this.#run),
    );
    if (call.ok) return this.perform(call.value);
    this.fault ??= call.problem;
    return nothing;
  }

  #argument({ name, value, isSpread, start, end: to }: Argument): readonly WrittenArgument[] {
    if (isSpread) {
      this.fail(problem('spread', 'Write the arguments one by one.', value));
      return [];
    }
    const found = this.#asArgument(this.evaluate(value), value);
    return [{ name, ...found, start, end: to }];
  }

  #asArgument(held: Held, at: TextRange): Pick<WrittenArgument, 'reference' | 'value'> {
    if (held.kind === 'value' && held.ref !== null) return { reference: held.ref, value: held.value };
    const own = held.kind === 'place' ? this.#forms.argument?.(held.object, held.path) : undefined;
    if (own !== undefined) return { reference: null, value: own };
    if (held.kind === 'place' && held.path.length === 0 && held.object !== null) {
      return { reference: held.object, value: null };
    }
    const value = this.valueOf(held, at);
    return { reference: null, value: value instanceof Uint8Array ? value : materialise(value) };
  }

  #given(args: readonly Argument[]): readonly Given[] {
    return args.map((argument) => {
      const held = this.evaluate(argument.value);
      const object = held.kind === 'place' && held.path.length === 0 ? held.object : undefined;
      if (object !== undefined) return { name: argument.name, value: null, object };
      return { name: argument.name, value: this.asValue(held, argument.value), object: undefined };
    });
  }

  #values(args: readonly Argument[]): readonly Value[] {
    return args.flatMap((argument) => this.#spread(argument));
  }

  #spread({ value, isSpread }: Argument): readonly Value[] {
    const found = this.value(value);
    if (!isSpread) return [found];
    if (isList(found)) return [...found];
    this.fail(problem('spread', 'Only a list can be spread here.', value));
    return [];
  }

  #map(entries: readonly (readonly [Expression | null, Expression])[]): Value {
    const found = entries.flatMap(([key, value]): readonly (readonly [string, Value])[] => {
      const held = this.value(value);
      if (key !== null) return [[wordsOf(this.value(key), true), held]];
      if (isMap(held)) return keysOf(held).map((name) => [String(name), elementOf(held, name) ?? null]);
      this.fail(problem('spread', 'Only an object can be spread here.', value));
      return [];
    });
    return Object.fromEntries(found);
  }

  #constructed(name: string, at: TextRange, args: readonly Argument[], as: string | undefined): Held {
    const isKnown = this.#forms.imported?.includes(name) === true;
    const asked = isKnown ? (this.#forms.construct?.(name, this.#given(args)) ?? null) : null;
    if (typeof asked === 'string') return this.fail(problem('not-here', asked, at));
    if (this.isOver) return nothing;
    if (asked !== null) return this.performAsked(asked, null, as);
    const names = this.#run.machine.operations.map((each) => each.name);
    const near = nearest(name, names);
    const guess = near === undefined ? '' : ` Did you mean “${near}”?`;
    const sentence = `There is no ${name.slice(0, 60)}() in a playground: it has the operations of the context, and no functions of your own or of other libraries.${guess}`;
    return this.fail(problem('unknown-operation', sentence, at));
  }

  #function(held: Held, at: Expression, args: readonly Argument[], as: string | undefined): Held {
    if (this.isOver) return nothing;
    if (held.kind !== 'function')
      return this.fail(problem('no-function', 'Only an operation or a function can be called.', at));
    const { name } = held;
    // A value of another library: its methods do not matter here.
    if (this.#isLibrary(name)) return held;
    if (idFunctions.has(name)) return valueHeld(this.#freshId());
    if (!Object.hasOwn(functions, name)) {
      return this.#constructed(name, at, args, as);
    }
    const values = this.#values(args);
    if (this.isOver) return nothing;
    const found = functions[name]?.(values);
    return found === undefined
      ? this.fail(problem('wrong-arguments', `${name}() takes no such arguments.`, at))
      : valueHeld(found);
  }

  /** The same run makes the same ids, without randomness. */
  #freshId(): string {
    const count = this.#run.steps.length + 1;
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  }

  #unary({ operator, of, js }: Expression & { kind: 'unary' }): Held {
    const value = this.value(of);
    if (this.isOver) return nothing;
    if (operator === 'not') return valueHeld(!isTrue(value, js));
    if (operator === '+') return valueHeld(value);
    if (value instanceof Double) return valueHeld(double(-value.value));
    if (typeof value === 'number') return valueHeld(value === 0 ? 0 : -value);
    if (typeof value === 'bigint') return valueHeld(-value);
    return this.fail(problem('no-number', 'Only a number can be negative.', of));
  }

  #binary({ operator, left, right, js, ...range }: Expression & { kind: 'binary' }): Held {
    const first = this.evaluate(left);
    const value = this.valueOf(first, left);
    if (this.isOver) return nothing;
    switch (operator) {
      case 'or':
        return isTrue(value, js) ? first : this.evaluate(right);
      case 'and':
        return isTrue(value, js) ? this.evaluate(right) : first;
      case '??':
        return value === null ? this.evaluate(right) : first;
      default: {
        const other = this.value(right);
        if (this.isOver) return nothing;
        const isOne = operator === 'is' || operator === 'is not' ? this.#forms.isOne?.(value, other) : undefined;
        if (isOne !== undefined) return valueHeld(isOne === (operator === 'is'));
        const found = combined(operator, value, other);
        return found === null
          ? this.fail(problem('no-operator', `“${operator}” does not work with these two values.`, range))
          : valueHeld(found.value);
      }
    }
  }

  /** The text of an expression. */
  written({ start, end: to }: TextRange): string {
    return this.#text.slice(start, to);
  }

  /** Whether an expression only prints. */
  isPrinting(expression: Expression): boolean {
    if (expression.kind !== 'call') return false;
    const { of } = expression;
    const name =
      of.kind === 'property' && of.of.kind === 'name' ? `${of.of.name}.${of.name}` : of.kind === 'name' ? of.name : '';
    return isPrinting(name);
  }
}

/** Only values that a script can name. */
function refBelow(ref: string, step: string | number): string | null {
  if (typeof step === 'number') return step >= 0 ? `${ref}[${step}]` : null;
  return /^[^.[\]]+$/.test(step) ? `${ref}.${step}` : null;
}

function missing(whole: Value, step: string | number, at: TextRange): CallProblem {
  if (isMap(whole)) {
    const keys = keysOf(whole).map(String);
    return unknownName('no-property', `There is no “${String(step).slice(0, 60)}” in it.`, String(step), keys, at);
  }
  const what = whole === null ? 'nothing' : isList(whole) ? `a list of ${whole.length}` : 'a plain value';
  return problem(
    'no-property',
    `This is ${what}: it has no ${typeof step === 'number' ? `element ${step}` : `“${step}”`}.`,
    at,
  );
}

/** Why the statements after a call are not performed: in a program they would not be reached, or not yet. */
function endedBy({ op }: OperationCall, outcome: StepOutcome): string | null {
  if ('throws' in outcome) return `${op}() was refused`;
  return 'waits' in outcome ? `${op}() waits` : null;
}
