import type { Path } from '../../model/path.ts';
import type { TaskRecord } from '../../systems/a2a/wire/read-task.ts';
import { readInstant } from '../values/instants.ts';
import { assumed, type ImportReport } from '../import-report.ts';

/** A Task of A2A with its times as UTC; `place` is that of the Task as it goes over the wire. */
export function inUtc(record: TaskRecord, place: Path, report: ImportReport): TaskRecord {
  const list = [...place, 'metadata', 'stateTransitions'];
  return {
    ...record,
    at: readInstant(record.at, [...place, 'status', 'timestamp'], report),
    transitions: record.transitions?.map((one) => ({ ...one, at: readInstant(one.at, list, report) })) ?? null,
  };
}

export const noteStateOfStatus = assumed(
  'a2a/state-of-status',
  'The last of a task’s recorded transitions does not lead to the state in its status: the state in the status is used.',
);
