import { unreachable } from '../../../base/unreachable.ts';
import type { Call, Expr } from '../ast.ts';
import { Frame } from '../evaluate/frame.ts';
import type { RunOptions, Scope, CompiledExpr } from '../evaluate/frame.ts';
import { standardLibrary } from '../functions/index.ts';
import type { Library } from '../evaluate/library.ts';
import { CelError } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { functionFor, planAlternative, planFunction, planMissing } from './plan-call.ts';
import { planList, planMap } from './plan-literals.ts';
import { planMacro } from './plan-macro.ts';
import { planIdent, planIndex, planSelect } from './plan-names.ts';
import {
  binaryOperator,
  planBinary,
  planComparison,
  planConditional,
  planLogic,
  planUnary,
  unaryOperator,
} from './plan-operators.ts';
import type { Locals, Planner, PlanOptions } from './planner.ts';
import { Trace } from '../evaluate/trace.ts';
import { lastsAsOptionals } from '../last.ts';
import { walk } from '../walk.ts';

/** An expression prepared for many evaluations. */
export interface Program {
  run(scope: Scope, options?: RunOptions): EvalResult;
  /** The same, and records the result of every node. */
  trace(scope: Scope, options?: RunOptions): Trace;
}

/** Plans once; functions are looked up now, variables when the expression runs. */
export function plan(expr: Expr, library: Library = standardLibrary, options: PlanOptions = {}): Program {
  const plain = new Planning(expr, library, options, false);
  const step = plain.plan(expr, null);
  // Planned at the first trace: a sweep never traces.
  let traced: { readonly planning: Planning; readonly step: CompiledExpr } | null = null;
  return {
    run: (scope, runOptions) => finish(new Frame(scope, runOptions, null), step),
    trace(scope, runOptions) {
      traced ??= planTraced(expr, library, options);
      const trace = new Trace();
      trace.result = finish(new Frame(scope, runOptions, trace), traced.step);
      return trace;
    },
  };
}

function planTraced(expr: Expr, library: Library, options: PlanOptions) {
  const planning = new Planning(expr, library, options, true);
  return { planning, step: planning.plan(expr, null) };
}

export function finish(frame: Frame, step: CompiledExpr): EvalResult {
  const result = step(frame);
  return frame.ended ?? result;
}

/** May replace the step of a node. Folding is an override. */
export type Override = (
  expr: Expr,
  planner: Planner,
  locals: Locals | null,
  first: CompiledExpr | null,
) => CompiledExpr | null;

export class Planning implements Planner {
  readonly library: Library;
  readonly options: PlanOptions;
  traced: boolean;
  readonly optionalLasts: ReadonlySet<Expr>;
  private slots = 0;
  private readonly roots = new Map<string, number>();
  private readonly lastIds: readonly number[];
  private readonly override: Override | null;

  constructor(root: Expr, library: Library, options: PlanOptions, traced: boolean, override: Override | null = null) {
    this.library = library;
    this.options = options;
    this.traced = traced;
    this.lastIds = lastIdsOf(root);
    this.optionalLasts = lastsAsOptionals(root);
    this.override = override;
  }

  untraced<T>(make: () => T): T {
    const { traced } = this;
    this.traced = false;
    try {
      return make();
    } finally {
      this.traced = traced;
    }
  }

  slot(): number {
    return this.slots++;
  }

  root(name: string): number {
    const known = this.roots.get(name) ?? this.roots.size;
    this.roots.set(name, known);
    return known;
  }

  lastId(nodeId: number): number {
    return this.lastIds[nodeId] ?? nodeId;
  }

  /** Descends the first operands in a loop: chains such as `a + b + c` may be a thousand long. */
  plan(expr: Expr, locals: Locals | null): CompiledExpr {
    const spine: Expr[] = [expr];
    for (let next = firstOperand(expr); next !== null; next = firstOperand(next)) spine.push(next);
    let step: CompiledExpr | null = null;
    for (const node of spine.toReversed()) step = this.planNode(node, locals, step);
    return step ?? (() => broken.at(expr.id));
  }

  private planNode(expr: Expr, locals: Locals | null, first: CompiledExpr | null): CompiledExpr {
    const step = this.override?.(expr, this, locals, first) ?? planOne(expr, this, locals, first);
    if (!this.traced) return step;
    const { id } = expr;
    return (frame) => {
      const result = step(frame);
      frame.recorder?.record(id, result);
      return result;
    };
  }
}

const broken = new CelError('parse_error', 'this part of the expression is not complete');

/** The part that is evaluated first, if it is evaluated with the same variables as the node. */
function firstOperand(expr: Expr): Expr | null {
  switch (expr.kind) {
    case 'select':
    case 'index':
      return expr.operand;
    case 'call':
      return expr.target ?? expr.args[0] ?? null;
    case 'macro':
      return expr.target;
    default:
      return null;
  }
}

function planOne(expr: Expr, planner: Planner, locals: Locals | null, first: CompiledExpr | null): CompiledExpr {
  const part = (child: Expr): CompiledExpr => planner.plan(child, locals);
  const begin = first ?? (() => broken.at(expr.id));
  switch (expr.kind) {
    case 'literal': {
      const { value } = expr;
      return () => value;
    }
    case 'ident':
      return planIdent(expr, planner, locals);
    case 'select':
      return planSelect(expr, planner, locals, () => begin);
    case 'index':
      return planIndex(expr, begin, part(expr.index));
    case 'call':
      return planCall(expr, planner, locals, begin);
    case 'logic':
      return planLogic(expr, expr.operands.map(part));
    case 'conditional':
      return planConditional(expr, part(expr.condition), part(expr.then), part(expr.otherwise));
    case 'list':
      return planList(
        expr,
        expr.elements.map(({ value, optional }) => ({ value: part(value), optional })),
      );
    case 'map':
      return planMap(
        expr,
        expr.entries.map(({ key, value, optional }) => ({ key: part(key), value: part(value), optional })),
      );
    case 'macro':
      return planMacro(expr, planner, locals, first);
    case 'struct': {
      const error = new CelError('undeclared_reference', noMessages(expr.type.text), expr.id);
      return () => error;
    }
    case 'broken':
      return () => broken.at(expr.id);
    default:
      return unreachable(expr);
  }
}

const noMessages = (type: string) =>
  `undeclared reference: there is no message type ${type}; a rule makes a map instead, such as {"field": value}`;

function planCall(expr: Call, planner: Planner, locals: Locals | null, first: CompiledExpr): CompiledExpr {
  const rest = (expr.target === null ? expr.args.slice(1) : expr.args).map((arg) => planner.plan(arg, locals));
  const [second] = rest;
  const { text } = expr.name;
  const unary = unaryOperator(text);
  if (unary !== undefined) return planUnary(expr.id, unary, first);
  const constant = expr.target === null && expr.args[1]?.kind === 'literal' ? expr.args[1].value : undefined;
  if (constant !== undefined && !planner.traced) {
    const comparison = planComparison(expr.id, text, first, constant);
    if (comparison !== null) return comparison;
  }
  const binary = binaryOperator(text);
  if (binary !== undefined && second !== undefined) return planBinary(expr.id, binary, first, second);
  const found = functionFor(expr, planner, locals);
  if (found === undefined) return planMissing(expr, planner);
  const { called, onTarget } = found;
  if (expr.target !== null && !onTarget) return planFunction(expr, called, rest);
  if (onTarget && second !== undefined && rest.length === 1 && (text === 'or' || text === 'orValue')) {
    return planAlternative(expr, called, first, second);
  }
  const args = expr.target === null && expr.args.length === 0 ? [] : [first, ...rest];
  return planFunction(expr, called, args);
}

/** The greatest id within each node: ids grow from parents to children and in reading order. */
function lastIdsOf(root: Expr): readonly number[] {
  const parents: number[] = [];
  for (const { expr, parent } of walk(root)) parents[expr.id] = parent?.id ?? -1;
  const last = parents.map((_, id) => id);
  for (let id = parents.length - 1; id > 0; id--) {
    const parent = parents[id] ?? -1;
    if (parent >= 0) last[parent] = Math.max(last[parent] ?? 0, last[id] ?? 0);
  }
  return last;
}
