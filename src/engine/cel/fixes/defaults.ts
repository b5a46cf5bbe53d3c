import { isList, isMap, typeName } from '../../model/value.ts';
import type { Expr } from '../ast.ts';
import { isObstacle } from '../evaluate/eval-result.ts';
import type { Trace } from '../evaluate/trace.ts';
import { siblingsOf, type TreePlace } from './tree-place.ts';

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
export function emptyFor(part: Expr, tree: TreePlace, trace: Trace): string | null {
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
