import type { Expr } from '../ast.ts';
import { hint, warning } from './diagnostic.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Linted } from './lint.ts';
import { withArticle } from './sentences-names.ts';
import { placeOf } from './tree.ts';
import { alternatives, isUnsettled } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** An assert whose value cannot be true or false is judged by truthiness, which is hardly what was meant. */
export function* notBoolean(linted: Linted): Generator<Diagnostic> {
  if (linted.language.expects !== 'bool') return;
  for (const result of resultsOf(linted.root)) {
    const type = linted.typeOf(result);
    if (result.kind === 'broken' || alternatives(type).some(canBeBool)) continue;
    const message = `A rule at ${linted.language.place} should yield true or false, and this is ${withArticle(type)}: compare it with something.`;
    yield warning('not-boolean', message, result.range);
  }
}

const canBeBool = (type: Type): boolean =>
  isUnsettled(type) || type.kind === 'parameter' || (type.kind === 'scalar' && type.name === 'bool');

/** What the whole expression may come out as: the branches of a conditional, or itself. */
function* resultsOf(root: Expr): Generator<Expr> {
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.kind === 'conditional') waiting.push(next.otherwise, next.then);
    else yield next;
  }
}

/** A rule that reads nothing of the session says the same at every turn. */
export function* constant(linted: Linted): Generator<Diagnostic> {
  const { root, nodes, language } = linted;
  if (nodes.some((node) => node.kind === 'broken' || isHostCall(node, linted))) return;
  if (nodes.some((node) => node.kind === 'ident' && language.variables.has(node.name))) return;
  if (language.variables.size === 0) return;
  yield hint('constant', 'This reads nothing of the session, so it comes out the same at every turn.', root.range);
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
        ? `\`${operator} ${String(deciding)}\` makes the whole ${String(deciding)}, whatever the rest says.`
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
    yield hint('decided', 'Both sides are the same, so this never says anything new.', range);
  }
}
