import { isMap, keysOf, isList, typeName } from '../../model/value.ts';
import type { Expr, Index, Select } from '../ast.ts';
import { nearest } from '../check/suggest.ts';
import { isObstacle } from '../evaluate/eval-result.ts';
import { guardProposals } from './guards.ts';
import type { Failure, Proposal } from './proposal.ts';
import { spliced, textOf, tightTextOf } from './splice.ts';
import type { Trace } from '../evaluate/trace.ts';
import { siblingsOf, type TreePlace } from './tree-place.ts';

/** For a missing key, and an index beyond the end of its list. */
export function missingProposals(failure: Failure): readonly Proposal[] {
  const { node, text } = failure;
  if (node.kind === 'select') {
    const condition = `has(${textOf(text, node)})`;
    return [
      ...renamed(failure, node),
      ...guardProposals(failure, node, condition, `!${condition}`),
      ...stepwise(failure),
      ...defaulted(failure, node),
    ];
  }
  if (node.kind !== 'index') return [];
  const [list, index] = [textOf(text, node.operand), textOf(text, node.index)];
  if (failure.error.code === 'index_out_of_range') {
    const [enough, short] = [`size(${list}) > ${index}`, `size(${list}) <= ${index}`];
    const guards = index.startsWith('-') ? [] : guardProposals(failure, node, enough, short);
    return [...fromTheEnd(failure, node), ...guards, ...defaulted(failure, node)];
  }
  const condition = `${tightTextOf(text, node.index)} in ${list}`;
  return [...guardProposals(failure, node, condition, `!(${condition})`), ...defaulted(failure, node)];
}

function renamed({ text, trace }: Failure, node: Select): readonly Proposal[] {
  const holder = trace.resultOf(node.operand.id);
  if (holder === undefined || isObstacle(holder) || !isMap(holder)) return [];
  const keys = keysOf(holder).filter((key) => typeof key === 'string');
  const similarKey = nearest(node.field.text, keys);
  if (similarKey === undefined) return [];
  const written = /^[A-Za-z_]\w*$/.test(similarKey) ? similarKey : `\`${similarKey}\``;
  return [{ title: `read \`${similarKey}\` instead`, expression: spliced(text, node.field.range, written) }];
}

/** `has(a.b.c)` tests the last step alone; this tests each step. */
function stepwise({ text, tree, node }: Failure): readonly Proposal[] {
  const chain = tree.chainFrom(node);
  const condition = chain.at(-1);
  const macro = condition === undefined ? null : tree.parentOf(condition);
  if (macro?.kind !== 'macro' || macro.macro.text !== 'has') return [];
  const expression = spliced(text, macro.range, `${optionally(text, chain)}.hasValue()`);
  return [{ title: 'test step by step, so that any step may be missing', expression }];
}

function defaulted({ text, tree, trace }: Failure, node: Select | Index): readonly Proposal[] {
  const chain = tree.chainFrom(node);
  const last = chain.at(-1) ?? node;
  const empty = emptyFor(last, tree, trace);
  if (empty === null) return [];
  const expression = spliced(text, last.range, `${optionally(text, chain)}.orValue(${empty})`);
  return [{ title: `use \`${empty}\` where it is missing`, expression }];
}

/** Makes the first step of the chain and all later ones optional: `a.?b[?0]`. */
function optionally(text: string, chain: readonly Expr[]): string {
  const [first] = chain;
  const start = first?.kind === 'select' || first?.kind === 'index' ? textOf(text, first.operand) : '';
  return chain.reduce((made, step) => {
    if (step.kind === 'select') return `${made}.?${text.slice(step.field.range.start, step.field.range.end)}`;
    return step.kind === 'index' ? `${made}[?${textOf(text, step.index)}]` : made;
  }, start);
}

/** Other languages count negative indices from the end. */
function fromTheEnd({ text }: Failure, { operand, index, range }: Index): readonly Proposal[] {
  const written = textOf(text, index);
  if (!/^-\d+$/.test(written)) return [];
  const list = textOf(text, operand);
  const title = 'count from the end of the list';
  return [{ title, expression: spliced(text, range, `${list}[size(${list}) - ${written.slice(1)}]`) }];
}

const textMethods: ReadonlySet<string> = new Set([
  'startsWith',
  'endsWith',
  'contains',
  'matches',
  'lowerAscii',
  'upperAscii',
  'trim',
  'split',
  'replace',
]);

/** The empty value, in CEL, of the type that is expected at a part's place; null where nothing shows the type. */
function emptyFor(part: Expr, tree: TreePlace, trace: Trace): string | null {
  const parent = tree.parentOf(part);
  if (parent === null) return null;
  if (parent.kind === 'logic') return 'false';
  if (parent.kind === 'conditional') return parent.condition === part ? 'false' : null;
  if (parent.kind === 'macro') return parent.target === part ? '[]' : null;
  if (parent.kind !== 'call') return null;
  if (parent.name.text === '!_') return 'false';
  if (parent.name.text === 'size') return '[]';
  if (parent.target === part) return textMethods.has(parent.name.text) ? '""' : null;
  if (parent.name.text === '@in' && parent.args[1] === part) return '[]';
  if (!/[^\w.]/.test(parent.name.text)) return null;
  const [other] = siblingsOf(parent, part);
  return other === undefined ? null : emptyLike(other, trace);
}

function emptyLike(expr: Expr, trace: Trace): string | null {
  const value = expr.kind === 'literal' ? expr.value : trace.resultOf(expr.id);
  if (value === undefined || isObstacle(value)) return null;
  if (isList(value)) return '[]';
  if (isMap(value)) return '{}';
  switch (typeName(value)) {
    case 'int':
      return '0';
    case 'uint':
      return '0u';
    case 'double':
      return '0.0';
    case 'string':
      return '""';
    case 'bool':
      return 'false';
    case 'google.protobuf.Duration':
      return 'duration("0s")';
    case 'null_type':
      return 'null';
    default:
      return null;
  }
}
