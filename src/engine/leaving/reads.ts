import { CelError, literal, parse, walk, type Expr } from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import { elementAt, entry, isList, isMap, keysOf, Unknown, type Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Rule } from '../rules/rule.ts';
import { verdictAt } from '../rules/verdict-at.ts';
import { ruleOf } from '../policies/rule-of.ts';
import type { Judged } from './judged.ts';

/** All rules of what judges, those of the policy for this session. */
export function rulesIn({ rules, policy }: Judged, { history }: OpenSession): readonly Rule[] {
  return policy === null ? rules : [...rules, ...policy.rules.map((rule) => ruleOf(policy, rule, history.functions))];
}

/**
 * The values that rules read at a turn, as a text to compare: of each path in an expression, also inside macros. A list that
 * a macro goes through is read as far as its elements are. Null where it cannot be decided.
 */
export function valuesRead(
  open: OpenSession,
  rules: readonly Rule[],
  turn: TurnIndex,
  { decisions }: Judged,
): string | null {
  const read: string[] = [];
  for (const rule of rules) {
    for (const expression of expressionsOf(rule)) {
      const values = pathsRead(open, { ...rule, expression }, turn, decisions);
      if (values === null || !values.every((value) => value === undefined || isSmall(value))) return null;
      read.push(...values.map((value) => (value === undefined ? '' : literal(value))));
    }
  }
  return JSON.stringify(read);
}

const expressionsOf = ({ expression, condition = '' }: Rule): readonly string[] =>
  condition === '' ? [expression] : [expression, condition];

/** The names of the fields that rules name, or that are in an object which they use as a whole at the turn. */
export function namesRead(
  open: OpenSession,
  rules: readonly Rule[],
  turn: TurnIndex,
  { decisions }: Judged,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const rule of rules) {
    for (const expression of expressionsOf(rule)) {
      for (const { expr: node } of walk(parse(expression).expr)) {
        if (node.kind === 'select') names.add(node.field.text);
        if (node.kind === 'ident') names.add(node.name);
        if (node.kind === 'literal' && typeof node.value === 'string') names.add(node.value);
      }
      for (const value of pathsRead(open, { ...rule, expression }, turn, decisions) ?? [])
        if (value !== undefined) for (const key of keysWithin(value)) names.add(key);
    }
  }
  return names;
}

/** The values of the longest paths in an expression; undefined for one without a value. Null where they cannot be decided. */
function pathsRead(
  open: OpenSession,
  rule: Rule,
  turn: TurnIndex,
  decisions: Decisions,
): readonly (Value | undefined)[] | null {
  const { expr, problems } = parse(rule.expression);
  if (problems.length > 0) return null;
  const valueOf = ({ range }: Expr): Value | undefined => {
    const { condition: _condition, ...plain } = rule;
    const expression = rule.expression.slice(range.start, range.end);
    const { result } = verdictAt(open, { ...plain, expression, yields: 'value' }, turn, decisions);
    return result === null || result instanceof CelError || result instanceof Unknown ? undefined : result;
  };
  /** The lists that the variables of macros go through. */
  const bound = new Map<string, Expr>();
  for (const { expr: node } of walk(expr)) {
    if (node.kind === 'macro')
      for (const { text } of node.variables) if (node.target !== null) bound.set(text, node.target);
  }
  /** The values of a path that may begin at the variable of a macro: one for each element that the macro goes through. */
  const valuesOf = (node: Expr, depth: number): readonly (Value | undefined)[] | null => {
    const { root, path } = stepsOf(node);
    const range = bound.get(root);
    if (range === undefined) return [valueOf(node)];
    const ranges = depth > deepestMacro ? null : valuesOf(range, depth + 1);
    return ranges === null ? null : ranges.flatMap((one) => valuesBelow(one, path));
  };
  const read: (Value | undefined)[] = [];
  for (const { expr: node, parent } of walk(expr)) {
    if (!isChain(node) || isLookedInto(node, parent)) continue;
    const values = valuesOf(node, 0);
    if (values === null) return null;
    // Whether a field is there is read, and its value is not.
    const isHas = parent?.kind === 'macro' && parent.macro.text === 'has';
    read.push(...(isHas ? values.map((value) => value !== undefined) : values));
  }
  return read;
}

const deepestMacro = 8;
/** Keys and elements of a value that is read as a whole. */
const maxKeys = 20_000;

const isChain = ({ kind }: Expr): boolean => kind === 'ident' || kind === 'select' || kind === 'index';

/** Whether the surrounding expression reads a part of it, or goes through its elements one by one. */
function isLookedInto(node: Expr, parent: Expr | null): boolean {
  if (parent === null) return false;
  if (parent.kind === 'select') return true;
  if (parent.kind === 'index') return parent.operand === node && parent.index.kind === 'literal';
  return parent.kind === 'macro' && parent.target === node;
}

function stepsOf(node: Expr): { readonly root: string; readonly path: readonly string[] } {
  const path: string[] = [];
  let here = node;
  while (here.kind === 'select' || here.kind === 'index') {
    if (here.kind === 'select') path.unshift(here.field.text);
    here = here.operand;
  }
  return { root: here.kind === 'ident' ? here.name : '', path };
}

/** The values at a path in the elements of a list, or the entries of a map. */
function valuesBelow(range: Value | undefined, path: readonly string[]): readonly (Value | undefined)[] {
  if (range === undefined) return [undefined];
  if (!isList(range)) return [range];
  return Array.from({ length: Math.min(range.length, maxKeys) }, (_, index) => {
    let here = elementAt(range, index);
    for (const key of path) here = here !== undefined && isMap(here) ? entry(here, key) : undefined;
    return here;
  });
}

function isSmall(value: Value): boolean {
  let keys = 0;
  for (const _ of keysWithin(value)) if (++keys > maxKeys) return false;
  return true;
}

/** The keys of all maps in a value; an empty one for each element of a list. */
function* keysWithin(value: Value): Generator<string> {
  const open: Value[] = [value];
  for (let here = open.pop(), seen = 0; here !== undefined && seen < 2 * maxKeys; here = open.pop(), seen++) {
    if (isList(here)) {
      for (const element of here) {
        yield '';
        open.push(element);
      }
    } else if (isMap(here)) {
      for (const key of keysOf(here)) {
        yield String(key);
        open.push(entry(here, String(key)) ?? null);
      }
    }
  }
}
