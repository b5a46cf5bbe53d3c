import * as v from 'valibot';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';

export type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

/**
 * Events of a file that are a system's, or what is wrong with the first that is none. `isPlain` is true only of what the
 * schema would pass as it stands. The very same list where all of it is: a long session is not copied to be checked.
 */
export function provenEvents<E>(
  events: readonly unknown[],
  isPlain: (event: unknown) => event is E,
  schema: v.GenericSchema<unknown, E>,
  malformed: (where: string, issues: Issues) => Problem,
): Result<readonly E[], Problem> {
  let proven: E[] | undefined;
  for (let index = 0; index < events.length; index++) {
    const event = events[index];
    if (isPlain(event)) {
      proven?.push(event);
      continue;
    }
    const parsed = v.safeParse(schema, event);
    if (!parsed.success) return err(malformed(`event ${index}`, parsed.issues));
    proven ??= (events as readonly E[]).slice(0, index); // each of them was plain
    proven.push(parsed.output);
  }
  return ok(proven ?? (events as readonly E[])); // all of them were plain
}
