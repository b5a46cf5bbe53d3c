import type { Expr } from '../ast.ts';
import { CelError } from '../evaluate/eval-result.ts';
import { readFormat } from '../functions/format-clauses.ts';
import type { Clause, Verb } from '../functions/format-clauses.ts';
import type { Inference } from './inference.ts';
import { withArticle } from './sentences-names.ts';
import { listed } from './suggest.ts';
import { alternatives, isFromData, isUnsettled } from '../types/types.ts';
import type { ScalarName, Type } from '../types/types.ts';

/** Reports calls that every signature accepts, but that can never yield a value. */
export function checkLiterals(inference: Inference, name: string, operands: readonly Expr[]): void {
  if (name === 'format') checkFormat(inference, operands);
  if (name === 'math.greatest' || name === 'math.least') checkExtreme(inference, name, operands);
}

const numbers = ['int', 'uint', 'double'] as const;

/** The types that each clause accepts, apart from `%s`, which accepts all but optionals. */
const acceptedTypes: { readonly [V in Exclude<Verb, 's'>]: readonly ScalarName[] } = {
  d: numbers,
  f: numbers,
  e: numbers,
  b: ['int', 'uint', 'bool'],
  o: ['int', 'uint'],
  x: ['int', 'uint', 'string', 'bytes'],
  X: ['int', 'uint', 'string', 'bytes'],
};

function checkFormat(inference: Inference, [format, values]: readonly Expr[]): void {
  if (format?.kind !== 'literal' || typeof format.value !== 'string') return;
  const read = readFormat(format.value);
  if (read instanceof CelError) {
    report(inference, format, `The format cannot be read: ${read.message.replace(/^[^:]*: /, '')}.`);
    return;
  }
  if (values?.kind !== 'list' || values.elements.some(({ optional }) => optional)) return;
  const clauses = read.clauses.length;
  const valueCount = values.elements.length;
  if (clauses !== valueCount) {
    const has = clauses === 1 ? '1 clause' : `${clauses} clauses`;
    report(
      inference,
      values,
      `The format has ${has}, and ${valueCount} ${valueCount === 1 ? 'value is' : 'values are'} given.`,
    );
  }
  for (const [i, clause] of read.clauses.entries()) {
    const value = values.elements[i]?.value;
    if (value !== undefined) checkClause(inference, clause, value);
  }
}

function checkClause(inference: Inference, { verb }: Clause, value: Expr): void {
  const type = inference.settled(inference.typeOf(value));
  if (verb === 's') {
    if (alternatives(type).some((one) => one.kind !== 'opaque')) return;
    report(
      inference,
      value,
      `\`%s\` cannot write ${withArticle(type)}: take its value with \`.orValue(…)\` first.`,
      type,
    );
    return;
  }
  if (canBe(type, acceptedTypes[verb])) return;
  const takes = listed([...acceptedTypes[verb]], 'or', 9);
  report(
    inference,
    value,
    `\`%${verb}\` takes ${takes}, and this is ${withArticle(type)}: \`%s\` writes any value.`,
    type,
  );
}

function checkExtreme(inference: Inference, name: string, operands: readonly Expr[]): void {
  const [only] = operands;
  const isList = operands.length === 1 && only?.kind === 'list';
  const compared = isList ? only.elements.map(({ value }) => value) : operands;
  if (isList && compared.length === 0)
    report(inference, only, `\`${name}\` needs at least one number, and this list is empty.`);
  if (!isList && operands.length < 3) return;
  for (const operand of compared) {
    const type = inference.settled(inference.typeOf(operand));
    if (!canBe(type, numbers)) {
      report(inference, operand, `\`${name}\` compares numbers, and this is ${withArticle(type)}.`, type);
    }
  }
}

const sortable: readonly ScalarName[] = [...numbers, 'bool', 'duration', 'timestamp', 'string', 'bytes'];

/** `sortBy` takes a list, and a key of an ordered type. */
export function checkSort(inference: Inference, target: Expr, key: Expr): void {
  const list = inference.settled(inference.typeOf(target));
  if (!alternatives(list).some((one) => isUnsettled(one) || one.kind === 'list')) {
    report(inference, target, `\`sortBy\` sorts a list, and this is ${withArticle(list)}.`, list);
  }
  const type = inference.settled(inference.typeOf(key));
  if (canBe(type, sortable)) return;
  const message = `\`sortBy\` needs a number, a text or a time to sort by, and this is ${withArticle(type)}.`;
  report(inference, key, message, type);
}

/** `transformMapEntry` composes its entries from maps. */
export function checkEntry(inference: Inference, entry: Expr): void {
  const type = inference.settled(inference.typeOf(entry));
  if (alternatives(type).some((one) => isUnsettled(one) || one.kind === 'map' || one.kind === 'record')) return;
  const message = `\`transformMapEntry\` needs a map with the entry, such as \`{key: value}\`, and this is ${withArticle(type)}.`;
  report(inference, entry, message, type);
}

/** True if a value of the type may be the key of a map. */
export const isKeyType = (type: Type): boolean => canBe(type, ['string', 'int', 'uint', 'bool']);

const canBe = (type: Type, names: readonly ScalarName[]): boolean =>
  alternatives(type).some((one) => isUnsettled(one) || (one.kind === 'scalar' && names.includes(one.name)));

function report(inference: Inference, { range }: Expr, message: string, type?: Type): void {
  const fromData = type !== undefined && alternatives(type).some((one) => one.kind === 'record' || isFromData(one));
  inference.report({ kind: 'never-works', message, fromData, range });
}
