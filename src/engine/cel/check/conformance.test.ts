import { tests as checkerTests } from '@bufbuild/cel-spec/testdata/checking.js';
import { tests as conformanceTests } from '@bufbuild/cel-spec/testdata/conformance.js';
import type {
  SerializedIncrementalTest as Case,
  SerializedIncrementalTestSuite as Suite,
} from '@bufbuild/cel-spec/testdata/tests.js';
import { describe, expect, test } from 'vitest';
import { infer } from './infer.ts';
import { parse } from '../parse/parse.ts';
import { formatType, parseType } from '../types/text.ts';
import type { Type } from '../types/types.ts';

/**
 * The package records, for each conformance test and each test of cel-go's own checker, the type or the refusal of
 * cel-go. These are left out by rule: protobuf messages and enums, declared functions, features that this cel-go was
 * not configured for (optional syntax, two-variable macros, back-quoted fields) or refuses outside its checker
 * (formats); and the one case in which the suite itself expects another type, which cel-go therefore leaves out.
 */
const messageFeatures =
  /proto[23]|google\.protobuf\.(?!Timestamp|Duration)|Nested|TestAllTypes|\w*Value\s*\{|wrapper|"any"|f[gi]_s/;
const notTheChecker = /unsupported syntax|'(exists|existsOne|all|transform\w+)'|format|out of range|argument|recursion/;

const decidedByTheSuite = '[optional.of(1), null][0]';

/** Variables that cel-go's checker tests assume. */
const usual = { is: 'string', ii: 'int', iu: 'uint', iz: 'bool', id: 'double', ix: 'null', ib: 'bytes' };

interface Declared {
  readonly name: string;
  readonly ident?: { readonly type: unknown };
}

function casesOf(suite: Suite): readonly Case[] {
  return [...(suite.tests ?? []), ...(suite.suites ?? []).flatMap(casesOf)];
}

const declarationsOf = ({ original }: Case) => (original['typeEnv'] ?? []) as unknown as readonly Declared[]; // the form in the package

function applies(one: Case): boolean {
  if (messageFeatures.test(JSON.stringify([one.original, one.type ?? '']))) return false;
  if (one.error !== undefined && notTheChecker.test(one.error)) return false;
  if (one.original.expr === decidedByTheSuite) return false;
  return declarationsOf(one).every(({ ident }) => ident !== undefined);
}

const words: Readonly<Record<string, string>> = {
  INT64: 'int',
  UINT64: 'uint',
  DOUBLE: 'double',
  BOOL: 'bool',
  STRING: 'string',
  BYTES: 'bytes',
};

/** Reads the protobuf JSON of `cel.expr.Type`. */
function readType(json: unknown): string {
  const [[kind, detail] = ['dyn', {}]] = Object.entries(json as Record<string, unknown>);
  const inner = detail as Record<string, unknown>; // `kind` determines the shape
  if (kind === 'primitive') return words[String(detail)] ?? 'dyn';
  if (kind === 'listType') return `list(${readType(inner['elemType'])})`;
  if (kind === 'mapType') return `map(${readType(inner['keyType'])}, ${readType(inner['valueType'])})`;
  if (kind === 'abstractType') return `optional(${readType((inner['parameterTypes'] as readonly unknown[])[0])})`;
  if (kind === 'null') return 'null';
  if (kind === 'wellKnown') return String(detail).toLowerCase();
  return 'dyn';
}

function environment(one: Case): ReadonlyMap<string, Type> {
  const texts = new Map<string, string>(Object.entries(usual));
  for (const { name, ident } of declarationsOf(one)) texts.set(name, readType(ident?.type));
  return new Map([...texts].map(([name, text]) => [name, parseType(text) ?? { kind: 'dyn' }]));
}

/** Converts cel-go's debug form of a type to our spelling; types of types are compared as such only. */
const inOurSpelling = (type: string) =>
  type
    .replaceAll(/\btimestamp\b/g, 'google.protobuf.Timestamp')
    .replaceAll(/\bduration\b/g, 'google.protobuf.Duration')
    .replaceAll(/\bnull\b/g, 'null_type');

const withoutTypeArguments = (type: string) => type.replace(/^type\(.*\)$/, 'type');

function verdictOf(one: Case): string {
  const { expr, problems } = parse(one.original.expr);
  const container = typeof one.original['container'] === 'string' ? one.original['container'] : '';
  const inferred = infer(expr, { variables: environment(one), container, unknownNames: 'reported' });
  return problems.length > 0 || inferred.findings.length > 0
    ? 'refused'
    : withoutTypeArguments(formatType(inferred.type));
}

describe.each([
  ['the conformance tests', conformanceTests, 1500],
  ['the tests of its own checker', checkerTests, 60],
] as const)('as cel-go decides on %s', (_, suite, atLeast) => {
  const cases = casesOf(suite).filter(applies);

  test('every expression has the same type, or both refuse it', () => {
    const differing = cases.flatMap((one) => {
      const wanted = one.error === undefined ? withoutTypeArguments(inOurSpelling(one.type ?? '')) : 'refused';
      const got = verdictOf(one);
      return got === wanted ? [] : [{ expr: one.original.expr, wanted, got }];
    });
    expect(differing).toEqual([]);
    expect(cases.length).toBeGreaterThan(atLeast);
  });
});
