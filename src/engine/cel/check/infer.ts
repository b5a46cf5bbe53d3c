import { unreachable } from '../../../base/unreachable.ts';
import { typeName } from '../../model/value.ts';
import type { Call, Expr, Ident, Select, Conditional, ListExpr, Logic, MapExpr, StructExpr } from '../ast.ts';
import { resolveFunction, resolveVariable, type Environment } from './environment.ts';
import type { Finding } from './findings.ts';
import { inferIndex, inferSelect } from './infer-access.ts';
import { inferCall, applyOperator } from './infer-calls.ts';
import { inferMacro } from './infer-macros.ts';
import type { Inference, Space } from './inference.ts';
import { dottedName } from './tree.ts';
import { namespaces } from '../declarations/declarations.ts';
import { lastsAsOptionals } from '../last.ts';
import { mostGeneral, Unifier } from '../types/assign.ts';
import { parseType } from '../types/text.ts';
import { bool, bounded, dyn, type Type, insideOptional, isUnsettled, listOf, mapOf } from '../types/types.ts';

export interface Inferred {
  readonly type: Type;
  /** By node id; undefined for a node that was not reached. */
  readonly types: readonly (Type | undefined)[];
  readonly findings: readonly Finding[];
}

/** Infers the type of every part. It terminates for every tree; a mismatched part counts as `dyn`. */
export function infer(expr: Expr, env: Environment): Inferred {
  const pass = new Pass(env, lastsAsOptionals(expr));
  const type = pass.typeOf(expr);
  return { type: pass.settled(type), types: pass.settledTypes(), findings: pass.findings };
}

/** Variables that macros bind, innermost first. */
type Locals = { readonly name: string; readonly type: Type; readonly outer: Locals } | null;

class Pass implements Inference {
  readonly unifier = new Unifier();
  readonly findings: Finding[] = [];
  readonly env: Environment;
  readonly optionalLasts: ReadonlySet<Expr>;
  private readonly types: (Type | undefined)[] = [];
  private locals: Locals = null;

  constructor(env: Environment, optionalLasts: ReadonlySet<Expr>) {
    this.env = env;
    this.optionalLasts = optionalLasts;
  }

  /**
   * Chains such as `a + b + c` are as deep as they are long, so a loop checks them from the inside, without recursion.
   */
  typeOf(expr: Expr): Type {
    const chain: Expr[] = [];
    let here: Expr | undefined = expr;
    while (here !== undefined && this.types[here.id] === undefined) {
      chain.push(here);
      here = this.firstPart(here);
    }
    for (const node of chain.toReversed()) this.types[node.id] ??= bounded(this.unifier.resolve(this.visit(node)));
    return this.types[expr.id] ?? dyn;
  }

  within(variables: readonly { readonly name: string; readonly type: Type }[], expr: Expr): Type {
    const outer = this.locals;
    for (const { name, type } of variables) this.locals = { name, type, outer: this.locals };
    const result = this.typeOf(expr);
    this.locals = outer;
    return result;
  }

  report(finding: Finding): void {
    this.findings.push(finding);
  }

  needBool(expr: Expr, type: Type, where: string): void {
    if (this.unifier.assignable(type, bool)) return;
    this.report({ kind: 'not-bool', where, type: this.settled(type), range: expr.range });
  }

  joined(types: readonly Type[]): Type {
    let all: Type | undefined;
    for (const type of types) {
      if (all === undefined) all = type;
      else if (all.kind !== 'dyn') all = this.unifier.assignable(all, type) ? mostGeneral(all, type) : dyn;
    }
    return all ?? this.unifier.fresh();
  }

  settled(type: Type): Type {
    return bounded(this.unifier.settle(type));
  }

  settledTypes(): readonly (Type | undefined)[] {
    return Array.from(this.types, (type) => (type === undefined ? undefined : this.settled(type)));
  }

  local(name: string): Type | undefined {
    for (let here = this.locals; here !== null; here = here.outer) if (here.name === name) return here.type;
    return undefined;
  }

  space({ target, name }: Call): Space | undefined {
    const before = target === null ? undefined : dottedName(target);
    if (before === undefined) return undefined;
    const full = `${before.text}.${name.text}`;
    const declared = resolveFunction(this.env, full, before.absolute);
    if (declared !== undefined) return { name: full, declared };
    return namespaces.has(before.text) && this.isUnknown(before) ? { name: full, declared } : undefined;
  }

  isUnknown({ root, absolute }: { readonly root: string; readonly absolute: boolean }): boolean {
    return this.local(root) === undefined && resolveVariable(this.env, root, absolute) === undefined;
  }

  /** A variable or type with dots in its name. */
  private qualified(expr: Select): Type | undefined {
    const name = dottedName(expr);
    if (name === undefined || this.local(name.root) !== undefined) return undefined;
    return resolveVariable(this.env, name.text, name.absolute);
  }

  /** The part that is checked before all others of the expression, if it denotes a value. */
  private firstPart(expr: Expr): Expr | undefined {
    switch (expr.kind) {
      case 'select':
        return this.qualified(expr) === undefined ? expr.operand : undefined;
      case 'index':
        return expr.operand;
      case 'call':
        return expr.target === null || this.space(expr) !== undefined ? expr.args[0] : expr.target;
      case 'logic':
        return expr.operands[0];
      case 'conditional':
        return expr.condition;
      case 'macro':
        return expr.target ?? undefined;
      default:
        return undefined;
    }
  }

  private visit(expr: Expr): Type {
    switch (expr.kind) {
      case 'literal':
        return parseType(typeName(expr.value)) ?? dyn;
      case 'ident':
        return this.ident(expr);
      case 'select':
        return this.qualified(expr) ?? inferSelect(this, expr);
      case 'index':
        return inferIndex(this, expr);
      case 'call':
        return inferCall(this, expr);
      case 'logic':
        return inferLogic(this, expr);
      case 'conditional':
        return inferConditional(this, expr);
      case 'list':
        return inferList(this, expr);
      case 'map':
        return inferMap(this, expr);
      case 'struct':
        return inferStruct(this, expr);
      case 'macro':
        return inferMacro(this, expr);
      case 'broken':
        return dyn;
      default:
        return unreachable(expr);
    }
  }

  private ident({ name, absolute, range }: Ident): Type {
    const local = absolute ? undefined : this.local(name);
    const type = local ?? resolveVariable(this.env, name, absolute);
    if (type !== undefined) return type;
    if (this.env.unknownNames === 'reported' && name !== '') this.report({ kind: 'unknown-variable', name, range });
    return dyn;
  }
}

function inferLogic(inference: Inference, { operator, operands }: Logic): Type {
  for (const operand of operands) inference.needBool(operand, inference.typeOf(operand), operator);
  return bool;
}

function inferConditional(inference: Inference, { condition, then, otherwise }: Conditional): Type {
  inference.needBool(condition, inference.typeOf(condition), '?');
  return applyOperator(inference, '_?:_', [then, otherwise], { start: then.range.start, end: otherwise.range.end });
}

function inferList(inference: Inference, { elements }: ListExpr): Type {
  return listOf(inference.joined(elements.map(({ value, optional }) => element(inference, value, optional))));
}

function inferMap(inference: Inference, { entries }: MapExpr): Type {
  const keys = entries.map(({ key }) => inference.typeOf(key));
  const values = entries.map(({ value, optional }) => element(inference, value, optional));
  return mapOf(inference.joined(keys), inference.joined(values));
}

/** The engine has no messages; the values are still worth checking. */
function inferStruct(inference: Inference, { type, fields }: StructExpr): Type {
  inference.report({ kind: 'no-messages', name: type.text, range: type.range });
  for (const field of fields) inference.typeOf(field.value);
  return dyn;
}

/** An element of a literal; an optional element is included only if it has a value. */
function element(inference: Inference, value: Expr, optional: boolean): Type {
  const type = inference.typeOf(value);
  if (!optional || isUnsettled(type)) return type;
  const inside = insideOptional(type);
  if (inside === undefined) {
    inference.report({ kind: 'not-optional', where: '?', type: inference.settled(type), range: value.range });
  }
  return inside ?? type;
}
