import type { Expr } from '../ast.ts';
import { nearest } from '../check/suggest.ts';
import { CelError } from '../evaluate/eval-result.ts';
import type { Library } from '../evaluate/library.ts';
import type { Trace } from '../evaluate/trace.ts';
import { guardProposals } from './guards.ts';
import { missingProposals } from './missing.ts';
import { overloadProposals } from './overloads.ts';
import type { Failure, Proposal } from './proposal.ts';
import { spliced, tightTextOf } from './splice.ts';
import { TreePlace } from './tree-place.ts';

export interface FailedRule {
  readonly text: string;
  readonly expr: Expr;
  readonly trace: Trace;
  readonly library: Library;
  /** Names of the existing variables. */
  readonly variables: readonly string[];
  readonly expectsBoolean: boolean;
}

/** Changed texts for a rule that failed, the likeliest first. They are guesses by kind of error: each must be tried. */
export function proposeFixes({
  text,
  expr,
  trace,
  library,
  variables,
  expectsBoolean,
}: FailedRule): readonly Proposal[] {
  const { result: error } = trace;
  if (!(error instanceof CelError)) return [];
  const tree = new TreePlace(expr);
  const node = tree.node(error.nodeId);
  if (node === undefined) return [];
  const failure: Failure = { text, error, node, tree, trace, expectsBoolean };
  switch (error.code) {
    case 'no_such_key':
    case 'index_out_of_range':
      return missingProposals(failure);
    case 'no_such_overload':
      return overloadProposals(failure);
    case 'undeclared_reference':
      return respelled(failure, library, variables);
    case 'divide_by_zero':
      return notZero(failure);
    case 'invalid_argument':
      return readable(failure);
    default:
      return [];
  }
}

/** Names in other languages. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['float', 'double'],
  ['len', 'size'],
  ['length', 'size'],
  ['str', 'string'],
  ['lower', 'lowerAscii'],
  ['toLowerCase', 'lowerAscii'],
  ['upper', 'upperAscii'],
  ['toUpperCase', 'upperAscii'],
  ['includes', 'contains'],
  ['any', 'exists'],
  ['some', 'exists'],
  ['every', 'all'],
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['undefined', 'null'],
]);

function respelled({ text, node }: Failure, library: Library, variables: readonly string[]): readonly Proposal[] {
  const written = node.kind === 'ident' ? node.name : node.kind === 'call' ? node.name.text : null;
  if (written === null) return [];
  const { functions, methods } = library;
  const known =
    node.kind === 'ident'
      ? variables
      : node.kind === 'call' && node.target !== null
        ? methods.keys()
        : functions.keys();
  const suggestion = otherNames.get(written) ?? nearest(written, known);
  if (suggestion === undefined) return [];
  const range = node.kind === 'call' ? node.name.range : node.range;
  return [{ title: `write \`${suggestion}\``, expression: spliced(text, range, suggestion) }];
}

function notZero(failure: Failure): readonly Proposal[] {
  const { node, text } = failure;
  const divisor = node.kind === 'call' ? node.args[1] : undefined;
  if (divisor === undefined || divisor.kind === 'literal') return [];
  const written = tightTextOf(text, divisor);
  return guardProposals(failure, node, `${written} != 0`, `${written} == 0`);
}

const forms: ReadonlyMap<string, string> = new Map([
  ['int', '^-?[0-9]+$'],
  ['uint', '^[0-9]+$'],
  ['double', '^-?[0-9]+([.][0-9]+)?$'],
]);

/** A text that does not read as a number: its form is tested first. */
function readable(failure: Failure): readonly Proposal[] {
  const { node, text } = failure;
  const form = node.kind === 'call' && node.target === null ? forms.get(node.name.text) : undefined;
  const argument = node.kind === 'call' ? node.args[0] : undefined;
  if (form === undefined || argument === undefined) return [];
  const condition = `${tightTextOf(text, argument)}.matches(${JSON.stringify(form)})`;
  return guardProposals(failure, node, condition, `!${condition}`);
}

export const failedPart = (expr: Expr, error: CelError): Expr | null => new TreePlace(expr).node(error.nodeId) ?? null;
