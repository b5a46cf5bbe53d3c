import type { Path } from '../../model/path.ts';
import { formatPath } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import { Unknown } from '../../model/value.ts';
import type { Expr } from '../ast.ts';
import { elementPath, partPaths } from './paths.ts';
import { proofOf } from './proof.ts';
import { preview } from '../literal.ts';
import type { ValuePreview } from '../literal.ts';
import { CelError } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import type { Trace } from '../evaluate/trace.ts';
import { isWithinVariable, walk } from '../walk.ts';

/** The result of one sub-expression. Ids are those of the tree. */
export interface ExplainedPart extends TextRange {
  readonly id: number;
  readonly parent: number | null;
  readonly text: string;
  readonly outcome: 'value' | 'error' | 'unknown' | 'unreached';
  readonly value: ValuePreview | null;
  readonly message: string | null;
  /** The place that this part reads, beginning with a variable: `context`, `input`, 0, `amount`. */
  readonly path: Path | null;
  /**
   * For macros: the evaluated elements, the deciding ones marked. If there are too many, the first ones and the deciding ones.
   */
  readonly elements: readonly ExplainedElement[] | null;
  /** For macros: the number of evaluated elements. */
  readonly tried: number | null;
}

export interface ExplainedElement {
  readonly index: number;
  readonly element: ValuePreview;
  /** Its place; null where the list was computed, and for the keys of a map. */
  readonly path: Path | null;
  readonly outcome: 'value' | 'error' | 'unknown';
  readonly value: ValuePreview | null;
  readonly message: string | null;
  readonly decides: boolean;
}

export interface Explained {
  /** In reading order, parents before their children. */
  readonly parts: readonly ExplainedPart[];
  /** Ids of the parts that decided; the id of the whole expression is last. */
  readonly proof: readonly number[];
}

const partLength = 160;
const elementLength = 80;

/** Every part of an expression with its result in one evaluation, and the shortest reason for the whole. */
export function explain(text: string, expr: Expr, trace: Trace): Explained {
  const paths = partPaths(expr, trace);
  const parts: ExplainedPart[] = [];
  /** The expression of a variable is one part: its outermost node. */
  const outermost = new Map<number, number>();
  for (const { expr: node, parent } of walk(expr)) {
    if (isWithinVariable(node, parent)) {
      const whole = parent?.id ?? node.id;
      outermost.set(node.id, outermost.get(whole) ?? whole);
      continue;
    }
    if (isNamespace(node, parent, trace)) continue;
    const { start, end } = node.range;
    parts.push({
      id: node.id,
      parent: parent?.id ?? null,
      start,
      end,
      text: text.slice(start, end),
      ...partResult(trace.resultOf(node.id), partLength),
      path: paths.get(node.id) ?? null,
      elements: elementsOf(node, trace, paths),
      tried: (node.kind === 'macro' ? trace.macroOf(node.id)?.tried : undefined) ?? null,
    });
  }
  // The whole of a variable comes after its parts, as the whole expression does.
  const proof = proofOf(expr, trace).map((id) => outermost.get(id) ?? id);
  return { parts, proof: proof.filter((id, at) => proof.lastIndexOf(id) === at) };
}

/** In `math.abs(x)` the word `math` is no part of its own: the call was reached, its target never. */
function isNamespace(node: Expr, parent: Expr | null, trace: Trace): boolean {
  if (parent === null || trace.resultOf(node.id) !== undefined) return false;
  if (parent.kind === 'call') return parent.target === node && trace.resultOf(parent.id) !== undefined && isName(node);
  return false;
}

function isName(node: Expr): boolean {
  let here = node;
  while (here.kind === 'select') here = here.operand;
  return here.kind === 'ident';
}

function partResult(
  result: EvalResult | undefined,
  length: number,
): Pick<ExplainedPart, 'outcome' | 'value' | 'message'> {
  if (result === undefined) return { outcome: 'unreached', value: null, message: null };
  return elementResult(result, length);
}

function elementResult(result: EvalResult, length: number): Pick<ExplainedElement, 'outcome' | 'value' | 'message'> {
  if (result instanceof CelError) return { outcome: 'error', value: null, message: result.message };
  if (result instanceof Unknown) return { outcome: 'unknown', value: null, message: missingMessage(result) };
  return { outcome: 'value', value: preview(result, length), message: null };
}

/** Names the values that the recording lacks. */
function missingMessage({ missing }: Unknown): string {
  const [first, ...rest] = missing;
  if (first === undefined) return 'the recording does not hold this value';
  const more = rest.length === 0 ? '' : ` and ${rest.length} more`;
  return `the recording does not hold ${formatPath(first)}${more}`;
}

function elementsOf(node: Expr, trace: Trace, paths: ReadonlyMap<number, Path>): readonly ExplainedElement[] | null {
  if (node.kind !== 'macro') return null;
  const macro = trace.macroOf(node.id);
  if (macro === undefined) return null;
  return macro.elements.map(({ index, element, result, decides }) => ({
    index,
    element: preview(element, elementLength),
    path: elementPath(node, { index, element }, paths, trace),
    ...elementResult(result, elementLength),
    decides,
  }));
}
