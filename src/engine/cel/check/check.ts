import type { Expr } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Environment } from './environment.ts';
import { infer, type Inferred } from './infer.ts';
import { lint } from './lints.ts';
import { sentence } from './sentences.ts';
import type { Language } from '../declarations/language.ts';
import type { Type } from '../types/types.ts';
import type { Finding } from './findings.ts';
import { placeOf } from './tree.ts';
import { walk } from '../walk.ts';

export interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  /** The type of the whole expression. */
  readonly type: Type;
  /** The type of each part, by its id. */
  readonly types: readonly (Type | undefined)[];
}

/** Every finding about a rule before it runs: names, types, and legal code that is probably a mistake. */
export const check = (expr: Expr, language: Language): readonly Diagnostic[] => checkWith(expr, language).diagnostics;

/** Like `check`, with the types of the parts. */
export function checkWith(expr: Expr, language: Language): Pick<Checked, 'diagnostics' | 'types'> {
  const { findings, types } = inferIn(expr, language);
  const guarded = guardedPlaces(expr);
  const reported = findings.flatMap((finding) =>
    isGuarded(finding, guarded) ? [] : (sentence(finding, language, false) ?? []),
  );
  const lints = lint(expr, types, language).filter((one) => one.severity !== 'hint' || isSound(one, reported));
  const remaining = reported.filter((one) => !lints.some((other) => explains(other, one)));
  return { diagnostics: inOrder([...remaining, ...lints]), types };
}

/** True if a lint only repeats the consequence of another diagnostic. */
const explains = (lint: Diagnostic, { code, range }: Diagnostic): boolean =>
  explaining.has(lint.code) &&
  (code === 'cel/no-overload' || code === 'cel/never-equal' || code === 'cel/mixed-numbers') &&
  lint.range.start <= range.start &&
  range.end <= lint.range.end;

const explaining: ReadonlySet<string> = new Set(['cel/comparison-chain', 'cel/bad-literal', 'cel/text-for-time']);

/** True if no diagnostic marks the same part: a guess about the meaning of a wrong part does not help. */
function isSound({ range }: Diagnostic, reported: readonly Diagnostic[]): boolean {
  return !reported.some(
    (one) => one.severity !== 'hint' && one.range.start >= range.start && one.range.end <= range.end,
  );
}

/** The types of an expression's parts, with the language's variables. */
export function inferIn(expr: Expr, language: Language): Inferred {
  const variables = new Map([...language.variables].map(([name, variable]) => [name, variable.type]));
  return infer(expr, {
    variables,
    functions: language.functions,
    ...(language.macros !== undefined && { macros: language.macros }),
    unknownNames: 'reported',
  });
}

/** Checks as cel-go's checker does: mismatched types are errors; `env` decides about undeclared variables. */
export function checkTypes(expr: Expr, env: Environment): Checked {
  const inferred = infer(expr, env);
  const language = asLanguage(env);
  const diagnostics = inferred.findings.flatMap((finding) => {
    const reported = sentence(finding, language, true);
    return reported === undefined ? [] : [{ ...reported, severity: 'error' as const }];
  });
  return { diagnostics: inOrder(diagnostics), type: inferred.type, types: inferred.types };
}

function asLanguage(env: Environment): Language {
  return {
    place: 'this place',
    variables: new Map([...env.variables].map(([name, type]) => [name, { type, about: '' }])),
    functions: env.functions ?? new Map(),
    absent: new Map(),
    expects: 'any',
  };
}

const inOrder = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);

/**
 * The places whose keys the expression tests with `has(a.b)`, `"b" in a` or `a.?b`. The author expects such a key to be
 * missing sometimes, so its absence from this session is not worth a warning.
 */
function guardedPlaces(root: Expr): ReadonlySet<string> {
  const guarded = new Set<string>();
  for (const { expr } of walk(root)) {
    const place = guardedBy(expr);
    if (place !== undefined) guarded.add(place);
  }
  return guarded;
}

function guardedBy(expr: Expr): string | undefined {
  if (expr.kind === 'macro' && expr.macro.text === 'has') return expr.args[0] && placeOf(expr.args[0]);
  if ((expr.kind === 'select' || expr.kind === 'index') && expr.optional) return placeOf(expr);
  if (expr.kind !== 'call' || expr.name.text !== '@in') return undefined;
  const [key, map] = expr.args;
  if (key === undefined || map === undefined || key.kind !== 'literal') return undefined;
  return placeOf({ kind: 'index', id: -1, range: expr.range, operand: map, index: key, optional: false });
}

function isGuarded(finding: Finding, guarded: ReadonlySet<string>): boolean {
  if (finding.kind !== 'no-key') return false;
  const place = placeOf(finding.access);
  return place !== undefined && guarded.has(place);
}
