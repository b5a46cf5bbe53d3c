import { ok, type Result } from '../../base/result.ts';
import { checkArguments, checkGiven, type KnownKeys } from './known-keys.ts';
import type { Problem } from '../model/problem.ts';
import { materialise } from '../model/materialise.ts';
import { elementAt, entry, isList, isMap, isRecord, type RecordValue, type Value } from '../model/value.ts';
import { letOperation, type OperationSpec } from './machine.ts';
import { isMatcher, mismatch } from './matchers.ts';

/** One behaviour vector: given this start, after these operations, expect this. Without `expect` it is a script. */
export interface Vector {
  readonly id: string;
  readonly about?: string;
  readonly given: RecordValue;
  readonly do: readonly VectorStep[];
  readonly expect?: {
    /** By step number; steps that are not listed must not fail. */
    readonly steps?: { readonly [step: string]: Value };
    /** By probe, read after the last step. */
    readonly state?: { readonly [probe: string]: Value };
  };
}

export interface VectorStep {
  readonly op: string;
  /** What the operation is called on, where that is not the system's main object. */
  readonly on?: string;
  /** Gives what the step yields a name for later. */
  readonly as?: string;
  readonly args?: RecordValue;
}

/** What a system offers to vectors. */
export interface VectorSystem {
  readonly known: KnownKeys;
  readonly operations: readonly OperationSpec[];
  start(given: RecordValue): Result<VectorRun, Problem>;
}

export interface VectorRun {
  perform(step: VectorStep, args: RecordValue, on: Value | undefined): VectorAnswer;
  /** The system's own labels, such as `context`. */
  label(name: string): Value | undefined;
  events(): readonly Value[];
  snapshot(): Value;
}

export type VectorOutcome =
  | { readonly returns: Value }
  | { readonly throws: RecordValue & { readonly kind: string } }
  | { readonly ignored: true }
  | Waited;

/** How an operation that waits has ended, or that it has not. */
export type Waited =
  | { readonly resolves: Value }
  | { readonly rejects: RecordValue & { readonly kind: string } }
  | { readonly pending: true };

/** What a step comes to: an outcome, or for a wait the way to its outcome, asked for after the last step. */
export type VectorAnswer = VectorOutcome | (() => Waited);

export interface VectorFailure {
  readonly id: string;
  /** `step 2`, or the probe; with the place inside the value. */
  readonly where: string;
  readonly expected: Value;
  /** Undefined: there is nothing. */
  readonly got: Value | undefined;
}

/** Runs a vector and judges it; no failures means it passed. */
export function runVector(system: VectorSystem, vector: Vector): readonly VectorFailure[] {
  const performed = perform(system, vector);
  if (!performed.ok) {
    return [{ id: vector.id, where: 'given', expected: 'a start', got: performed.problem.message }];
  }
  const { outcomes, probe } = performed.value;
  const failures: VectorFailure[] = [];
  for (const [step, outcome] of outcomes.entries()) {
    const expected = vector.expect?.steps?.[String(step)];
    const found =
      expected === undefined ? unexpected(outcome) : mismatch(thrownLoosely(expected), told(outcome, expected), probe);
    if (found !== null) failures.push({ ...found, id: vector.id, where: `step ${step}${found.where}` });
  }
  for (const [name, expected] of Object.entries(vector.expect?.state ?? {})) {
    const found = mismatch(expected, probe(name), probe);
    if (found !== null) failures.push({ ...found, id: vector.id, where: name + found.where });
  }
  return failures;
}

/** Runs a script: one outcome per step, what then happened, and the system's own export at the end. */
export function runScript(system: VectorSystem, script: Pick<Vector, 'given' | 'do'>) {
  const performed = perform(system, script, asItIsNow);
  if (!performed.ok) return performed;
  const { outcomes, run } = performed.value;
  return ok({ results: outcomes, events: run.events(), snapshot: run.snapshot() });
}

/** What a step yields may go on changing; a script shows what it was then. */
function asItIsNow(answer: VectorAnswer): VectorAnswer {
  if ('returns' in answer) return { returns: materialise(answer.returns) };
  return 'resolves' in answer ? { resolves: materialise(answer.resolves) } : answer;
}

function perform(
  system: VectorSystem,
  { given: written, do: steps, expect = {} }: Pick<Vector, 'given' | 'do' | 'expect'>,
  keep: (answer: VectorAnswer) => VectorAnswer = (answer) => answer,
) {
  const start = isRecord(written) ? written : {};
  const given = resolved(start, (text) => probed(text, (name) => (name === 'given' ? start : undefined)));
  const labels = new Map<string, Value>([['given', given]]);
  // What was given may have changed in the run's hands.
  const own = (name: string) => (name === 'given' ? run.label(name) : undefined) ?? labels.get(name) ?? run.label(name);
  const probe = (text: string) => probed(text, own);
  const { steps: outcomesExpected = {}, state = {} } = expect;
  const referring = [...steps.map(({ args = null }) => args), outcomesExpected, state, Object.keys(state)];
  const isGivenKnown = checkGiven(start, system.known, referring);
  const isKnown = isGivenKnown.ok ? checkArguments(steps, system.operations) : isGivenKnown;
  const started = isKnown.ok ? system.start(given) : isKnown;
  if (!started.ok) return started;
  const run = started.value;
  const answers = steps.map((step) => {
    const args = resolved(step.args ?? {}, probe);
    const outcome: VectorAnswer =
      step.op === letOperation
        ? { returns: args['value'] ?? null }
        : run.perform(step, args, step.on === undefined ? undefined : own(step.on));
    if (step.as !== undefined && 'returns' in outcome) labels.set(step.as, outcome.returns);
    return keep(outcome);
  });
  const outcomes = answers.map((answer) => (typeof answer === 'function' ? answer() : answer));
  return ok({ outcomes, probe, run });
}

/** A call that was ignored came back without a result, too, where a vector asks what it returned. */
function told(outcome: VectorOutcome, expected: Value): VectorOutcome {
  return 'ignored' in outcome && isRecord(expected) && expected['returns'] !== undefined ? { returns: null } : outcome;
}

function unexpected(outcome: VectorOutcome) {
  return 'throws' in outcome ? { where: '', expected: { returns: { $any: true } }, got: outcome } : null;
}

/** Of an error, only the keys that the vector names must match, unless a matcher says what must. */
function thrownLoosely(expected: Value): Value {
  if (!isRecord(expected)) return expected;
  const { $partial, ...outcome } = expected;
  const loose = Object.entries(outcome).map(([key, value]): [string, Value] => {
    const isError = (key === 'throws' || key === 'rejects') && isRecord(value) && !isMatcher(value);
    return [key, isError ? { $partial: value } : value];
  });
  return { ...($partial !== undefined && { $partial: thrownLoosely($partial) }), ...Object.fromEntries(loose) };
}

const probeParts = /^([^.[]+)|\.([^.[]+)|\[(\d+)\]/g;

/** The value under a label, followed through `.key` and `[index]`. */
export function probed(text: string, label: (name: string) => Value | undefined): Value | undefined {
  let here: Value | undefined;
  for (const [, name, key, index] of text.matchAll(probeParts)) {
    if (name !== undefined) here = label(name);
    else if (here === undefined) return undefined;
    else if (key !== undefined) here = isMap(here) ? entry(here, key) : undefined;
    else here = isList(here) ? elementAt(here, Number(index)) : undefined;
  }
  return here;
}

/** `{"$ref": probe}` stands for that very object, wherever it stands; a value without one stays the very same. */
export function resolved(values: RecordValue, probe: (text: string) => Value | undefined): RecordValue {
  const entries = Object.entries(values).map(([key, value]) => [key, resolvedValue(value, probe)] as const);
  return entries.every(([key, value]) => value === values[key]) ? values : Object.fromEntries(entries);
}

function resolvedValue(value: Value, probe: (text: string) => Value | undefined): Value {
  if (Array.isArray(value)) {
    const elements: readonly Value[] = value;
    const found = elements.map((element) => resolvedValue(element, probe));
    return found.every((element, i) => element === elements[i]) ? elements : found;
  }
  if (!isRecord(value)) return value;
  const reference = value['$ref'];
  return typeof reference === 'string' ? (probe(reference) ?? null) : resolved(value, probe);
}
