import type { TextRange } from '../../model/problem.ts';
import type { Call, Expr } from '../ast.ts';
import { error } from './diagnostic.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Linted } from './lint.ts';
import { CelError } from '../evaluate/outcome.ts';
import { compilePattern } from '../evaluate/pattern.ts';
import { decodeJson } from '../functions/json.ts';
import { parseDuration, parseTimestamp } from '../evaluate/time.ts';

/** Texts written out in an expression that could never do what they are there for. */
export function* brokenLiterals(linted: Linted): Generator<Diagnostic> {
  for (const node of linted.nodes) {
    if (node.kind !== 'call') continue;
    const pattern = patternOf(node);
    if (pattern !== undefined) yield* refused(pattern, 'bad-pattern', compilePattern);
    const [only] = node.args;
    if (node.args.length !== 1 || only === undefined) continue;
    if (isIn('json', node) && node.name.text === 'decode') yield* refused(only, 'bad-literal', decodeJson);
    if (node.target !== null) continue;
    if (node.name.text === 'timestamp') yield* refused(only, 'bad-literal', parseTimestamp);
    if (node.name.text === 'duration') yield* refused(only, 'bad-literal', parseDuration);
  }
}

/** Of a function in a namespace: `json` of `json.decode`. */
const isIn = (namespace: string, { target }: Call): boolean => target?.kind === 'ident' && target.name === namespace;

function patternOf(call: Call): Expr | undefined {
  const { name, target, args } = call;
  if (name.text === 'matches') return target === null ? args[1] : args[0];
  return isIn('regex', call) && ['replace', 'extract', 'extractAll'].includes(name.text) ? args[1] : undefined;
}

function* refused(expr: Expr, code: string, read: (text: string) => unknown): Generator<Diagnostic> {
  if (expr.kind !== 'literal' || typeof expr.value !== 'string') return;
  const result = read(expr.value);
  if (result instanceof CelError) yield error(code, asSentence(result.message), expr.range satisfies TextRange);
}

const asSentence = (message: string): string =>
  `${message.slice(0, 1).toUpperCase()}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`;
