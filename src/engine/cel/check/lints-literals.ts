import type { TextRange } from '../../model/problem.ts';
import type { Call, Expr } from '../ast.ts';
import { error, rewrite, warning } from '../diagnostic.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Linted } from './lint.ts';
import { isKeyType } from './never-works.ts';
import { withArticle } from './sentences-names.ts';
import { asDuration } from './times.ts';
import { Double } from '../../model/value.ts';
import { CelError } from '../evaluate/eval-result.ts';
import { compilePattern } from '../evaluate/pattern.ts';
import { decodeJson } from '../functions/json.ts';
import { patternToExtract, wrongReference } from '../functions/regex.ts';
import { parseDuration, parseTimestamp } from '../evaluate/time.ts';
import { alternatives, isFromData } from '../types/types.ts';

/** Text literals that the function around them always refuses: patterns, timestamps, durations and the like. */
export function* brokenLiterals(linted: Linted): Generator<Diagnostic> {
  for (const node of linted.nodes) {
    if (node.kind !== 'call') continue;
    yield* brokenPattern(node);
    const [only] = node.args;
    if (node.args.length !== 1 || only === undefined) continue;
    if (isIn('json', node) && node.name.text === 'decode') yield* refused(only, 'bad-literal', decodeJson);
    if (node.target !== null) continue;
    if (node.name.text === 'timestamp') yield* refused(only, 'bad-literal', parseTimestamp, asTimestamp);
    if (node.name.text === 'duration') {
      yield* refused(only, 'bad-literal', parseDuration, asDuration);
      yield* withoutUnit(only);
    }
  }
}

/** cel-go's checker accepts any key, and its evaluator refuses the map. */
export function* impossibleKeys(linted: Linted): Generator<Diagnostic> {
  for (const node of linted.nodes) {
    if (node.kind !== 'map') continue;
    for (const { key } of node.entries) {
      const type = linted.typeOf(key);
      if (isKeyType(type)) continue;
      const message = `The key of a map is a text, a whole number or a bool, and this is ${withArticle(type)}.`;
      const isSeen = alternatives(type).some(isFromData);
      yield (isSeen ? warning : error)('never-works', message, key.range);
    }
  }
}

/** Tests for a function in a namespace: `json` of `json.decode`. */
const isIn = (namespace: string, { target }: Call): boolean => target?.kind === 'ident' && target.name === namespace;

function* brokenPattern(call: Call): Generator<Diagnostic> {
  const { name, target, args } = call;
  const [first, second, third] = args;
  const pattern = name.text === 'matches' && target !== null ? first : second;
  if (pattern === undefined) return;
  if (name.text === 'matches') yield* refused(pattern, 'bad-pattern', compilePattern);
  if (!isIn('regex', call)) return;
  if (/^extract(All)?$/.test(name.text)) yield* refused(pattern, 'bad-pattern', patternToExtract);
  if (name.text !== 'replace') return;
  yield* refused(pattern, 'bad-pattern', compilePattern);
  const compiled =
    pattern.kind === 'literal' && typeof pattern.value === 'string' ? compilePattern(pattern.value) : undefined;
  if (third === undefined || compiled === undefined || compiled instanceof CelError) return;
  yield* refused(third, 'bad-literal', (by) => wrongReference(by, compiled.groups));
}

/** `duration(5)`: five of what? */
function* withoutUnit(expr: Expr): Generator<Diagnostic> {
  const number = expr.kind === 'literal' ? numberIn(expr.value) : undefined;
  if (number === undefined) return;
  const written = `"${number}s"`;
  const message = `A duration needs a unit, so \`duration\` takes a text: write \`duration(${written})\` for seconds.`;
  yield error('bad-literal', message, expr.range, rewrite(expr.range, written));
}

const numberIn = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : value instanceof Double
      ? String(value.value)
      : undefined;

/** A date alone becomes the beginning of its day. */
const asTimestamp = (text: string): string | undefined => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}T00:00:00Z`;
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?$/.test(text)
    ? `${text.replace(' ', 'T')}${text.length === 16 ? ':00' : ''}Z`
    : undefined;
};

function* refused(
  expr: Expr,
  code: string,
  read: (text: string) => unknown,
  repair?: (text: string) => string | undefined,
): Generator<Diagnostic> {
  if (expr.kind !== 'literal' || typeof expr.value !== 'string') return;
  const result = read(expr.value);
  if (!(result instanceof CelError)) return;
  const repaired = repair?.(expr.value);
  const fix = repaired === undefined ? undefined : rewrite(expr.range, JSON.stringify(repaired));
  const ending = repaired === undefined ? '' : ` Write \`${JSON.stringify(repaired)}\`.`;
  yield error(code, `${asSentence(result.message)}${ending}`, expr.range satisfies TextRange, fix);
}

const asSentence = (message: string): string =>
  `${message.slice(0, 1).toUpperCase()}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`;
