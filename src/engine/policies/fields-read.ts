import { CelError, parse, walk, type Expr } from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import { elementAt, entry, isList, isMap, keysOf, Unknown, type Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Rule } from '../rules/rule.ts';
import { verdictAt } from '../rules/verdict-at.ts';

/**
 * The keys of a session that some rules read, at any depth; null when that cannot be decided, so that all keys count as
 * read.
 */
export type FieldsRead = ReadonlySet<string> | null;

/** At most this many keys inside an object that a rule reads as a whole are visited. */
const maxKeys = 20_000;

/**
 * The names of fields in expressions. When an expression uses an object as a whole, like `size(input)`, all keys of
 * that object at the turn count as read.
 */
export function fieldsRead(
  open: OpenSession,
  rules: readonly Rule[],
  turn: TurnIndex,
  decisions: Decisions,
): FieldsRead {
  const names = new Set<string>();
  for (const rule of rules) {
    for (const expression of [rule.expression, rule.condition ?? '']) {
      if (expression !== '' && !readBy(open, { ...rule, expression }, turn, decisions, names)) return null;
    }
  }
  return names;
}

/** Adds the names; false when the read fields cannot be decided. */
function readBy(open: OpenSession, rule: Rule, turn: TurnIndex, decisions: Decisions, names: Set<string>): boolean {
  const { expr, problems } = parse(rule.expression);
  if (problems.length > 0) return false;
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
  for (const { expr: node, parent } of walk(expr)) {
    if (node.kind === 'select') names.add(node.field.text);
    if (node.kind === 'ident') names.add(node.name);
    if (node.kind === 'literal' && typeof node.value === 'string') names.add(node.value);
    if (node.kind === 'call') names.add(node.name.text);
    if (!isChain(node) || isLookedInto(node, parent)) continue;
    const { root, path } = stepsOf(node);
    const range = bound.get(root);
    const values = range === undefined ? [valueOf(node)] : valuesBelow(valueOf(range), path);
    if (values === null || !values.every((value) => value === undefined || addKeys(value, names))) return false;
  }
  return true;
}

const isChain = ({ kind }: Expr): boolean => kind === 'ident' || kind === 'select' || kind === 'index';

/** Whether the surrounding expression reads a part of it, or goes through its elements one by one. */
function isLookedInto(node: Expr, parent: Expr | null): boolean {
  if (parent === null) return false;
  if (parent.kind === 'select') return true;
  if (parent.kind === 'index') return parent.operand === node && parent.index.kind === 'literal';
  return parent.kind === 'macro' && (parent.target === node || parent.macro.text === 'has');
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

/** The values at a path in the elements of a list, or the entries of a map; null when they are unknown. */
function valuesBelow(range: Value | undefined, path: readonly string[]): readonly (Value | undefined)[] | null {
  if (range === undefined) return null;
  if (!isList(range)) return [range];
  return Array.from({ length: Math.min(range.length, maxKeys) }, (_, index) => {
    let here = elementAt(range, index);
    for (const key of path) here = here !== undefined && isMap(here) ? entry(here, key) : undefined;
    return here;
  });
}

/** False when there are too many. */
function addKeys(value: Value, names: Set<string>): boolean {
  const open: Value[] = [value];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (names.size > maxKeys || open.length > maxKeys) return false;
    if (isList(here)) for (const element of here) open.push(element);
    else if (isMap(here)) {
      for (const key of keysOf(here)) {
        names.add(String(key));
        open.push(entry(here, String(key)) ?? null);
      }
    }
  }
  return true;
}
