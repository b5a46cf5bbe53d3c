import type { Problem } from '../../../model/problem.ts';
import type { RecordValue, Value } from '../../../model/value.ts';
import type { Decided } from '../../machine.ts';
import type { TaskEvent } from '../event.ts';

export type TaskDecided = Decided<TaskEvent>;

export const done = (returns: Value, events: readonly TaskEvent[] = []): TaskDecided => ({
  kind: 'done',
  events,
  returns,
});

export const refusal = (kind: string, message: string, more: RecordValue = {}): TaskDecided => ({
  kind: 'refused',
  error: { kind, message, ...more },
});

/** The problem code `task/missing-message` becomes the error kind `missing_message`. */
export const refused = ({ code, message }: Problem): TaskDecided =>
  refusal(code.replace(/^task\//, '').replaceAll('-', '_'), message);
