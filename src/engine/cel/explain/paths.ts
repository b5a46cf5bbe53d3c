import type { Path } from '../../model/path.ts';
import { isList, isMap, Double, Uint } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Expr, Macro } from '../ast.ts';
import { isObstacle } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import type { Trace, TriedElement } from '../evaluate/trace.ts';
import { childrenOf } from '../walk.ts';

/** The places of the variables in scope; null for a variable without a place, such as a number made by a macro. */
type Places = ReadonlyMap<string, Path | null>;

/**
 * The place that each part reads, for parts that are a variable and selections from it. An index counts with its value,
 * and a macro's variable denotes the element that decided, or else the last one evaluated.
 */
export function partPaths(root: Expr, trace: Trace): ReadonlyMap<number, Path> {
  const paths = new Map<number, Path>();
  // Each node is visited twice: the second time, its children are done.
  const waiting: { readonly expr: Expr; readonly places: Places; readonly opened: boolean }[] = [
    { expr: root, places: new Map(), opened: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { expr, places, opened } = next;
    if (opened) {
      const path = pathOf(expr, places, paths, trace);
      if (path !== null) paths.set(expr.id, path);
      if (expr.kind === 'macro') {
        const inner = new Map([...places, ...variablePlaces(expr, paths, trace)]);
        for (const arg of expr.args) waiting.push({ expr: arg, places: inner, opened: false });
      }
      continue;
    }
    waiting.push({ expr, places, opened: true });
    const first = expr.kind === 'macro' ? (expr.target === null ? [] : [expr.target]) : childrenOf(expr);
    for (const child of first) waiting.push({ expr: child, places, opened: false });
  }
  return paths;
}

function pathOf(expr: Expr, places: Places, paths: ReadonlyMap<number, Path>, trace: Trace): Path | null {
  switch (expr.kind) {
    case 'ident': {
      const place = expr.absolute ? undefined : places.get(expr.name);
      return place === undefined ? variablePath(expr.name, trace.resultOf(expr.id)) : place;
    }
    case 'select': {
      const operand = paths.get(expr.operand.id);
      return operand === undefined ? null : [...operand, expr.field.text];
    }
    case 'index': {
      const operand = paths.get(expr.operand.id);
      const step = stepOf(expr.index.kind === 'literal' ? expr.index.value : trace.resultOf(expr.index.id));
      return operand === undefined || step === null ? null : [...operand, step];
    }
    default:
      return null;
  }
}

/** A name that was not found, or that denotes a type, has no place. */
const variablePath = (name: string, result: EvalResult | undefined): Path | null =>
  result !== undefined &&
  !isObstacle(result) &&
  !isList(result) &&
  !isMap(result) &&
  typeof result === 'object' &&
  result !== null
    ? null
    : [name];

/** A key or an index as a step of a path; null for any other value. */
export function stepOf(key: EvalResult | undefined): string | number | null {
  if (typeof key === 'string') return key;
  if (typeof key === 'number' && Number.isInteger(key)) return key;
  if (key instanceof Double) return key.value;
  return key instanceof Uint ? Number(key.value) : null;
}

function variablePlaces(
  expr: Macro,
  paths: ReadonlyMap<number, Path>,
  trace: Trace,
): readonly (readonly [string, Path | null])[] {
  const nowhere = expr.variables.map(({ text }) => [text, null] as const);
  const tried = trace.macroOf(expr.id);
  const shown = tried?.elements.find(({ decides }) => decides) ?? tried?.last ?? undefined;
  const element = expr.variables.at(-1);
  const path = shown === undefined ? null : elementPath(expr, shown, paths, trace);
  return path === null || element === undefined ? nowhere : [...nowhere, [element.text, path]];
}

/** The place of an element that a macro tried; null where its list has none. */
export function elementPath(
  { target, variables }: Macro,
  { index, element }: Pick<TriedElement, 'index' | 'element'>,
  paths: ReadonlyMap<number, Path>,
  trace: Trace,
): Path | null {
  const base = target === null ? undefined : paths.get(target.id);
  const range = target === null ? undefined : trace.resultOf(target.id);
  if (base === undefined || range === undefined) return null;
  const step = elementStep(range, index, element, variables.length);
  return step === null ? null : [...base, step];
}

/** With a single variable over a map, the element is the key, which has no place. */
function elementStep(range: EvalResult, index: number, element: Value, variables: number): string | number | null {
  if (isObstacle(range)) return null;
  if (isList(range)) return index;
  return variables === 2 ? stepOf(element) : null;
}
