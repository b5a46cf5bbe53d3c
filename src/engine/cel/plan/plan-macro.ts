import { Optional } from '../../model/value.ts';
import { hasField, none, select } from '../evaluate/access.ts';
import type { Macro } from '../ast.ts';
import type { CompiledExpr } from '../evaluate/frame.ts';
import { CelError, isObstacle, noOverload } from '../evaluate/eval-result.ts';
import { hostMacros } from '../parse/macros.ts';
import { planMissing } from './plan-call.ts';
import { planLoop } from './plan-loop.ts';
import { bindVariables } from './planner.ts';
import type { Locals, Planner } from './planner.ts';

const broken = new CelError('parse_error', 'this part of the expression is not complete');

export function planMacro(
  expr: Macro,
  planner: Planner,
  locals: Locals | null,
  target: CompiledExpr | null,
): CompiledExpr {
  if (expr.macro.text === 'has') return planHas(expr, planner, locals);
  if (expr.macro.text === 'cel.bind') return planBind(expr, planner, locals);
  if (target === null) return () => broken.at(expr.id);
  const { text } = expr.macro;
  if (hostMacros.has(text) && planner.library.macros?.has(text) !== true)
    return planMissing({ id: expr.id, name: expr.macro, target: expr.target }, planner);
  if (text === 'with') return planWith(expr, planner, locals, target);
  if (expr.macro.text === 'optMap' || expr.macro.text === 'optFlatMap') {
    return planOptional(expr, planner, locals, target);
  }
  return planLoop(expr, planner, locals, target);
}

/** The field is not read, except to show its value in a trace. */
function planHas(expr: Macro, planner: Planner, locals: Locals | null): CompiledExpr {
  const [selection] = expr.args;
  if (selection?.kind !== 'select' || selection.optional) return () => broken.at(expr.id);
  const operand = planner.plan(selection.operand, locals);
  const name = selection.field.text;
  return (frame) => {
    const value = operand(frame);
    const found = hasField(value, name);
    if (found === true) frame.recorder?.record(selection.id, select(value, name));
    return found instanceof CelError ? found.at(expr.id) : found;
  };
}

function planBind(expr: Macro, planner: Planner, locals: Locals | null): CompiledExpr {
  const [value, body] = expr.args;
  if (value === undefined || body === undefined) return () => broken.at(expr.id);
  const { slots, inner } = bindVariables(expr, planner, locals);
  const [slot = 0] = slots;
  const valueStep = planner.plan(value, locals);
  const bodyStep = planner.plan(body, inner);
  return (frame) => {
    frame.slots[slot] = valueStep(frame);
    return bodyStep(frame);
  };
}

/** `value.with(name, expression)` */
function planWith(expr: Macro, planner: Planner, locals: Locals | null, target: CompiledExpr): CompiledExpr {
  const [body] = expr.args;
  if (body === undefined) return () => broken.at(expr.id);
  const { slots, inner } = bindVariables(expr, planner, locals);
  const [slot = 0] = slots;
  const bodyStep = planner.plan(body, inner);
  return (frame) => {
    frame.slots[slot] = target(frame);
    return bodyStep(frame);
  };
}

function planOptional(expr: Macro, planner: Planner, locals: Locals | null, target: CompiledExpr): CompiledExpr {
  const [body] = expr.args;
  if (body === undefined) return () => broken.at(expr.id);
  const { slots, inner } = bindVariables(expr, planner, locals);
  const [slot = 0] = slots;
  const bodyStep = planner.plan(body, inner);
  const flat = expr.macro.text === 'optFlatMap';
  return (frame) => {
    const optional = target(frame);
    if (isObstacle(optional)) return optional;
    if (!(optional instanceof Optional)) return noOverload(expr.macro.text, optional).at(expr.id);
    if (optional.value === undefined) return none;
    frame.slots[slot] = optional.value;
    const made = bodyStep(frame);
    if (isObstacle(made)) return made;
    if (!flat) return new Optional(made);
    return made instanceof Optional ? made : noOverload('optFlatMap', made).at(expr.id);
  };
}
