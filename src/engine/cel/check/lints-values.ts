import type { Expr, Literal } from '../ast.ts';
import { hint, warning } from '../diagnostic.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { fieldOf } from './fields.ts';
import { comparisons } from './lint.ts';
import type { Linted } from './lint.ts';
import { nearest, quoted } from './suggest.ts';
import { pathText, placeOf } from './tree.ts';
import { alternatives, isNullable, isScalar } from '../types/types.ts';
import type { Type } from '../types/types.ts';

const equalities: ReadonlySet<string> = new Set(['_==_', '_!=_']);
const orders: ReadonlySet<string> = new Set(['_<_', '_<=_', '_>_', '_>=_']);

const isLiteral = (expr: Expr, value: Literal['value']): expr is Literal =>
  expr.kind === 'literal' && expr.value === value;

/** `email != ""` is true when there is no email: null is not the empty text. */
export function* nullAgainstEmpty(linted: Linted): Generator<Diagnostic> {
  const all = [...comparisons(linted, equalities)];
  const comparedWithNull = new Set(all.filter(({ other }) => isLiteral(other, null)).map(({ side }) => placeOf(side)));
  for (const { name, side, other } of all) {
    if (!isLiteral(other, '') || !isNullable(linted.typeOf(side))) continue;
    const place = placeOf(side);
    if (place !== undefined && comparedWithNull.has(place)) continue;
    const what = pathText(side) ?? 'this';
    const sign = name === '_==_' ? '==' : '!=';
    const message = `${quoted(what)} is null when it is not known, and null differs from "": write \`${what} ${sign} null\`.`;
    yield hint('null-or-empty', message, other.range);
  }
}

/** From here on a number looks like a length in characters rather than a count of parts. */
const manyParts = 100;

/** `size(input.message) < 50000` limits the number of content parts, which is nearly always one. */
export function* countsParts(linted: Linted): Generator<Diagnostic> {
  for (const { side, other } of comparisons(linted, new Set([...orders, ...equalities]))) {
    if (other.kind !== 'literal' || typeof other.value !== 'number' || other.value < manyParts) continue;
    const counted = sizedBy(side);
    if (counted === undefined || !holdsParts(linted.typeOf(counted), counted)) continue;
    const what = pathText(counted);
    const remedy = what === undefined ? 'its text' : `\`size(${what}[0].text)\``;
    yield hint(
      'counts-parts',
      `This counts the parts of the message, not its characters; for its length write ${remedy}.`,
      side.range,
    );
  }
}

/** The `x` of `size(x)` and `x.size()`. */
function sizedBy(expr: Expr): Expr | undefined {
  if (expr.kind !== 'call' || expr.name.text !== 'size') return undefined;
  return expr.target ?? expr.args[0];
}

function holdsParts(type: Type, expr: Expr): boolean {
  const list = alternatives(type).find((one) => one.kind === 'list');
  if (list?.kind !== 'list') return type.kind === 'dyn' && expr.kind === 'select' && expr.field.text === 'message';
  return alternatives(list.element).some(
    (one) => one.kind === 'record' && one.fields.has('text') && (one.fields.has('mimeType') || one.fields.has('type')),
  );
}

const maxKnown = 12;

/** A text that never occurs where it is compared, while a very similar one does. */
export function* mistypedText(linted: Linted): Generator<Diagnostic> {
  for (const { side, other } of comparisons(linted, equalities)) {
    if (other.kind === 'literal') yield* unlikeSeen(linted.typeOf(side), other);
  }
  for (const node of linted.nodes) {
    if (node.kind !== 'call' || node.name.text !== '@in') continue;
    const [element, list] = node.args;
    if (element === undefined || list === undefined) continue;
    if (list.kind === 'list') {
      for (const { value } of list.elements) yield* unlikeSeen(linted.typeOf(element), value);
    } else if (element.kind === 'literal') yield* missingIn(linted, element, list);
  }
}

function* unlikeSeen(type: Type, text: Expr): Generator<Diagnostic> {
  if (text.kind !== 'literal' || typeof text.value !== 'string') return;
  const strings = alternatives(type).find((one) => isScalar(one, 'string'));
  const seen = strings?.kind === 'scalar' ? strings.seen : undefined;
  if (seen === undefined || seen.length >= maxKnown || seen.includes(text.value)) return;
  const near = nearest(
    text.value,
    seen.filter((value) => typeof value === 'string'),
  );
  if (near === undefined) return;
  const message = `${JSON.stringify(text.value)} is not among the values seen here; did you mean ${JSON.stringify(near)}?`;
  yield hint('unseen-value', message, text.range);
}

/**
 * `"refnud" in context.capabilities`: a test for a key is fine; a test for a key that resembles a known key is a typing
 * error.
 */
function* missingIn(linted: Linted, key: Literal, container: Expr): Generator<Diagnostic> {
  if (typeof key.value !== 'string') return;
  const type = linted.typeOf(container);
  if (type.kind === 'list') yield* unlikeSeen(type.element, key);
  if (type.kind !== 'record' || type.keys === 'partial' || type.fields.has(key.value)) return;
  const near = nearest(key.value, type.fields.keys());
  if (near !== undefined) {
    yield hint(
      'unknown-key',
      `This key never occurs in this session; did you mean ${JSON.stringify(near)}?`,
      key.range,
    );
  }
}

/** `has(x.f)` where `x.f` is null: runtimes differ on whether null counts as present. */
export function* nullUnderHas(linted: Linted): Generator<Diagnostic> {
  const compared = new Set(
    [...comparisons(linted, equalities)].flatMap(({ side, other }) => (isLiteral(other, null) ? [placeOf(side)] : [])),
  );
  for (const node of linted.nodes) {
    const [tested] = node.kind === 'macro' && node.macro.text === 'has' ? node.args : [];
    if (tested?.kind !== 'select' || compared.has(placeOf(tested))) continue;
    const found = fieldOf(linted.typeOf(tested.operand), tested.field.text);
    if (found.kind !== 'type' || !isNullable(found.type)) continue;
    const what = quoted(pathText(tested) ?? tested.field.text);
    const message = `${what} may be null. Then \`has()\` is true here and in cel-go, and false in runtimes that treat null as a missing field: test for \`!= null\` as well.`;
    yield hint('null-under-has', message, tested.range);
  }
}

/** The same for `has(a.b)`. */
export function* mistypedHas(linted: Linted): Generator<Diagnostic> {
  for (const node of linted.nodes) {
    if (node.kind !== 'macro' || node.macro.text !== 'has') continue;
    const [tested] = node.args;
    if (tested?.kind !== 'select') continue;
    const type = linted.typeOf(tested.operand);
    if (type.kind !== 'record' || type.keys === 'partial' || type.fields.has(tested.field.text)) continue;
    const near = nearest(tested.field.text, type.fields.keys());
    if (near === undefined) continue;
    const message = `${quoted(tested.field.text)} never occurs in this session; did you mean ${quoted(near)}?`;
    yield hint('unknown-key', message, tested.field.range);
  }
}

/** List indices start at 0; there are no negative ones. */
export function* negativeIndex(linted: Linted): Generator<Diagnostic> {
  for (const node of linted.nodes) {
    if (node.kind !== 'index' || node.index.kind !== 'literal') continue;
    const { value } = node.index;
    if (typeof value !== 'number' || value >= 0) continue;
    if (!alternatives(linted.typeOf(node.operand)).some((one) => one.kind === 'list' || one.kind === 'dyn')) continue;
    const what = pathText(node.operand);
    const remedy = what === undefined ? '' : `; to count from the end, write \`${what}[size(${what}) - ${-value}]\``;
    yield warning('negative-index', `A list has no negative index${remedy}.`, node.index.range);
  }
}

/** The only getter for which the specification and the most used engine differ. */
export function* partOfSecond(linted: Linted): Generator<Diagnostic> {
  for (const node of linted.nodes) {
    if (node.kind !== 'call' || node.name.text !== 'getMilliseconds' || node.target === null) continue;
    if (!isScalar(linted.typeOf(node.target), 'duration')) continue;
    const message =
      'These are the milliseconds beyond whole seconds, 0 to 999; cel-go counts the whole length. To test a length, compare it with another one: `… < duration("1.5s")`.';
    yield hint('part-of-second', message, node.name.range);
  }
}
