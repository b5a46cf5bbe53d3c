import { typeName } from '../../model/value.ts';
import type { TypeName } from '../../model/value.ts';
import type { Expr } from '../ast.ts';
import { isObstacle } from '../evaluate/eval-result.ts';
import type { Trace } from '../evaluate/trace.ts';
import { childrenOf } from '../walk.ts';
import { guardProposals } from './guards.ts';
import type { Failure, Proposal } from './proposal.ts';
import { spliced, textOf, tightTextOf } from './splice.ts';

/** For an operation on types that it does not accept. */
export function overloadProposals(failure: Failure): readonly Proposal[] {
  const { node, trace } = failure;
  const nulls = childrenOf(node).filter((part) => typeAt(part, trace) === 'null_type');
  return [
    ...nulls.flatMap((part) => notNull(failure, part)),
    ...converted(failure),
    ...tested(failure),
    ...membership(failure),
  ];
}

function typeAt(expr: Expr, trace: Trace): TypeName | null {
  if (expr.kind === 'literal') return typeName(expr.value);
  const result = trace.resultOf(expr.id);
  return result === undefined || isObstacle(result) ? null : typeName(result);
}

function notNull(failure: Failure, part: Expr): readonly Proposal[] {
  if (part.kind === 'literal') return [];
  const written = tightTextOf(failure.text, part);
  return guardProposals(failure, failure.node, `${written} != null`, `${written} == null`);
}

/** Two operands of different types: one of them is converted. */
function converted({ text, node, trace }: Failure): readonly Proposal[] {
  if (node.kind !== 'call' || !/^_[-+*/%<>=]+_$/.test(node.name.text)) return [];
  const [left, right] = node.args;
  if (left === undefined || right === undefined) return [];
  const types = [typeAt(left, trace), typeAt(right, trace)];
  return [left, right].flatMap((part, at) => {
    const [own, other] = [types[at] ?? null, types[1 - at] ?? null];
    return own === null || other === null || own === other
      ? []
      : conversionsOf(own, other, node.name.text).map((name) => ({
          title: `convert with \`${name}(…)\``,
          expression: spliced(text, part.range, `${name}(${textOf(text, part)})`),
        }));
  });
}

function conversionsOf(own: TypeName, other: TypeName, operator: string): readonly string[] {
  if ((own === 'int' || own === 'uint') && other === 'double') return ['double'];
  if (own === 'uint' && other === 'int') return ['int'];
  if (own !== 'string') return operator === '_+_' && other === 'string' && own !== 'null_type' ? ['string'] : [];
  if (operator === '_+_') return [];
  switch (other) {
    case 'int':
      return ['int', 'double'];
    case 'uint':
      return ['uint'];
    case 'double':
      return ['double'];
    case 'google.protobuf.Timestamp':
      return ['timestamp'];
    case 'google.protobuf.Duration':
      return ['duration'];
    default:
      return [];
  }
}

/** A value that is neither true nor false where a boolean is needed. */
function tested({ text, node, trace }: Failure): readonly Proposal[] {
  const parts =
    node.kind === 'logic'
      ? node.operands
      : node.kind === 'conditional'
        ? [node.condition]
        : node.kind === 'call' && node.name.text === '!_'
          ? node.args
          : [];
  const [wrong] = parts.filter((part) => {
    const type = typeAt(part, trace);
    return type !== null && type !== 'bool';
  });
  if (wrong === undefined) return [];
  const test = testOf(tightTextOf(text, wrong), typeAt(wrong, trace));
  if (test === null) return [];
  const isNegated = node.kind === 'call';
  return [{ title: `test \`${test}\``, expression: spliced(text, wrong.range, isNegated ? `(${test})` : test) }];
}

function testOf(written: string, type: TypeName | null): string | null {
  switch (type) {
    case 'string':
      return `${written} != ""`;
    case 'int':
      return `${written} != 0`;
    case 'double':
      return `${written} != 0.0`;
    case 'list':
    case 'map':
      return `size(${written}) > 0`;
    case 'null_type':
      return `${written} != null`;
    default:
      return null;
  }
}

/** `list.contains(x)` is `x in list`. */
function membership({ text, node, trace }: Failure): readonly Proposal[] {
  if (node.kind !== 'call' || node.name.text !== 'contains' || node.target === null) return [];
  const [element] = node.args;
  if (element === undefined || typeAt(node.target, trace) !== 'list') return [];
  const expression = `${tightTextOf(text, element)} in ${textOf(text, node.target)}`;
  return [{ title: 'test membership with `in`', expression: spliced(text, node.range, `(${expression})`) }];
}
