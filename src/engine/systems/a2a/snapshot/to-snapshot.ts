import type { Value } from '../../../model/value.ts';
import type { A2aState } from '../state.ts';
import { taskJson } from '../wire/task-json.ts';

/** The Task as clients get it, or the reply to a list request when there are several. */
export function toSnapshot({ tasks, settings: { protocol } }: A2aState): Value {
  const [first, ...others] = [...tasks].map((task) => taskJson(task, protocol));
  if (first !== undefined && others.length === 0) return first;
  const all = first === undefined ? [] : [first, ...others];
  return { tasks: all, nextPageToken: '', pageSize: all.length, totalSize: all.length };
}
