import type { Path } from '../../model/path.ts';
import { isList, isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { entriesIn } from './entries.ts';
import type { Entry, Found } from './entries.ts';
import { isMessage, isStatusUpdate, isTask } from './format.ts';

/** Limits the search in large logs of other programs. */
const maxVisits = 5_000;
const maxDepth = 12;

interface Visit {
  readonly value: Value;
  readonly place: Path;
}

/** Tasks and messages inside unknown wrappers, in the order of the document. */
export function entriesAnywhere(value: Value): Found {
  const entries: Entry[] = [];
  const open: Visit[] = [{ value, place: [] }];
  for (let visits = 0; visits < maxVisits; visits++) {
    const visit = open.pop();
    if (visit === undefined) break;
    if (isRecord(visit.value) && (isTask(visit.value) || isStatusUpdate(visit.value) || isMessage(visit.value))) {
      entries.push(...entriesIn(visit.value, visit.place).entries);
    } else if (visit.place.length < maxDepth) open.push(...inside(visit));
  }
  return { entries, strangers: [] };
}

/** In reverse order, because the stack returns the last one first. */
function inside({ value, place }: Visit): readonly Visit[] {
  const found: Visit[] = [];
  if (isList(value)) {
    let index = 0;
    for (const element of value) {
      found.push({ value: element, place: [...place, index++] });
      if (index >= maxVisits) break;
    }
  } else if (isRecord(value)) {
    for (const [key, element] of Object.entries(value)) found.push({ value: element, place: [...place, key] });
  }
  return found.filter(({ value: element }) => typeof element === 'object' && element !== null).toReversed();
}
