import { toJson } from '../../../model/json.ts';
import type { Value, RecordValue } from '../../../model/value.ts';
import { snakeOf } from '../wire/field.ts';
import { fieldOf, isContextField } from '../context-fields.ts';
import { storedTask } from '../stored-task.ts';
import type { Protocol } from '../header.ts';
import { taskJson, chunkJson, statusJson } from '../wire/task-json.ts';
import { done, refused, type A2aDecided, type CalledOnTask, type CalledOnTurn } from './called.ts';
import type { StreamEvent } from '../stream-event.ts';
import type { Task } from '../task.ts';

export function get({ state, turn, args }: CalledOnTurn): A2aDecided {
  const field = snakeOf(args.text('field') ?? '');
  if (isContextField(field)) return done([], fieldOf(state, turn, field));
  return refused('unknown_field', `A task context has no “${field}”.`, { field });
}

/** Exact comparison: a wildcard in the client's list has no special meaning. */
export function accepts({ turn, args }: CalledOnTurn): A2aDecided {
  const modes = turn.request.acceptedOutputModes;
  return done([], modes.length === 0 || modes.includes(args.text('mime_type') ?? ''));
}

/** `deps[key]` without a default, `deps.get(key, default)` with one. */
export function dep({ state, args }: CalledOnTurn): A2aDecided {
  const key = args.text('key') ?? '';
  const { deps } = state.settings;
  if (Object.hasOwn(deps, key)) return done([], deps[key] ?? null);
  const standard = args.given('default');
  return standard === undefined ? refused('key_error', `The server has no “${key}”.`, { key }) : done([], standard);
}

export const readStoredTask = ({ task }: CalledOnTask): A2aDecided => done([], storedTask(task));

export function exportTask({ state, task, args }: CalledOnTask): A2aDecided {
  const version = args.text('version') ?? state.settings.protocol;
  if (!isProtocol(version)) return noSuchVersion(version);
  const length = args.number('history_length');
  if (length !== undefined && !(length >= 0)) return refused('value_error', '“history_length” must be 0 or more.');
  return done([], taskJson(task, version, length));
}

/** All updates that a subscriber has received since the start of the task. */
export function exportStream({ state, task, args }: CalledOnTask): A2aDecided {
  const version = args.text('version') ?? state.settings.protocol;
  if (!isProtocol(version)) return noSuchVersion(version);
  const sent = [...state.stream].filter((event) => event.task === task.id);
  return done(
    [],
    sent.map((event) => streamJson(event, task, version)).filter((update) => update !== null),
  );
}

const isProtocol = (version: string): version is Protocol => version === '0.3' || version === '1.0';

const noSuchVersion = (version: string): A2aDecided =>
  refused('value_error', `The protocol has the versions 0.3 and 1.0, not ${version}.`);

/** Searches the exports of all tasks in both spellings. */
export function exportContains({ state, args }: CalledOnTask): A2aDecided {
  const text = args.text('text') ?? '';
  const holds = (json: Value) => toJson(json).includes(JSON.stringify(text).slice(1, -1));
  for (const task of state.tasks) {
    if (holds(taskJson(task, '1.0')) || holds(taskJson(task, '0.3'))) return done([], true);
  }
  return done([], false);
}

/** The update that a subscriber receives for an event; null for an event that streams leave out. */
export function streamJson(event: StreamEvent, task: Task, version: Protocol): RecordValue | null {
  const ids = { taskId: task.id, contextId: task.context ?? '' };
  const isOld = version === '0.3';
  switch (event.type) {
    case 'status': {
      const status = statusJson(event.state, event.message, event.at, task, version);
      // Version 1.0 has no flag for the last update: the stream just closes.
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
