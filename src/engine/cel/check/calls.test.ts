import { describe, expect, test } from 'vitest';
import { typeName } from '../../model/value.ts';
import { runCase } from '../cases.ts';
import { declarationLists, unlisted } from '../declarations/declarations.ts';
import { languageAt } from '../declarations/language.ts';
import { specification } from '../declarations/lists.ts';
import { isOperator, operatorText } from '../declarations/operators.ts';
import type { FunctionDeclaration } from '../declarations/signature.ts';
import { planSweep } from '../plan/fold.ts';
import { CelError } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { plan } from '../plan/plan.ts';
import { specificationLibrary } from '../functions/index.ts';
import { parse } from '../parse/parse.ts';
import { resultText } from '../testing.ts';
import { formatType } from '../types/text.ts';
import { alternatives } from '../types/types.ts';
import type { Type } from '../types/types.ts';
import { argumentTypes } from './overloads.ts';
import { check, checkTypes } from './check.ts';

const declared = [...declarationLists.flat().filter((one) => !unlisted.includes(one)), ...specification];

/** Expressions by their type, written as users would. */
const samples: { readonly [type: string]: readonly string[] } = {
  int: ['2', '-1', '0'],
  uint: ['2u'],
  double: ['1.5', '-0.0'],
  bool: ['true'],
  string: ['"a,b"', '"2"', '"2026-05-20T03:45:00Z"', '"1h"', '"%s"', '"{}"', '"UTC"'],
  bytes: ['b"ab"'],
  null_type: ['null'],
  dyn: ['dyn(1)', 'dyn("a")', 'dyn([1])'],
  'google.protobuf.Timestamp': ['timestamp(0)'],
  'google.protobuf.Duration': ['duration("1s")'],
  type: ['type(1)'],
  'net.IP()': ['ip("10.1.2.3")'],
  'net.CIDR()': ['cidr("10.0.0.0/8")'],
  'kubernetes.URL()': ['url("https://example.com/a?b=c")'],
  'list(int)': ['[1, 2]'],
  'list(uint)': ['[1u]'],
  'list(double)': ['[1.0]'],
  'list(bool)': ['[true]'],
  'list(string)': ['["a", "b"]'],
  'list(bytes)': ['[b"a"]'],
  'list(google.protobuf.Timestamp)': ['[timestamp(0)]'],
  'list(google.protobuf.Duration)': ['[duration("1s")]'],
  'list(dyn)': ['[1, "a"]', '[]'],
  'list(list(int))': ['[[1], [2, 3]]'],
  'list(list(list(int)))': ['[[[1]]]'],
  'list(map(string, int))': ['[{"a": 1}]'],
  'list(optional_type(int))': ['[optional.of(1), optional.none()]'],
  'list(optional_type(list(int)))': ['[optional.of([1])]'],
  'map(string, int)': ['{"a": 1}'],
  'map(int, string)': ['{1: "a"}'],
  'map(string, optional_type(int))': ['{"a": optional.of(1)}'],
  'optional_type(int)': ['optional.of(1)', 'optional.none()'],
  'optional_type(string)': ['optional.of("a")'],
  'optional_type(list(int))': ['optional.of([1])'],
  'optional_type(map(string, int))': ['optional.of({"a": 1})'],
  'optional_type(optional_type(int))': ['optional.of(optional.of(1))', 'optional.of(optional.none())'],
  'optional_type(optional_type(list(int)))': ['optional.of(optional.of([1]))'],
};

/** The types that replace a signature's `A` and `B` in turn. */
const concrete = ['int', 'string', 'list(int)', 'optional_type(int)', 'optional_type(list(int))', 'map(string, int)'];

function written({ name }: FunctionDeclaration, isMethod: boolean, args: readonly string[]): string {
  const [first = '', second = ''] = args;
  if (name === '_?:_') return `(true ? ${first} : ${second})`;
  if (name === '_[_]') return `${first}[${second}]`;
  if (name === '_[?_]') return `${first}[?${second}]`;
  if (isOperator(name)) {
    return args.length === 1 ? `${operatorText(name)}(${first})` : `(${first} ${operatorText(name)} ${second})`;
  }
  return isMethod ? `(${first}).${name}(${args.slice(1).join(', ')})` : `${name}(${args.join(', ')})`;
}

const withParameters = (type: Type, a: string, b: string): string =>
  showParameters(type).replaceAll(/\bA\b/g, a).replaceAll(/\bB\b/g, b);

/** Like `formatType`, but writes parameters as `dyn`. */
function showParameters(type: Type): string {
  switch (type.kind) {
    case 'parameter':
      return type.name;
    case 'list':
      return `list(${showParameters(type.element)})`;
    case 'map':
      return `map(${showParameters(type.key)}, ${showParameters(type.value)})`;
    case 'opaque':
      return `${type.name}(${type.parameters.map(showParameters).join(', ')})`;
    default:
      return formatType(type);
  }
}

function product(choices: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return choices.reduce<readonly (readonly string[])[]>(
    (all, some) => all.flatMap((row) => some.map((one) => [...row, one])),
    [[]],
  );
}

/** Valid calls for each signature, with every sample of its parameters' types. */
function callsOf(declaration: FunctionDeclaration): readonly string[] {
  const calls = new Set<string>();
  for (const overload of declaration.overloads) {
    const types = argumentTypes(overload);
    for (const a of concrete) {
      for (const b of ['int', 'string']) {
        const wanted = types.map((type) => samples[withParameters(type, a, b)] ?? []);
        for (const args of product(wanted)) calls.add(written(declaration, overload.receiver !== null, args));
      }
    }
  }
  return [...calls];
}

const environment = {
  variables: new Map<string, Type>(),
  functions: new Map(specification.map((one) => [one.name, one])),
  unknownNames: 'reported',
} as const;

const isMisfit = (result: EvalResult): boolean =>
  result instanceof CelError && ['no_such_overload', 'undeclared_reference', 'parse_error'].includes(result.code);

const run = (text: string): EvalResult => plan(parse(text).expr, specificationLibrary).run(new Map());

/** The kind of value that a type determines; undefined where it determines none. */
function promised(type: Type): string | undefined {
  if (alternatives(type).length > 1 || type.kind === 'dyn' || type.kind === 'parameter') return undefined;
  return formatType(type).replace(/\(.*$/s, '');
}

/** Compares the checker's report on a call with its evaluation; undefined if they agree. */
function disagreement(text: string): string | undefined {
  const { expr, problems } = parse(text);
  const { diagnostics, type } = checkTypes(expr, environment);
  const [diagnostic] = [...problems, ...diagnostics];
  const result = run(text);
  if (diagnostic !== undefined) {
    // Values without a clause are reported by the checker only; the evaluator ignores them.
    const isIdle = /The format has .* values are given/.test(diagnostic.message);
    const isRight = diagnostic.code === 'cel/never-works' && (isIdle || result instanceof CelError);
    return isRight ? undefined : `${text} = ${resultText(result)}: ${diagnostic.message}`;
  }
  if (isMisfit(result)) return `${text} = ${resultText(result)}`;
  const kind = promised(type);
  return result instanceof CelError || kind === undefined || typeName(result) === kind
    ? undefined
    : `${text} is of type ${typeName(result)}, not ${kind}`;
}

describe.each(declared.map((one) => [one.name, one] as const))('%s', (_, declaration) => {
  const calls = callsOf(declaration);

  test('has a sample call for each of its signatures', () => {
    expect(calls.length).toBeGreaterThanOrEqual(declaration.overloads.length);
  });

  test('accepts every call that the checker accepts, and returns the deduced type', () => {
    expect(calls.flatMap((text) => disagreement(text) ?? [])).toEqual([]);
  });

  test('has the same result alone, in a sweep and as a case', () => {
    for (const text of calls) {
      const { expr } = parse(text);
      const wanted = resultText(run(text));
      expect([text, resultText(planSweep(expr, specificationLibrary).run(new Map()))]).toEqual([text, wanted]);
      const answer = runCase({ expr: text, check: false });
      const got =
        'value' in answer ? answer.value : 'error' in answer ? `${answer.error.kind}: ${answer.error.message}` : '';
      expect([text, got]).toEqual([text, wanted]);
    }
  });
});

/** Functions for which cel-go's checker refuses calls that its evaluator would accept; we refuse them too. */
const stricterThanRuns: readonly string[] = [
  // Two types where one is declared.
  '_+_',
  'or',
  'orValue',
  'sets.contains',
  'sets.equivalent',
  'sets.intersects',
  'indexOf',
  'lastIndexOf',
  // The checker wants int indices for lists, though the evaluator accepts any number, and a map's own key type.
  '_[_]',
  '_[?_]',
  // A duration cannot be negated.
  '-_',
  // The list contains no list.
  'flatten',
  // A value without a clause.
  'format',
];

/** A sample of each type, without lists that functions treat like other lists. */
const pool = Object.entries(samples).flatMap(([type, [one]]) =>
  one === undefined ||
  /^list\((bool|bytes|uint|double|google.*|list\(list.*|opt.*list.*)\)$|^optional_type\((string|opt.*list.*)\)$/.test(
    type,
  )
    ? []
    : [one],
);

const language = languageAt('turn');

/** A call that the editor marks as an error although it yields a value; undefined for none. */
function refusedCall(declaration: FunctionDeclaration): string | undefined {
  for (const isMethod of new Set(declaration.overloads.map(({ receiver }) => receiver !== null))) {
    for (const count of new Set(declaration.overloads.map((overload) => argumentTypes(overload).length))) {
      if (count > 2) continue;
      for (const args of product(Array.from({ length: count }, () => pool))) {
        const text = written(declaration, isMethod, args);
        if (run(text) instanceof CelError) continue;
        const { expr } = parse(text);
        if (check(expr, language).some(({ severity }) => severity === 'error')) return text;
      }
    }
  }
  return undefined;
}

test('the checker refuses a call with a value only where cel-go refuses it', () => {
  const refused = declared.flatMap((one) => {
    const call = refusedCall(one);
    return call === undefined ? [] : [{ name: one.name, call }];
  });
  expect(refused.filter(({ name }) => !stricterThanRuns.includes(name))).toEqual([]);
  expect(stricterThanRuns.filter((name) => refused.every((one) => one.name !== name))).toEqual([]);
});

describe('macros', () => {
  const targets =
    `[1, 2] ; ["a"] ; [[1]] ; [{"a": 1}] ; {"a": 1} ; {1: [2]} ; {"a": {"b": 1}} ; "ab" ; 1 ; timestamp(0) ;
    optional.of(1) ; optional.of([1]) ; optional.of(optional.of(1)) ; [optional.of(1)] ; optional.of({"a": 1})`.split(
      /\s+;\s+/,
    );
  const bodies = `true ; 1 ; x ; x == 1 ; x > 1 ; [x] ; {"k": x} ; optional.of(x) ; optional.none() ; "a" ; x.a ; x.?a ;
    has(x.a) ; x[0] ; size(x) > 0 ; 1.5 ; type(x) ; b"a" ; !x ; x && true ; x ? 1 : 2 ; string(x) ; x in [1]`.split(
    /\s+;\s+/,
  );
  const one = ['all', 'exists', 'exists_one', 'existsOne', 'filter', 'map', 'sortBy', 'optMap', 'optFlatMap'];
  const two = ['all', 'exists', 'exists_one', 'existsOne', 'transformList', 'transformMap', 'transformMapEntry'];
  const forms: readonly ((target: string, body: string) => string)[] = [
    ...one.map((name) => (target: string, body: string) => `${target}.${name}(x, ${body})`),
    ...two.map((name) => (target: string, body: string) => `${target}.${name}(i, x, ${body})`),
    (target, body) => `${target}.map(x, ${body}, x)`,
    (target, body) => `cel.bind(x, ${target}, ${body})`,
    (target, body) => `cel.bind(x, ${target}, [?${body}])`,
  ];
  const calls = forms.flatMap((form) => targets.flatMap((target) => bodies.map((body) => form(target, body))));

  test('run if the checker accepts them, and return the deduced type', () => {
    const faults = calls.flatMap((text) => {
      const { expr } = parse(text);
      const { diagnostics, type } = checkTypes(expr, environment);
      if (diagnostics.length > 0) return [];
      const result = run(text);
      const kind = promised(type);
      const isRight = result instanceof CelError ? !isMisfit(result) : (kind ?? typeName(result)) === typeName(result);
      return isRight ? [] : [`${text} = ${resultText(result)}, of type ${formatType(type)}`];
    });
    expect(faults).toEqual([]);
  });

  test('are not refused if they have a value, except for indices that cel-go refuses', () => {
    const refused = calls.filter((text) => {
      if (text.includes('x[0]') || run(text) instanceof CelError) return false;
      return check(parse(text).expr, language).some(({ severity }) => severity === 'error');
    });
    expect(refused).toEqual([]);
  });
});
