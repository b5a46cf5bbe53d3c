import { ok, type Result } from '../../base/result.ts';
import { checkArguments, checkGiven, type KnownKeys } from './known-keys.ts';
import type { Problem } from '../model/problem.ts';
import { materialise } from '../model/materialise.ts';
import { isRecord, type RecordValue, type Value } from '../model/value.ts';
import { letOperation, type OperationSpec } from './machine.ts';
import { isMatcher, mismatch } from './matchers.ts';
import { valueAtProbe, withReferences } from './probes.ts';

/** One behaviour vector: given this start, after these operations, expect this. Without `expect` it is a script. */
export interface Vector {
  readonly id: string;
  readonly about?: string;
  readonly given: RecordValue;
  readonly do: readonly VectorStep[];
  readonly expect?: {
    /** The expected outcome of a step, by its number. A step that is not listed may return anything, but must not fail. */
    readonly steps?: { readonly [step: string]: Value };
    /** By probe, read after the last step. */
    readonly state?: { readonly [probe: string]: Value };
  };
}

export interface VectorStep {
  readonly op: string;
  /** The object that the operation is called on; by default the system's main object. */
  readonly on?: string;
  /** The label under which later steps and probes find what the step returned. */
  readonly as?: string;
  readonly args?: RecordValue;
}

/** What a system provides so that vectors can run on it. */
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

/** How the wait of an operation ended, or that it is still pending. */
export type Waited =
  | { readonly resolves: Value }
  | { readonly rejects: RecordValue & { readonly kind: string } }
  | { readonly pending: true };

/** The result of a step: its outcome, or for a step that waits a function that returns the outcome after the last step. */
export type VectorAnswer = VectorOutcome | (() => Waited);

export interface VectorFailure {
  readonly id: string;
  /** `step 2` or the probe, followed by the place inside the value. */
  readonly where: string;
  readonly expected: Value;
  /** Undefined when there is no value. */
  readonly got: Value | undefined;
}

/** Runs a vector and compares its outcomes and state with what it expects. An empty list means that it passed. */
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
      expected === undefined
        ? unexpectedError(outcome)
        : mismatch(withPartialErrors(expected), asReturned(outcome, expected), probe);
    if (found !== null) failures.push({ ...found, id: vector.id, where: `step ${step}${found.where}` });
  }
  for (const [name, expected] of Object.entries(vector.expect?.state ?? {})) {
    const found = mismatch(expected, probe(name), probe);
    if (found !== null) failures.push({ ...found, id: vector.id, where: name + found.where });
  }
  return failures;
}

/** Runs a script: one outcome per step, the events, and the system's own export at the end. */
export function runScript(system: VectorSystem, script: Pick<Vector, 'given' | 'do'>) {
  const performed = perform(system, script, currentValue);
  if (!performed.ok) return performed;
  const { outcomes, run } = performed.value;
  return ok({ results: outcomes, events: run.events(), snapshot: run.snapshot() });
}

/** An object that a step returned may change later; a script shows its value right after the step. */
function currentValue(answer: VectorAnswer): VectorAnswer {
  if ('returns' in answer) return { returns: materialise(answer.returns) };
  return 'resolves' in answer ? { resolves: materialise(answer.resolves) } : answer;
}

function perform(
  system: VectorSystem,
  { given: written, do: steps, expect = {} }: Pick<Vector, 'given' | 'do' | 'expect'>,
  keep: (answer: VectorAnswer) => VectorAnswer = (answer) => answer,
) {
  const start = isRecord(written) ? written : {};
  const given = withReferences(start, (text) => valueAtProbe(text, (name) => (name === 'given' ? start : undefined)));
  const labels = new Map<string, Value>([['given', given]]);
  // The run may have changed the given values, so its own label comes first.
  const own = (name: string) => (name === 'given' ? run.label(name) : undefined) ?? labels.get(name) ?? run.label(name);
  const probe = (text: string) => valueAtProbe(text, own);
  const { steps: outcomesExpected = {}, state = {} } = expect;
  const referring = [...steps.map(({ args = null }) => args), outcomesExpected, state, Object.keys(state)];
  const isGivenKnown = checkGiven(start, system.known, referring);
  const isKnown = isGivenKnown.ok ? checkArguments(steps, system.operations) : isGivenKnown;
  const started = isKnown.ok ? system.start(given) : isKnown;
  if (!started.ok) return started;
  const run = started.value;
  const answers = steps.map((step) => {
    const args = withReferences(step.args ?? {}, probe);
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

/** An ignored call counts as one that returned null where the vector expects a return value. */
function asReturned(outcome: VectorOutcome, expected: Value): VectorOutcome {
  return 'ignored' in outcome && isRecord(expected) && expected['returns'] !== undefined ? { returns: null } : outcome;
}

function unexpectedError(outcome: VectorOutcome) {
  return 'throws' in outcome ? { where: '', expected: { returns: { $any: true } }, got: outcome } : null;
}

/** Only the keys that the vector names must match in an error, unless the vector uses a matcher for it. */
function withPartialErrors(expected: Value): Value {
  if (!isRecord(expected)) return expected;
  const { $partial, ...outcome } = expected;
  const loose = Object.entries(outcome).map(([key, value]): [string, Value] => {
    const isError = (key === 'throws' || key === 'rejects') && isRecord(value) && !isMatcher(value);
    return [key, isError ? { $partial: value } : value];
  });
  return { ...($partial !== undefined && { $partial: withPartialErrors($partial) }), ...Object.fromEntries(loose) };
}
