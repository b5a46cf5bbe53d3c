import { unreachable } from '../../base/unreachable.ts';
import type { TextRange } from '../model/problem.ts';
import { typeName } from '../model/value.ts';
import type { Value } from '../model/value.ts';
import type { Call, Conditional, Expr, Ident, Index, Logic, MapExpr, Select, StructExpr } from './ast.ts';
import { resolveFunction, resolveVariable } from './check-environment.ts';
import type { Environment } from './check-environment.ts';
import { fieldOf } from './check-fields.ts';
import type { Finding } from './check-findings.ts';
import { indexInto, isShaped } from './check-index.ts';
import { inferMacro } from './check-infer-macros.ts';
import { inferCall } from './check-infer-calls.ts';
import { dottedName } from './check-tree.ts';
import type { FunctionDeclaration } from './declarations-signature.ts';
import { functions, namespaces } from './declarations.ts';
import { mostGeneral, Unifier } from './types-assign.ts';
import { parseType } from './types-text.ts';
import { bool, bounded, dyn, insideOptional, isUnsettled, listOf, mapOf, optionalOf } from './types.ts';
import type { Type } from './types.ts';

export interface Inferred {
  readonly type: Type;
  /** By node id; undefined for a node that was not reached. */
  readonly types: readonly (Type | undefined)[];
  readonly findings: readonly Finding[];
}

/** Works out the type of every part. Never throws, whatever the tree; a part that does not fit is reported and goes on as `dyn`. */
export function infer(expr: Expr, env: Environment): Inferred {
  const inference = new Inference(env);
  const type = inference.of(expr);
  return { type: inference.unifier.settle(type), types: inference.settled(), findings: inference.findings };
}

/** Variables that macros bind, innermost first. */
export type Locals = { readonly name: string; readonly type: Type; readonly outer: Locals } | null;

export class Inference {
  readonly unifier = new Unifier();
  readonly findings: Finding[] = [];
  private readonly env: Environment;
  private readonly types: (Type | undefined)[] = [];
  private locals: Locals = null;

  constructor(env: Environment) {
    this.env = env;
  }

  /** Chains such as `a + b + c` are as deep as they are long, so they are walked from the inside, not by recursion. */
  of(expr: Expr): Type {
    const chain: Expr[] = [];
    for (let here = expr; this.types[here.id] === undefined;) {
      chain.push(here);
      const first = this.firstPart(here);
      if (first === undefined) break;
      here = first;
    }
    for (const node of chain.toReversed()) this.types[node.id] ??= bounded(this.unifier.resolve(this.visit(node)));
    return this.types[expr.id] ?? dyn;
  }

  /** Checks `expr` while these names stand for these types. */
  within(variables: readonly { readonly name: string; readonly type: Type }[], expr: Expr): Type {
    const outer = this.locals;
    for (const { name, type } of variables) this.locals = { name, type, outer: this.locals };
    const result = this.of(expr);
    this.locals = outer;
    return result;
  }

  report(finding: Finding): void {
    this.findings.push(finding);
  }

  settled(): readonly (Type | undefined)[] {
    return Array.from(this.types, (type) => (type === undefined ? undefined : bounded(this.unifier.settle(type))));
  }

  /** The part that is checked before anything else of the expression, if it is one that stands for a value. */
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
        return typeOfLiteral(expr.value);
      case 'ident':
        return this.ident(expr);
      case 'select':
        return this.qualified(expr) ?? this.select(expr);
      case 'index':
        return this.index(expr);
      case 'call':
        return this.call(expr);
      case 'logic':
        return this.logic(expr);
      case 'conditional':
        return this.conditional(expr);
      case 'list':
        return listOf(this.joined(expr.elements.map(({ value, optional }) => this.element(value, optional))));
      case 'map':
        return this.map(expr);
      case 'struct':
        return this.struct(expr);
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

  private local(name: string): Type | undefined {
    for (let here = this.locals; here !== null; here = here.outer) if (here.name === name) return here.type;
    return undefined;
  }

  /** A variable or type whose name has dots in it. */
  private qualified(expr: Select): Type | undefined {
    const name = dottedName(expr);
    if (name === undefined || this.local(name.root) !== undefined) return undefined;
    return resolveVariable(this.env, name.text, name.absolute);
  }

  /** What stands before the dot when it is no value, such as `math` in `math.abs(x)`. */
  private space({
    target,
    name,
  }: Call): { readonly name: string; readonly known: FunctionDeclaration | undefined } | undefined {
    const space = target === null ? undefined : dottedName(target);
    if (space === undefined) return undefined;
    const full = `${space.text}.${name.text}`;
    const known = resolveFunction(this.env, full, space.absolute);
    if (known !== undefined) return { name: full, known };
    const isSpace = namespaces.has(space.text) && this.local(space.root) === undefined;
    return isSpace && resolveVariable(this.env, space.root, space.absolute) === undefined
      ? { name: full, known }
      : undefined;
  }

  private select(expr: Select): Type {
    const type = this.of(expr.operand);
    const { text: key, range } = expr.field;
    const found = fieldOf(type, key);
    if (found.kind === 'no-fields') {
      this.report({ kind: 'no-fields', type: this.unifier.settle(type), select: expr, range });
      return dyn;
    }
    if (found.kind === 'no-key' && !expr.optional) {
      this.report({ kind: 'no-key', key, record: found.record, operand: expr.operand, access: expr, range });
    }
    // Keeps the operand from being settled later as something without fields.
    if (type.kind === 'parameter') this.unifier.assignable(dyn, type);
    return expr.optional && insideOptional(found.type) === undefined ? optionalOf(found.type) : found.type;
  }

  private index(expr: Index): Type {
    const type = this.of(expr.operand);
    const index = this.of(expr.index);
    if (!isShaped(type)) {
      const name = expr.optional ? '_[?_]' : '_[_]';
      return this.apply(name, [expr.operand, expr.index], expr.index.range);
    }
    const { range } = expr.index;
    const key = expr.index.kind === 'literal' && typeof expr.index.value === 'string' ? expr.index.value : undefined;
    const found = indexInto(this.unifier, type, index, key);
    switch (found.kind) {
      case 'type':
        return expr.optional && insideOptional(found.type) === undefined ? optionalOf(found.type) : found.type;
      case 'no-key':
        if (key !== undefined && !expr.optional) {
          this.report({ kind: 'no-key', key, record: found.record, operand: expr.operand, access: expr, range });
        }
        return expr.optional ? optionalOf(dyn) : dyn;
      case 'no-list':
        this.report({ kind: 'no-list', operand: expr.operand, record: found.record, range });
        return dyn;
      case 'no-fields':
        return this.apply('_[_]', [expr.operand, expr.index], range);
      default:
        return unreachable(found);
    }
  }

  /** An operator that every expression has. */
  private apply(name: string, operands: readonly Expr[], range: Expr['range']): Type {
    const declared = functions.get(name);
    return declared === undefined ? dyn : inferCall(this, { declared, name, isMethod: false, operands, range });
  }

  private call(expr: Call): Type {
    const { name, target, args } = expr;
    const space = this.space(expr);
    if (space !== undefined) {
      const range = { start: target?.range.start ?? name.range.start, end: name.range.end };
      return this.applied(space.known, space.name, false, null, args, range);
    }
    const operands = target === null ? args : [target, ...args];
    return this.applied(resolveFunction(this.env, name.text), name.text, target !== null, target, operands, name.range);
  }

  private applied(
    declared: FunctionDeclaration | undefined,
    name: string,
    isMethod: boolean,
    target: Expr | null,
    operands: readonly Expr[],
    range: TextRange,
  ): Type {
    for (const operand of operands) this.of(operand);
    if (declared !== undefined) return inferCall(this, { declared, name, isMethod, operands, range });
    const receiver = target === null ? null : { expr: target, type: this.unifier.settle(this.of(target)) };
    const args = target === null ? operands : operands.slice(1);
    if (target === null || !this.isUnknownName(target)) {
      this.report({ kind: 'unknown-function', name, receiver, args, range });
    }
    return dyn;
  }

  /** One sentence is enough when the name before the dot is not known either. */
  private isUnknownName(expr: Expr): boolean {
    const name = this.env.unknownNames === 'reported' ? dottedName(expr) : undefined;
    if (name === undefined || this.local(name.root) !== undefined) return false;
    return resolveVariable(this.env, name.root, name.absolute) === undefined;
  }

  private logic({ operator, operands }: Logic): Type {
    for (const operand of operands) {
      const type = this.of(operand);
      if (!this.unifier.assignable(type, bool)) {
        this.report({ kind: 'not-bool', where: operator, type: this.unifier.settle(type), range: operand.range });
      }
    }
    return bool;
  }

  private conditional({ condition, then, otherwise }: Conditional): Type {
    const type = this.of(condition);
    if (!this.unifier.assignable(type, bool)) {
      this.report({ kind: 'not-bool', where: '?', type: this.unifier.settle(type), range: condition.range });
    }
    const start = Math.min(then.range.start, otherwise.range.start);
    const end = Math.max(then.range.end, otherwise.range.end);
    return this.apply('_?:_', [then, otherwise], { start, end });
  }

  /** An element of a literal; an optional one is there only when it holds a value. */
  private element(value: Expr, optional: boolean): Type {
    const type = this.of(value);
    if (!optional || isUnsettled(type)) return type;
    const inside = insideOptional(type);
    if (inside === undefined)
      this.report({ kind: 'not-optional', where: '?', type: this.unifier.settle(type), range: value.range });
    return inside ?? type;
  }

  /** One type for the elements of a literal; `dyn` when they differ. */
  joined(types: readonly Type[]): Type {
    let all: Type | undefined;
    for (const type of types) {
      if (all === undefined) all = type;
      else if (all.kind !== 'dyn') all = this.unifier.assignable(all, type) ? mostGeneral(all, type) : dyn;
    }
    return all ?? this.unifier.fresh();
  }

  private map({ entries }: MapExpr): Type {
    const keys = entries.map(({ key }) => this.of(key));
    const values = entries.map(({ value, optional }) => this.element(value, optional));
    return mapOf(this.joined(keys), this.joined(values));
  }

  /** The engine knows no messages; the values are still worth checking. */
  private struct({ type, fields }: StructExpr): Type {
    this.report({ kind: 'no-messages', name: type.text, range: type.range });
    for (const field of fields) this.of(field.value);
    return dyn;
  }
}

function typeOfLiteral(value: Value): Type {
  return parseType(typeName(value)) ?? dyn;
}
