import { ComputedMap } from '../../../model/computed-map.ts';
import { type ListView, type MapView, Unknown, type Value } from '../../../model/value.ts';
import type { Artifact } from '../artifact.ts';
import type { Protocol } from '../header.ts';
import { Form } from '../mapped-list.ts';
import type { Message } from '../message.ts';
import type { Part } from '../part.ts';
import type { Task } from '../task.ts';
import { partJson } from './part-json.ts';
import { artifactHead, isShown, knownState, messageJson, statusJson, taskKeys, transitionJson } from './task-json.ts';

const views = new WeakMap<Task, MapView>();

/**
 * The Task as a client gets it. Each field is computed when it is read, because an export would copy the whole history. A
 * task at one moment has one view, so that moments without a change between them are equal by identity.
 */
export function taskView(task: Task, version: Protocol): MapView {
  const known = views.get(task);
  const view = known ?? newView(task, version);
  if (known === undefined) views.set(task, view);
  return view;
}

function newView(task: Task, version: Protocol): MapView {
  const keys = taskKeys(task, version);
  return new ComputedMap(keys.includes('history') ? keys : [...keys, 'history'], (key) => {
    switch (key) {
      case 'kind':
        return 'task';
      case 'id':
        return task.id;
      case 'contextId':
        return task.context ?? '';
      case 'status':
        return statusJson(knownState(task), task.message, task.at, task, version);
      case 'artifacts':
        return artifactList(task, version);
      case 'history':
        // Every task begins with a message, so a task without messages has an unrecorded history.
        return task.history.length === 0 ? new Unknown([['ctx', 'task', 'history']]) : historyList(task, version);
      default:
        return metadataView(task);
    }
  });
}

const parts = {
  '0.3': new Form((part: Part) => partJson(part, '0.3')),
  '1.0': new Form((part: Part) => partJson(part, '1.0')),
} as const;

const artifacts = {
  '0.3': new Form((artifact: Artifact) => artifactView(artifact, '0.3')),
  '1.0': new Form((artifact: Artifact) => artifactView(artifact, '1.0')),
} as const;

export const artifactList = (task: Task, version: Protocol): ListView => artifacts[version].list(task.artifacts);

function artifactView(artifact: Artifact, version: Protocol): MapView {
  const head = artifactHead(artifact, version);
  return new ComputedMap(Object.keys(head), (key) =>
    key === 'parts' ? parts[version].list(artifact.parts) : (head[key] ?? null),
  );
}

/** A history belongs to one task, which keeps its id and its conversation. */
const histories = new WeakMap<Task['history'], ListView>();

function historyList(task: Task, version: Protocol): ListView {
  const known = histories.get(task.history);
  if (known !== undefined) return known;
  const list = new Form((message: Message) => messageJson(message, task, version)).list(task.history);
  histories.set(task.history, list);
  return list;
}

const transitions = new Form(transitionJson);

function metadataView({ metadata, keepsTransitions, transitions: all }: Task): MapView {
  const shown = Object.keys(metadata).filter(isShown);
  return new ComputedMap(keepsTransitions ? [...shown, 'stateTransitions'] : shown, (key): Value =>
    key === 'stateTransitions' && keepsTransitions ? transitions.list(all) : (metadata[key] ?? null),
  );
}
