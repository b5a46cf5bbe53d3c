import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { oneOrMany, type Placed } from '../../importing/values/one-or-many.ts';
import { Run } from './format.ts';

export interface PlacedRun {
  readonly run: Run;
  /** The id of the run around it. */
  readonly parent: string | undefined;
  readonly place: Path;
}

/** How many values are looked at. */
const sample = 5;

const listed = (value: Value): readonly Placed[] =>
  isRecord(value) && Array.isArray(value['runs'])
    ? elementsOf(value['runs']).map((run, index) => ({ value: run, place: ['runs', index] }))
    : oneOrMany(value);

export const isExport = (value: Value): boolean =>
  listed(value)
    .slice(0, sample)
    .some(({ value: one }) => isOwn(one));

/** A type and a name others have, too; what went in stands under no other name. */
const isOwn = (value: Value): boolean =>
  v.is(Run, value) &&
  isRecord(value) &&
  'inputs' in value &&
  ('trace_id' in value || 'child_runs' in value || 'dotted_order' in value || 'session_id' in value);

interface Waiting extends Placed {
  readonly parent?: string;
}

/** The runs of each trace, those further down after the one around them. An id that comes again repeats its run. */
export function tracesIn(value: Value): readonly (readonly PlacedRun[])[] {
  const traces = new Map<string, PlacedRun[]>();
  const seen = new Set<string>();
  const roots = new Map<string, string>();
  let waiting: readonly Waiting[] = listed(value);
  while (waiting.length > 0) {
    const inside: Waiting[] = [];
    for (const { value: one, place, parent } of waiting) {
      const parsed = v.safeParse(Run, one);
      if (!parsed.success || seen.has(parsed.output.id)) continue;
      const run = parsed.output;
      seen.add(run.id);
      const around = run.parent_run_id ?? parent;
      const trace = run.trace_id ?? (around === undefined ? run.id : (roots.get(around) ?? around));
      roots.set(run.id, trace);
      const known = traces.get(trace);
      if (known === undefined) traces.set(trace, [{ run, parent: around, place }]);
      else known.push({ run, parent: around, place });
      for (const [index, child] of (run.child_runs ?? []).entries()) {
        inside.push({ value: child, place: [...place, 'child_runs', index], parent: run.id });
      }
    }
    waiting = inside;
  }
  return [...traces.values()];
}
