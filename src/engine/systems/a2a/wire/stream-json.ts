import type { RecordValue } from '../../../model/value.ts';
import type { Protocol } from '../header.ts';
import type { StreamEvent } from '../stream-event.ts';
import type { Task } from '../task.ts';
import { chunkJson, statusJson } from './task-json.ts';

/** What a subscriber of a task is sent for an event; null for what a stream leaves out. */
export function streamJson(event: StreamEvent, task: Task, version: Protocol): RecordValue | null {
  const ids = { taskId: task.id, contextId: task.context ?? '' };
  const isOld = version === '0.3';
  switch (event.type) {
    case 'status': {
      const status = statusJson(event.state, event.message, event.at, task, version);
      // Version 1.0 has no flag for the last one: the stream just closes.
      return isOld
        ? { kind: 'status-update', ...ids, final: event.final, status }
        : { taskStatusUpdate: { ...ids, status } };
    }
    case 'artifact': {
      const { append, lastChunk } = event;
      const update = { ...ids, append, lastChunk, artifact: chunkJson(event.chunk, version) };
      return isOld ? { kind: 'artifact-update', ...update } : { taskArtifactUpdate: update };
    }
    default:
      return null;
  }
}
