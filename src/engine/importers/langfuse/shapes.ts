import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { Export, Observation, Trace } from './format.ts';

export interface PlacedTrace {
  readonly trace: Trace | undefined;
  /** Where the trace's own fields stand. */
  readonly place: Path;
  readonly observations: readonly PlacedObservation[];
}

export interface PlacedObservation {
  readonly observation: Observation;
  readonly place: Path;
}

/** Each trace of a file: an export, a trace of the API with its observations, a list of either, or of observations, one alone. */
export function exportsIn(value: Value): readonly PlacedTrace[] {
  const whole = exportIn(value, []);
  if (whole !== undefined) return [whole];
  const single = v.safeParse(Observation, inCamelCase(value));
  if (single.success) return byTrace([{ observation: single.output, place: [] }]);
  const [list, place]: readonly [Value | undefined, Path] = isRecord(value) ? [value['data'], ['data']] : [value, []];
  if (!Array.isArray(list)) return [];
  const entries = list as readonly Value[]; // narrowed to any[]
  const traces = entries.flatMap((one, index) => exportIn(one, [...place, index]) ?? []);
  return traces.length > 0 ? traces : byTrace(observationsIn(entries, place));
}

function exportIn(value: Value, place: Path): PlacedTrace | undefined {
  const exported = v.safeParse(Export, value);
  const [written, where]: readonly [Value, Path] = exported.success
    ? [exported.output.trace, [...place, 'trace']]
    : [value, place];
  const trace = v.safeParse(Trace, written);
  if (!trace.success) return undefined;
  const own = observationsIn(trace.output.observations ?? [], [...where, 'observations']);
  const beside = exported.success ? observationsIn(exported.output.observations ?? [], [...place, 'observations']) : [];
  const observations = beside.length > 0 ? together(beside, own) : own;
  return observations.length === 0 ? undefined : { trace: trace.output, place: where, observations };
}

/** Exports have each observation twice, and what went in and out of it in one of the two lists only. */
function together(
  full: readonly PlacedObservation[],
  other: readonly PlacedObservation[],
): readonly PlacedObservation[] {
  const ids = new Set(full.map(({ observation }) => observation.id));
  return [...full, ...other.filter(({ observation }) => !ids.has(observation.id))];
}

function observationsIn(list: readonly Value[], place: Path): readonly PlacedObservation[] {
  return list.flatMap((one, index) => {
    const parsed = v.safeParse(Observation, inCamelCase(one));
    return parsed.success ? [{ observation: parsed.output, place: [...place, index] }] : [];
  });
}

/** Exports to a bucket write `trace_id` and `start_time` where the API and the page write `traceId` and `startTime`. */
function inCamelCase(value: Value): Value {
  if (!isRecord(value) || typeof value['start_time'] !== 'string' || typeof value['trace_id'] !== 'string')
    return value;
  const entries = Object.entries(value).map(([key, held]) => [
    key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    held,
  ]);
  return { model: value['provided_model_name'] ?? null, ...Object.fromEntries(entries) };
}

function byTrace(observations: readonly PlacedObservation[]): readonly PlacedTrace[] {
  const byId = new Map<string, PlacedObservation[]>();
  for (const one of observations) {
    const id = one.observation.traceId;
    // Anything may have an id, a type and a time; the id of a trace it has nowhere else.
    if (id === undefined) continue;
    const known = byId.get(id);
    if (known === undefined) byId.set(id, [one]);
    else known.push(one);
  }
  return [...byId.values()].map((own) => ({ trace: undefined, place: own[0]?.place ?? [], observations: own }));
}
