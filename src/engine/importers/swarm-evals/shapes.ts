import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { Case, Run } from './format.ts';

/** One try of one case. */
export interface Try {
  readonly run: Run;
  readonly case: Case;
  /** The place of the case. */
  readonly place: Path;
  /** Counted from 0. */
  readonly number: number;
  readonly runPlace: Path;
}

export function triesIn(value: Value): readonly Try[] {
  const single = triesOf(value, []);
  if (single.length > 0) return single;
  const runs = elementsOf(value);
  const isOfRuns = runs.slice(0, 3).some((run) => triesOf(run, []).length > 0);
  return isOfRuns ? runs.flatMap((run, index) => triesOf(run, [index])) : [];
}

function triesOf(value: Value, runPlace: Path): readonly Try[] {
  const run = v.safeParse(Run, value);
  if (!run.success) return [];
  return run.output.results.flatMap((result, index) => {
    const found = v.safeParse(Case, result);
    if (!found.success) return [];
    const place = [...runPlace, 'results', index];
    return found.output.actual_function.map((_, number) => ({
      run: run.output,
      case: found.output,
      place,
      number,
      runPlace,
    }));
  });
}
