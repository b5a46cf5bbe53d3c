import { err, ok, type Result } from '../../../base/result.ts';
import { unreachable } from '../../../base/unreachable.ts';
import { materialise } from '../../model/materialise.ts';
import { isMap, isRecord, type Value } from '../../model/value.ts';
import { letOperation, type OperationCall } from '../../systems/machine.ts';
import type { Run } from '../run.ts';
import { Evaluation, type Held } from './evaluate.ts';
import { expressionsIn, templateCall } from './languages.ts';
import type { Expression, Statement } from './nodes.ts';
import { problem, unknownName, type CallProblems } from './problems.ts';
import { readStatements } from './statements.ts';
import { scopeOf } from './scope.ts';

/** The result of reading a text on the console: its calls, and a remark. */
export interface Program {
  readonly calls: readonly OperationCall[];
  /** A sentence about the part that was not performed, with the reason; null when there is nothing to report. */
  readonly remark: string | null;
}

/** Reads and tries the whole text. If any part is wrong, no call is made. */
export function readProgram(text: string, run: Run): Result<Program, CallProblems> {
  if (text.trim() === '')
    return err([problem('no-call', 'Write a call, such as ctx.set(path="a.b", value=1).', { start: 0, end: 0 })]);
  const expressions = run.system.id === 'task' ? expressionsIn(text, run) : null;
  if (expressions !== null) return ok({ calls: expressions, remark: null });
  const read = readStatements(text);
  if (!read.ok) {
    const isBegun = /\/(?:unclosed|unfinished)$/.test(read.problem.code);
    const template = run.system.id === 'voice' && !isBegun ? templateCall(text) : null;
    return template === null ? err([read.problem]) : ok({ calls: [template], remark: null });
  }
  const performing = new Performing(new Evaluation(run, text));
  performing.all(read.value);
  const { fault } = performing.evaluation;
  return fault === null ? ok({ calls: performing.evaluation.calls, remark: performing.remark() }) : err(fault);
}

class Performing {
  readonly evaluation: Evaluation;
  #isReturned = false;
  /** Statements that were not reached. */
  #left = 0;
  readonly #silent: string[] = [];

  constructor(evaluation: Evaluation) {
    this.evaluation = evaluation;
  }

  all(statements: readonly Statement[]): void {
    for (const [index, statement] of statements.entries()) {
      if (this.evaluation.isOver || this.#isReturned) {
        this.#left += statements.length - index;
        return;
      }
      this.#perform(statement);
    }
  }

  remark(): string | null {
    const { calls, ended } = this.evaluation;
    const rest = `${this.#left === 1 ? 'The statement after it was' : `The ${this.#left} statements after it were`} not performed.`;
    if (ended !== null && this.#left > 0) return `${ended}. ${rest}`;
    if (this.#isReturned && this.#left > 0) return `return ends the block. ${rest}`;
    if (calls.length > 0) return null;
    return this.#silent[0] ?? 'This contains no call to perform.';
  }

  #perform(statement: Statement): void {
    const { evaluation } = this;
    switch (statement.kind) {
      case 'expression':
        this.#shown(statement.value, statement);
        return;
      case 'assignment':
        this.#assign(statement.target, statement.value, statement);
        return;
      case 'deletion':
        this.#delete(statement.target);
        return;
      case 'if': {
        const isTrue = evaluation.isTrue(statement.test, statement.js);
        const branch = isTrue ? statement.yes : statement.no;
        if (branch.length === 0) this.#silent.push('The condition is false: nothing was called.');
        this.all(branch);
        return;
      }
      case 'return':
        if (statement.value !== null) this.#shown(statement.value, statement);
        this.#isReturned = true;
        return;
      case 'declaration':
        this.#declare(statement);
        return;
      case 'import':
        this.#import(statement);
        return;
      case 'pass':
        this.#silent.push('This contains no call to perform.');
        return;
      default:
        return unreachable(statement);
    }
  }

  /** A statement that is an expression alone: a call, or a value to show. */
  #shown(expression: Expression, at: Statement): void {
    const { evaluation } = this;
    const before = evaluation.calls.length;
    const held = evaluation.evaluate(expression);
    if (evaluation.isOver || isCallAlone(expression, before, evaluation)) return;
    if (held.kind === 'value' && expression.kind === 'map' && isRecord(held.value) && this.#pasted(held.value, at))
      return;
    this.#look(held, expression, at);
  }

  /** An object alone, as the documentation writes it in JSON. */
  #pasted(value: Value, at: Statement): boolean {
    const { evaluation } = this;
    const asked = isRecord(value) ? (evaluation.forms.pasted?.(value) ?? []) : [];
    if (typeof asked === 'string') evaluation.fail(problem('not-here', asked, at));
    else for (const one of asked) evaluation.performAsked(one, null);
    return asked.length > 0;
  }

  #look(held: Held, expression: Expression, at: Statement, as?: string): void {
    const { evaluation } = this;
    if (held.kind === 'place') {
      const asked = held.path.length === 0 ? null : evaluation.forms.read(held.path);
      if (asked !== null && asked.rest.length === 0 && !held.path.includes('+')) {
        evaluation.performAsked(asked, held.object, as);
        return;
      }
    }
    const value = evaluation.valueOf(held, expression);
    if (!evaluation.isOver) this.#let(value, at, as);
  }

  #let(value: Value, at: Statement, as?: string, ref?: string | null): void {
    const kept =
      ref === undefined || ref === null ? (value instanceof Uint8Array ? value : materialise(value)) : { $ref: ref };
    const args = { value: kept, written: this.evaluation.written(at).replace(/;$/, '') };
    this.evaluation.perform({ op: letOperation, ...(as !== undefined && { as }), args });
  }

  #assign(target: Expression, expression: Expression, at: Statement): void {
    const { evaluation } = this;
    if (target.kind === 'name') {
      const before = evaluation.calls.length;
      const held = evaluation.evaluate(expression, target.name);
      if (evaluation.isOver) return;
      if (evaluation.calls.length > before && evaluation.calls.at(-1)?.as === target.name) return;
      if (held.kind === 'place' && held.path.length === 0) this.#alias(held.object, expression, at, target.name);
      else this.#look(held, expression, at, target.name);
      return;
    }
    const place = evaluation.evaluate(target.kind === 'property' || target.kind === 'index' ? target.of : target);
    if (evaluation.isOver) return;
    if (place.kind === 'place') this.#write(place, target, expression);
    else this.#change(target, expression, at);
  }

  /** Another name for an object of the run. */
  #alias(object: string | null, expression: Expression, at: Statement, as: string): void {
    if (object !== null) return this.#let(null, at, as, object);
    if (scopeOf(this.evaluation.run).main.includes(as)) return;
    this.evaluation.fail(problem('no-value', 'The context has its name already: use that.', expression));
  }

  #write(of: Held & { kind: 'place' }, target: Expression, expression: Expression): void {
    const { evaluation } = this;
    const held = evaluation.evaluate(target);
    const value = evaluation.asValue(evaluation.evaluate(expression), expression);
    if (evaluation.isOver || held.kind !== 'place') return;
    if (held.path.at(-1) === '+') {
      const asked = evaluation.forms.method?.(of.path, 'append', [{ name: null, value, object: undefined }]) ?? null;
      if (asked === null) evaluation.fail(problem('no-target', 'Nothing can be appended here.', target));
      else evaluation.performAsked(asked, held.object);
      return;
    }
    const asked = evaluation.forms.write(held.path, value);
    if (typeof asked === 'string') evaluation.fail(problem('read-only', asked, target));
    else evaluation.performAsked(asked, held.object);
  }

  /** A named value is changed by giving the name a new value. */
  #change(target: Expression, expression: Expression, at: Statement): void {
    const { evaluation } = this;
    const path: string[] = [];
    let root = target;
    while (root.kind === 'property' || root.kind === 'index') {
      const key = root.kind === 'property' ? root.name : evaluation.value(root.index);
      path.unshift(typeof key === 'number' ? String(key) : typeof key === 'string' ? key : '');
      root = root.of;
    }
    const whole = root.kind === 'name' ? evaluation.value(root) : null;
    const value = evaluation.value(expression);
    if (evaluation.isOver) return;
    const changed = root.kind === 'name' ? replaced(materialise(whole), path, materialise(value)) : undefined;
    if (root.kind !== 'name' || changed === undefined) {
      evaluation.fail(problem('no-target', 'There is no such place to write to.', target));
    } else this.#let(changed, at, root.name);
  }

  #delete(target: Expression): void {
    const { evaluation } = this;
    const held = evaluation.evaluate(target);
    if (evaluation.isOver) return;
    const asked = held.kind === 'place' ? evaluation.forms.remove?.(held.path) : undefined;
    if (held.kind !== 'place' || asked === undefined || typeof asked === 'string') {
      evaluation.fail(
        problem(
          'no-target',
          asked === undefined || typeof asked !== 'string' ? 'This cannot be deleted here.' : asked,
          target,
        ),
      );
    } else evaluation.performAsked(asked, held.object);
  }

  /** A declaration without a value refers to something elsewhere; here the name has no value. */
  #declare(statement: Statement & { kind: 'declaration' }): void {
    const { main, labels } = scopeOf(this.evaluation.run);
    for (const name of statement.names) {
      if (!main.includes(name) && !labels.includes(name)) this.#let(null, statement, name);
    }
    this.#silent.push('A declaration does nothing here: the context already has its parts.');
  }

  #import(statement: Statement & { kind: 'import' }): void {
    const { modules } = this.evaluation.forms;
    const isKnown = [...modules, ...harmless].some(
      (one) => statement.module === one || statement.module.startsWith(`${one}.`),
    );
    if (isKnown) {
      this.#silent.push(
        `This import does nothing here: what the playground offers of ${statement.module} can be used without it.`,
      );
      return;
    }
    const known =
      modules.length === 0 ? '' : ` What it offers of ${modules.join(' and ')} can be used without an import.`;
    const sentence = `A playground loads no modules, so “${statement.module.slice(0, 60)}” cannot be imported.${known}`;
    this.evaluation.fail(unknownName('import', sentence, statement.module, [], statement));
  }
}

/** Modules of which examples need nothing, or only built-in parts. */
const harmless = ['typing', '__future__', 'uuid', 'json', 'asyncio'];

/** For a call to an operation, the resulting calls are the only output. */
function isCallAlone(expression: Expression, before: number, { calls }: Evaluation): boolean {
  return expression.kind === 'call' && calls.length > before;
}

function replaced(whole: Value, [step, ...rest]: readonly string[], value: Value): Value | undefined {
  if (step === undefined) return value;
  if (Array.isArray(whole)) {
    const elements: readonly Value[] = whole;
    const index = Number(step) < 0 ? elements.length + Number(step) : Number(step);
    const inner = elements[index] === undefined ? undefined : replaced(elements[index] ?? null, rest, value);
    return inner === undefined ? undefined : elements.with(index, inner);
  }
  if (!isMap(whole) || !isRecord(whole)) return undefined;
  const inner = Object.hasOwn(whole, step) ? (whole[step] ?? null) : rest.length === 0 ? null : undefined;
  const changed = inner === undefined ? undefined : replaced(inner, rest, value);
  if (changed === undefined) return undefined;
  const others = Object.entries(whole).filter(([key]) => key !== step);
  return Object.hasOwn(whole, step)
    ? Object.fromEntries(Object.entries(whole).map(([key, held]) => [key, key === step ? changed : held]))
    : Object.fromEntries([...others, [step, changed]]);
}
