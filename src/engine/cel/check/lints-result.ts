import type { TextRange } from '../../model/problem.ts';
import type { Call, Expr } from '../ast.ts';
import { error, hint, rewrite, warning } from '../diagnostic.ts';
import type { Diagnostic, Edit, Fix } from '../diagnostic.ts';
import type { Linted } from './lint.ts';
import { withArticle } from './sentences-names.ts';
import { pathText, placeOf, resultsOf } from './tree.ts';
import { parse } from '../parse/parse.ts';
import { alternatives, isUnsettled } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** An assert whose value is never true or false is judged by truthiness, which is probably a mistake. */
export function* notBoolean(linted: Linted): Generator<Diagnostic> {
  if (linted.language.expects !== 'bool') return;
  for (const result of resultsOf(linted.root)) {
    const type = linted.typeOf(result);
    if (result.kind === 'broken' || alternatives(type).some(canBeBool)) continue;
    if (result === linted.root && result.kind === 'literal' && typeof result.value === 'string') {
      const rule = ruleInQuotes(result.value);
      if (rule !== undefined) {
        yield warning(
          'not-boolean',
          'This is a text that contains a rule: remove the quotes.',
          result.range,
          rule(result.range),
        );
        continue;
      }
    }
    const message = `A rule at ${linted.language.place} should yield true or false, and this is ${withArticle(type)}: compare it with something.`;
    yield warning('not-boolean', message, result.range);
  }
}

/** The fix for a whole rule in quotes, as in YAML and JSON. */
function ruleInQuotes(text: string): ((range: TextRange) => Fix) | undefined {
  const { expr, problems } = parse(text);
  const isRule = problems.length === 0 && (expr.kind === 'call' || expr.kind === 'logic' || expr.kind === 'macro');
  return isRule ? (range) => rewrite(range, text) : undefined;
}

const orders: ReadonlySet<string> = new Set(['_<_', '_<=_', '_>_', '_>=_']);

/** `1 < n < 5`, which compares the result of the first comparison with 5. */
export function* comparisonChain({ nodes }: Pick<Linted, 'nodes'>): Generator<Diagnostic> {
  const within = new Set<Expr>();
  for (const node of nodes) {
    const chain = within.has(node) ? [] : chainOf(node);
    if (chain.length < 2) continue;
    for (const comparison of chain) within.add(comparison);
    const middles = chain
      .slice(0, -1)
      .map((comparison) => ({ at: comparison.range.end, text: operandText(comparison, 1) }));
    const pairs = chain.map((one, index) => {
      const left = index === 0 ? operandText(one, 0) : middles[index - 1]?.text;
      const right = operandText(one, 1);
      return left === undefined || right === undefined
        ? undefined
        : `${left} ${one.name.text.replaceAll('_', '')} ${right}`;
    });
    const isShown = pairs.every((pair) => pair !== undefined);
    const remedy = isShown ? `write \`${pairs.join(' && ')}\`` : 'write two comparisons and `&&` between them';
    const edits = middles.map(({ at, text }): Edit => ({ start: at, end: at, text: ` && ${text ?? ''}` }));
    const fix = middles.every(({ text }) => text !== undefined) ? { title: 'Compare twice', edits } : undefined;
    yield error('comparison-chain', `CEL compares two values at a time: ${remedy}.`, node.range, fix);
  }
}

/** The comparisons of a chain without parentheses, from left to right; one for a plain comparison. */
function chainOf(node: Expr): readonly Call[] {
  const chain: Call[] = [];
  for (let outer = isOrder(node) ? node : undefined; outer !== undefined; outer = linkedTo(outer)) chain.unshift(outer);
  return chain;
}

const operandText = ({ args }: Call, index: 0 | 1): string | undefined => {
  const operand = args[index];
  return operand === undefined ? undefined : (pathText(operand) ?? numeral(operand));
};

const isOrder = (expr: Expr): expr is Call => expr.kind === 'call' && orders.has(expr.name.text);

/** The comparison that is the left side of another one, without parentheses around it. */
function linkedTo({ args, range }: Call): Call | undefined {
  const [left] = args;
  return left !== undefined && isOrder(left) && left.range.start === range.start ? left : undefined;
}

const numeral = (expr: Expr): string | undefined =>
  expr.kind === 'literal' && typeof expr.value === 'number' ? String(expr.value) : undefined;

const canBeBool = (type: Type): boolean =>
  isUnsettled(type) || type.kind === 'parameter' || (type.kind === 'scalar' && type.name === 'bool');

/** A rule that reads nothing of the session has the same result at every turn. */
export function* constant(linted: Linted): Generator<Diagnostic> {
  const { root, nodes, language } = linted;
  if (nodes.some((node) => node.kind === 'broken' || isHostCall(node, linted))) return;
  if (nodes.some((node) => node.kind === 'ident' && language.variables.has(node.name))) return;
  if (language.variables.size === 0) return;
  yield hint('constant', 'This reads nothing of the session, so its result is the same at every turn.', root.range);
}

function isHostCall(node: Expr, { language }: Linted): boolean {
  if (node.kind !== 'call') return false;
  const space = node.target === null ? undefined : placeOf(node.target);
  return language.functions.has(space === undefined ? node.name.text : `${space}.${node.name.text}`);
}

/** Parts that decide nothing, or everything. */
export function* decidedInAdvance(linted: Linted): Generator<Diagnostic> {
  for (const node of linted.nodes) {
    if (node.kind === 'logic') yield* decidedOperands(node);
    if (node.kind === 'conditional' && isBoolLiteral(node.condition)) {
      yield hint(
        'decided',
        `The condition is always ${String(node.condition.value)}, so only one branch is ever taken.`,
        node.condition.range,
      );
    }
    if (node.kind === 'call') yield* sameOnBothSides(node);
  }
}

function* decidedOperands({ operator, operands }: Expr & { readonly kind: 'logic' }): Generator<Diagnostic> {
  const deciding = operator === '||';
  for (const operand of operands) {
    if (!isBoolLiteral(operand)) continue;
    const message =
      operand.value === deciding
        ? `\`${operator} ${String(deciding)}\` makes the whole expression ${String(deciding)}, whatever the rest is.`
        : `\`${operator} ${String(operand.value)}\` changes nothing.`;
    yield hint('decided', message, operand.range);
  }
}

const isBoolLiteral = (expr: Expr): expr is Expr & { readonly kind: 'literal'; readonly value: boolean } =>
  expr.kind === 'literal' && typeof expr.value === 'boolean';

const comparing: ReadonlySet<string> = new Set(['_==_', '_!=_', '_<_', '_<=_', '_>_', '_>=_']);

function* sameOnBothSides({ name, args, range }: Expr & { readonly kind: 'call' }): Generator<Diagnostic> {
  const [left, right] = args;
  if (!comparing.has(name.text) || left === undefined || right === undefined) return;
  const place = placeOf(left);
  if (place !== undefined && place === placeOf(right)) {
    yield hint('decided', 'Both sides are the same, so this comparison never tests anything.', range);
  }
}
