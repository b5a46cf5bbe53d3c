import { unreachable } from '../../../base/unreachable.ts';
import { error, warning } from '../diagnostic.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Finding } from './findings.ts';
import { foreignFunctions } from './foreign.ts';
import { noFields, noKey } from './sentences-keys.ts';
import { unknownFunction, unknownVariable, withArticle } from './sentences-names.ts';
import { noOverload } from './sentences-types.ts';
import { listed, quoted } from './suggest.ts';
import { pathText } from './tree.ts';
import type { Language } from '../declarations/language.ts';
import { alternatives, insideOptional, isFromData, isScalar } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/**
 * Puts a finding into words. Strict refuses what cel-go's checker refuses, even where our evaluator would continue.
 * Undefined where only this session's data contradicts the code.
 */
export function sentence(finding: Finding, language: Language, strict: boolean): Diagnostic | undefined {
  switch (finding.kind) {
    case 'unknown-variable':
      return unknownVariable(finding, language);
    case 'unknown-function':
      return unknownFunction(finding, language);
    case 'wrong-count':
      return wrongCount(finding);
    case 'wrong-style':
      return wrongStyle(finding);
    case 'no-overload':
      return noOverload(finding, strict);
    case 'no-fields':
      return noFields(finding, language);
    case 'no-key':
      return noKey(finding);
    case 'no-list':
      return noList(finding);
    case 'no-range':
      return unfit(
        finding.type,
        'no-overload',
        `\`${finding.macro}\` iterates over a list or a map, and this is ${withArticle(finding.type)}${iterationAdvice(finding.type)}.`,
        finding.range,
      );
    case 'not-bool':
      return notBool(finding);
    case 'not-optional':
      return unfit(
        finding.type,
        'no-overload',
        `\`${finding.where}\` needs an optional here, and this is ${withArticle(finding.type)}: ${
          finding.where === '?'
            ? 'leave the `?` out'
            : 'read it with `.?`, as in `x.?key`, or wrap it in `optional.of(…)`'
        }.`,
        finding.range,
      );
    case 'never-works':
      return (finding.fromData ? warning : error)('never-works', finding.message, finding.range);
    case 'no-messages':
      return error(
        'no-messages',
        `There are no message types here, so ${quoted(`${finding.name}{…}`)} cannot be made; write a map such as \`{"key": value}\`.`,
        finding.range,
      );
    default:
      return unreachable(finding);
  }
}

/** Advice for iterating a value that has no elements. */
function iterationAdvice(type: Type): string {
  if (isScalar(type, 'string')) return ': search a text with `contains` or `matches`';
  return insideOptional(type) === undefined ? '' : ': take its value with `.orValue([])` first';
}

const unfit = (type: Type, code: string, message: string, range: Diagnostic['range']): Diagnostic =>
  alternatives(type).some(isFromData) ? warning(code, message, range) : error(code, message, range);

function wrongCount({ name, counts, argumentCount, overloads, range }: Finding & { kind: 'wrong-count' }): Diagnostic {
  const takes =
    counts.length === 1 && counts[0] === 0
      ? 'no argument'
      : `${listed(counts.map(String), 'or')} argument${counts.at(-1) === 1 ? '' : 's'}`;
  const forms = listed([...new Set(overloads.map((overload) => `\`${withoutParameters(overload.text)}\``))], 'or', 3);
  return error(
    'wrong-arguments',
    `${quoted(name)} takes ${takes}, and ${argumentCount} ${argumentCount === 1 ? 'is' : 'are'} given: ${forms}.`,
    range,
  );
}

/** A signature for display, without its type parameters. */
const withoutParameters = (text: string): string =>
  text.replaceAll(/\((?:dyn|[A-Z])(?:, (?:dyn|[A-Z]))*\)/g, '').replaceAll(/: (?:dyn|[A-Z])\b/g, '');

function wrongStyle({ name, wanted, operands, range }: Finding & { kind: 'wrong-style' }): Diagnostic {
  const [first] = operands;
  // `max(a, b)` of other languages, where the method takes a list.
  const foreign = wanted === 'method' && operands.length > 1 ? foreignFunctions.get(name) : undefined;
  if (foreign !== undefined)
    return error('unknown-function', `${quoted(name)} of several values is not a CEL function: ${foreign}`, range);
  const what = (first === undefined ? undefined : pathText(first)) ?? (wanted === 'method' ? 'x' : '…');
  const rest = operands.length > 1 ? '…' : '';
  const text = wanted === 'method' ? `${what}.${name}(${rest})` : `${name}(${what}${rest === '' ? '' : ', …'})`;
  return error('wrong-arguments', `${quoted(name)} is called as a ${wanted}: write \`${text}\`.`, range);
}

function noList({ operand, record, selected, range }: Finding & { kind: 'no-list' }): Diagnostic {
  const what = pathText(operand);
  const key = selected ?? [...record.fields.keys()].find((one) => /^[A-Za-z_]\w*$/.test(one));
  const remedy = what === undefined || key === undefined ? 'leave the index out' : `write ${quoted(`${what}.${key}`)}`;
  const here = what === undefined ? 'This' : quoted(what);
  return error('not-a-list', `${here} is one record here, not a list: ${remedy}.`, range);
}

function notBool({ where, type, range }: Finding & { kind: 'not-bool' }): Diagnostic {
  const who =
    where === '?'
      ? 'The condition before `?`'
      : where === '&&' || where === '||'
        ? `Each side of \`${where}\``
        : `The condition of \`${where}\``;
  return unfit(
    type,
    'no-overload',
    `${who} needs a bool, and this is ${withArticle(type)}: compare it with something.`,
    range,
  );
}
