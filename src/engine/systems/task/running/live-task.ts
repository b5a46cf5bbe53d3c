import type { TaskState } from '../machine.ts';
import type { Manifest } from '../manifest.ts';
import type { EventLog } from './event-log.ts';

/** A task with its own past and its agent's manifest. */
export interface LiveTask {
  readonly id: string;
  /** The task that delegated to this one; null for the root. */
  readonly parent: string | null;
  readonly manifest: Manifest;
  /** The mount of its files; null when its agent's `mount` is `none`. */
  readonly mount: string | null;
  readonly task: TaskState;
  /** Only its own events. */
  readonly log: EventLog;
}
