import { TypeValue } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Expr, Ident, Index, Select } from '../ast.ts';
import { index, indexOptional, isInherited, selectFrom, selectOptional } from '../evaluate/access.ts';
import type { Frame, CompiledExpr } from '../evaluate/frame.ts';
import { CelError, cut, located } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { candidates, dottedName, rootIdent, slotOf } from './planner.ts';
import type { Locals, Planner } from './planner.ts';

const typeNames = [
  'null_type',
  'bool',
  'int',
  'uint',
  'double',
  'string',
  'bytes',
  'list',
  'map',
  'type',
  'optional_type',
  'google.protobuf.Timestamp',
  'google.protobuf.Duration',
  'net.IP',
  'net.CIDR',
  'kubernetes.URL',
];

/** Types are values too, under their names, unless a variable has the same name. */
const typeValues: ReadonlyMap<string, Value> = new Map(typeNames.map((name) => [name, new TypeValue(name)]));

export function planIdent(expr: Ident, planner: Planner, locals: Locals | null): CompiledExpr {
  const slot = expr.absolute ? null : slotOf(locals, expr.name);
  if (slot !== null) return (frame) => frame.slots[slot] ?? null;
  const names = expr.absolute ? [expr.name] : candidates(expr.name, planner.options.container);
  return planVariable(expr.name, names, expr.id, planner);
}

/** A variable of the scope, looked up once in each evaluation. */
function planVariable(written: string, names: readonly string[], nodeId: number, planner: Planner): CompiledExpr {
  const place = planner.root(names.join(' '));
  return (frame) => (frame.roots[place] ??= resolve(frame, written, names, nodeId));
}

function resolve(frame: Frame, written: string, names: readonly string[], nodeId: number): EvalResult {
  for (const name of names) {
    const variable = frame.scope.get(name);
    if (variable !== undefined) return variable;
    const type = typeValues.get(name);
    if (type !== undefined) return type;
  }
  return new CelError('undeclared_reference', `undeclared reference: ${cut(written)}${hintFor(written)}`, nodeId);
}

const spellings: { readonly [name: string]: string } = {
  True: 'true',
  False: 'false',
  None: 'null',
  nil: 'null',
  undefined: 'null',
};

const hintFor = (name: string): string => (Object.hasOwn(spellings, name) ? `; CEL writes ${spellings[name]}` : '');

export function planSelect(
  expr: Select,
  planner: Planner,
  locals: Locals | null,
  operand: () => CompiledExpr,
): CompiledExpr {
  const qualified = planQualified(expr, planner, locals);
  if (qualified !== null) return qualified;
  const step = operand();
  const { id } = expr;
  const name = expr.field.text;
  if (expr.optional) return (frame) => located(selectOptional(step(frame), name), id);
  const inherited = isInherited(name);
  const slot = planner.traced ? null : localSlot(expr.operand, locals);
  // Most loop bodies begin with a field of the loop's own variable.
  if (slot !== null) return (frame) => located(selectFrom(frame.slots[slot] ?? null, name, inherited), id);
  return (frame) => located(selectFrom(step(frame), name, inherited), id);
}

const localSlot = (expr: Expr, locals: Locals | null): number | null =>
  expr.kind === 'ident' && !expr.absolute ? slotOf(locals, expr.name) : null;

/** A chain of names that together denote one variable, or a type. */
function planQualified(expr: Select, planner: Planner, locals: Locals | null): CompiledExpr | null {
  const name = dottedName(expr);
  const root = name === null ? null : rootIdent(expr);
  if (name === null || root === null || (!root.absolute && slotOf(locals, root.name) !== null)) return null;
  const { container, qualified } = planner.options;
  const names = root.absolute ? [name] : candidates(name, container);
  const known = names.filter((candidate) => qualified?.has(candidate) === true || typeValues.has(candidate));
  return known.length === 0 ? null : planVariable(name, known, expr.id, planner);
}

export function planIndex(expr: Index, operand: CompiledExpr, key: CompiledExpr): CompiledExpr {
  const { id } = expr;
  const at = expr.optional ? indexOptional : index;
  return (frame) => located(at(operand(frame), key(frame)), id);
}
