import type { Expr, Macro } from '../ast.ts';
import type { CompiledExpr } from '../evaluate/frame.ts';
import type { Library } from '../evaluate/library.ts';
import type { LoopMemories } from './loop-memory.ts';

/** Each returns a function that restores what a macro has kept. */
export type Marks = (() => () => void)[];

export interface PlanOptions {
  /** Names are looked up in the container first: in container `a.b`, `x` may mean `a.b.x`, then `a.x`, then `x`. */
  readonly container?: string;
  /** Variables with dots in their names, which a chain of selections may denote. */
  readonly qualified?: ReadonlySet<string>;
  /** Where macros keep their results for elements; without it they keep nothing. */
  readonly memories?: LoopMemories;
  /** Filled with a function for each macro that keeps results from turn to turn. */
  readonly marks?: Marks;
}

/** The variables that macros bind, innermost first, with their slots. */
export interface Locals {
  readonly name: string;
  readonly slot: number;
  readonly outer: Locals | null;
}

/** What the planning of one node needs: the library, the enclosing names, and a way to plan its parts. */
export interface Planner {
  readonly library: Library;
  readonly options: PlanOptions;
  readonly traced: boolean;
  /** Calls of `last()` that yield an optional. */
  readonly optionalLasts: ReadonlySet<Expr>;
  plan(expr: Expr, locals: Locals | null): CompiledExpr;
  /** Plans parts that are not recorded, even where the rest is traced. */
  untraced<T>(make: () => T): T;
  /** Reserves a slot for one more variable. */
  slot(): number;
  /** The place of a looked-up root variable; the same name has the same place. */
  root(name: string): number;
  /** The greatest id within a node. */
  lastId(nodeId: number): number;
}

export function slotOf(locals: Locals | null, name: string): number | null {
  for (let here = locals; here !== null; here = here.outer) {
    if (here.name === name) return here.slot;
  }
  return null;
}

/** The possible full names of a name in a container, the nearest first. */
export function candidates(name: string, container: string | undefined): readonly string[] {
  if (container === undefined || container === '') return [name];
  const parts = container.split('.');
  return [...parts.map((_, i) => `${parts.slice(0, parts.length - i).join('.')}.${name}`), name];
}

/** `a.b.c` as text, where the expression consists of names only; null for anything else. */
export function dottedName(expr: Expr): string | null {
  const names: string[] = [];
  let here = expr;
  while (here.kind === 'select' && !here.optional) {
    names.push(here.field.text);
    here = here.operand;
  }
  return here.kind === 'ident' ? [here.name, ...names.toReversed()].join('.') : null;
}

/** The first name of a chain of selections. */
export function rootIdent(expr: Expr): (Expr & { kind: 'ident' }) | null {
  let here = expr;
  while (here.kind === 'select' || here.kind === 'index') here = here.operand;
  return here.kind === 'ident' ? here : null;
}

/** Slots for the variables that a macro binds, and the names in scope of its body. */
export function bindVariables(
  expr: Macro,
  planner: Planner,
  locals: Locals | null,
): { readonly slots: readonly number[]; readonly inner: Locals | null } {
  const slots: number[] = [];
  let inner = locals;
  for (const { text } of expr.variables) {
    const slot = planner.slot();
    slots.push(slot);
    inner = { name: text, slot, outer: inner };
  }
  return { slots, inner };
}
