import { isList, isMap, keysOf, TypeValue, type Value } from '../../model/value.ts';
import { checkTypes } from '../check/check.ts';
import { lookUp } from '../evaluate/access.ts';
import { readBindings, readDeclarations, readType, readValue } from './data.ts';
import { standardLibrary } from '../functions/index.ts';
import { literal } from '../literal.ts';
import { CelError, type EvalResult } from '../evaluate/eval-result.ts';
import { parse, type Parsed } from '../parse/parse.ts';
import { plan } from '../plan/plan.ts';
import { formatType, parseType } from '../types/text.ts';
import { walk } from '../walk.ts';

/** A test of the CEL specification's simple test data, in protobuf's JSON form (`cel.expr.conformance.test.SimpleTest`). */
export interface SpecTest {
  readonly name?: string;
  readonly expr: string;
  readonly container?: string;
  readonly disableCheck?: boolean;
  readonly checkOnly?: boolean;
  readonly typeEnv?: unknown;
  readonly bindings?: unknown;
  readonly value?: unknown;
  readonly typedResult?: unknown;
  readonly evalError?: unknown;
}

export type SpecVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly expected: string; readonly got: string }
  /** The test contradicts the definition of its subject; our result agrees with the definition. */
  | { readonly kind: 'contradicts'; readonly reason: string }
  /** The one rule of exclusion: the test needs protobuf messages or enums, which rules about contexts have no use for. */
  | { readonly kind: 'needs-messages' };

export function judgeSpecTest(test: SpecTest): SpecVerdict {
  const parsed = parse(plainNotation(test.expr));
  if (needsMessages(test, parsed)) return { kind: 'needs-messages' };
  const faults = [faultOfType(test, parsed), test.checkOnly === true ? null : faultOfValue(test, parsed)];
  const fault = faults.find((found) => found !== null) ?? null;
  const contradiction = contradictions.find(({ expr }) => expr === test.expr);
  if (contradiction === undefined) return fault === null ? { kind: 'passed' } : { kind: 'failed', ...fault };
  // A known difference: if the test passes, or differs in another way, it must be reviewed.
  const { defined, reason } = contradiction;
  return fault?.got === defined
    ? { kind: 'contradicts', reason }
    : { kind: 'failed', expected: `${defined}, unlike the test`, got: fault?.got ?? 'what the test expects' };
}

/** True if the test makes, names or passes messages, their extensions, or enum constants and conversions. */
function needsMessages(test: SpecTest, { expr }: Parsed): boolean {
  if (/TestAllTypes|GlobalEnum|NestedEnum|proto\.(has|get)Ext/.test(test.expr)) return true;
  // Protobuf treats times as messages; in CEL they are types of their own.
  const data = JSON.stringify([test.typeEnv, test.value, test.typedResult]).replaceAll(
    /"messageType":"google\.protobuf\.(Duration|Timestamp)"|"objectValue":\{"@type":"type\.googleapis\.com\/google\.protobuf\.(Duration|Timestamp)"/g,
    '',
  );
  if (/"(messageType|enumValue|objectValue)"/.test(data)) return true;
  if ([...readBindings(test.bindings).values()].includes(undefined)) return true;
  return [...walk(expr)].some((node) => node.expr.kind === 'struct');
}

/**
 * Some tests use the notation of cel-go's optimiser: `cel.block([a, b], e)` binds `cel.index(0)` to a and so on, and
 * `cel.iterVar(0, 1)` is a loop variable. They are converted to the equivalent `cel.bind` and plain names.
 */
function plainNotation(text: string): string {
  if (!/cel\.(block|iterVar)/.test(text)) return text;
  const named = text
    .replaceAll(/cel\.iterVar\((\d+), (\d+)\)/g, 'loop_$1_$2')
    .replaceAll(/cel\.index\((\d+)\)/g, 'block_$1');
  const { expr } = parse(named);
  if (expr.kind !== 'call' || expr.name.text !== 'block') return named;
  const [list, body] = expr.args;
  if (list?.kind !== 'list' || body === undefined) return named;
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }) => named.slice(start, end);
  return list.elements.reduceRight(
    (inner, { value }, i) => `cel.bind(block_${i}, ${textOf(value.range)}, ${inner})`,
    textOf(body.range),
  );
}

interface Fault {
  readonly expected: string;
  readonly got: string;
}

/** Compares the checker's type with the type in the test. */
function faultOfType(test: SpecTest, { expr, problems }: Parsed): Fault | null {
  const deduced = (test.typedResult as { readonly deducedType?: unknown } | undefined)?.deducedType; // the test's own form
  if (deduced === undefined) return null;
  const { variables, functions } = readDeclarations(test.typeEnv);
  const { type, diagnostics } = checkTypes(expr, {
    variables: new Map([...variables].map(([name, text]) => [name, parseType(text) ?? { kind: 'dyn' }])),
    functions,
    ...(test.container === undefined ? {} : { container: test.container }),
    unknownNames: 'reported',
  });
  const wanted = parseType(readType(deduced));
  const expected = wanted === undefined ? readType(deduced) : formatType(wanted);
  const problem = problems[0] ?? diagnostics[0];
  const got = problem === undefined ? formatType(type) : problem.message;
  return got === expected ? null : { expected, got };
}

function faultOfValue(test: SpecTest, parsed: Parsed): Fault | null {
  const evaluated = evaluate(test, parsed);
  const result = (test.typedResult as { readonly result?: unknown } | undefined)?.result; // the test's own form
  const expectation = test.value ?? result ?? (test.evalError === undefined ? { boolValue: true } : undefined);
  if (expectation === undefined) return faultOfError(test, evaluated);
  const expected = readValue(expectation) ?? null;
  return !(evaluated instanceof CelError) && isSame(evaluated, expected)
    ? null
    : { expected: literal(expected), got: textOfResult(evaluated) };
}

function evaluate(test: SpecTest, { expr, problems }: Parsed): EvalResult {
  const [problem] = problems;
  if (problem !== undefined) return new CelError('parse_error', problem.message);
  const scope = new Map<string, Value>();
  for (const [name, value] of readBindings(test.bindings)) if (value !== undefined) scope.set(name, value);
  const qualified = new Set([...scope.keys()].filter((name) => name.includes('.')));
  const options = test.container === undefined ? { qualified } : { qualified, container: test.container };
  return plan(expr, standardLibrary, options).run(scope);
}

/**
 * A test that expects an error passes only with the expected reason: an error of another kind, or of a missing
 * function, is a fault. The codes for each wording in the tests:
 */
const reasons: readonly (readonly [RegExp, readonly string[]])[] = [
  [/undeclared|unbound|unknown variable/, ['undeclared_reference']],
  [/(divide|division|modulus) by zero/, ['divide_by_zero']],
  // A map is read with a key that no map can have; cel-go reports the type, other engines a missing key.
  [/no such key/, ['no_such_key', 'no_such_overload']],
  [/no.such.overload|no matching overload|unsupported key type|not support field selection/, ['no_such_overload']],
  [/repeated key|conversion error|formatting|invalid (UTF-8|substring)|negative offset/, ['invalid_argument']],
  // An index of a list, or an argument: the test's wording does not distinguish them.
  [/invalid_argument/, ['index_out_of_range', 'no_such_overload']],
  [/index .*out of range|index out of range/, ['index_out_of_range']],
  [/overflow|range/, ['overflow', 'invalid_argument']],
];

/** Tests whose wording no engine uses: `foo` for any error, and an overload where the expression divides by zero. */
const asAnyError = (test: SpecTest): boolean => /\b1 ?\/ ?0\b/.test(test.expr);

function faultOfError(test: SpecTest, evaluated: EvalResult): Fault | null {
  const message = JSON.stringify(test.evalError);
  const codes = asAnyError(test) ? ['divide_by_zero'] : (reasons.find(([wording]) => wording.test(message))?.[1] ?? []);
  const isMeant = evaluated instanceof CelError && codes.includes(evaluated.code);
  return isMeant ? null : { expected: message, got: textOfResult(evaluated) };
}

/**
 * True for the same value of the same kind: 1 and 1.0 are equal in CEL, but a test expects one of them. NaN matches
 * NaN, and map entries may be in any order.
 */
function isSame(a: Value, b: Value): boolean {
  if (a instanceof TypeValue && b instanceof TypeValue) return a.type === b.type;
  return canonical(a) === canonical(b);
}

function canonical(value: Value): string {
  if (isList(value)) return `[${Array.from(value, canonical).join(', ')}]`;
  if (!isMap(value)) return literal(value);
  const entries = keysOf(value).map((key) => `${canonical(key)}: ${canonical(lookUp(value, key) ?? null)}`);
  return `{${entries.toSorted().join(', ')}}`;
}

const textOfResult = (evaluated: EvalResult): string =>
  evaluated instanceof CelError ? `${evaluated.code}: ${evaluated.message}` : literal(evaluated);

/** A test of the suite that contradicts the definition of the function under test. */
interface Contradiction {
  readonly expr: string;
  /** The result by the definition, as a literal. */
  readonly defined: string;
  readonly reason: string;
}

/**
 * The specification does not define these functions itself; the extension's documentation does, and there an offset
 * beyond the end finds nothing. That was changed on purpose, so that texts which may be empty need no guard
 * (https://github.com/cel-expr/cel-go/pull/1052); the suite was not updated, and cel-go skips both tests until it is.
 */
const beyondTheEnd = 'the definition of indexOf and lastIndexOf has -1 for an offset beyond the end';

const contradictions: readonly Contradiction[] = [
  { expr: "'tacocat'.indexOf('a', 30) == -1", defined: 'true', reason: beyondTheEnd },
  { expr: "'tacocat'.lastIndexOf('a', 30) == -1", defined: 'true', reason: beyondTheEnd },
];
