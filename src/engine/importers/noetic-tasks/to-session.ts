import type { Path } from '../../model/path.ts';
import type { RecordValue } from '../../model/value.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createNoting, type Noting } from '../../importing/noting.ts';
import { createPairing, type Pairing } from '../../importing/transcript/pairing.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { outcomeOf } from './outcomes.ts';
import type { LoggedTask, PlacedEvent } from './tasks.ts';

export function titleOf({ id, events }: LoggedTask): string {
  const created = events.find(({ event, payload }) => event.kind === 'task:created' && payload.title !== undefined);
  return created?.payload.title === undefined ? `Noetic task ${shortTitle(id)}` : shortTitle(created.payload.title);
}

export function toSession(task: LoggedTask, unread: readonly Path[]): ReadSession {
  const noting = createNoting();
  for (const place of unread) {
    noting.note('lost', 'noetic-tasks/line', place, (n) => `${counted(n, 'line')} of an unknown kind left out.`);
  }
  const pairing = createPairing(noting);
  const made = new Map<string, string[]>();
  for (const one of task.events) readEvent(one, made, pairing, noting);
  const [first] = task.events;
  noting.note(
    'info',
    'noetic-tasks/no-model',
    null,
    () => 'The log tells of runs of agents, not of their model calls: it has no tokens.',
  );
  return toTaskSession(
    {
      title: titleOf(task),
      importer: 'noetic-tasks',
      agent: 'Noetic',
      startedAt: readInstant(first?.event.ts, [...(first?.place ?? []), 'ts'], noting),
      declared: [],
      recording: { task: task.id },
      steps: pairing.steps(),
    },
    noting,
  );
}

/** What was made for a task stands in its state by kind. */
const lists: { readonly [kind: string]: readonly [list: string, id: string] | undefined } = {
  'milestone:created': ['milestones', 'milestoneId'],
  'slice:created': ['slices', 'sliceId'],
  'feature:created': ['features', 'featureId'],
  'assertion:created': ['assertions', 'assertionId'],
};

function readEvent(
  { event, payload, place }: PlacedEvent,
  made: Map<string, string[]>,
  pairing: Pairing,
  noting: Noting,
) {
  const at = readInstant(event.ts, [...place, 'ts'], noting);
  if (event.kind === 'task:created' && payload.title !== undefined) {
    pairing.said({ message: [{ mimeType: 'text/plain', text: payload.title }], at, place });
    return;
  }
  const list = Object.hasOwn(lists, event.kind) ? lists[event.kind] : undefined;
  const id = list === undefined ? undefined : event.payload[list[1]];
  if (list !== undefined && typeof id === 'string') {
    const ids = [...(made.get(list[0]) ?? []), id];
    made.set(list[0], ids);
    return pairing.stated({ state: [{ key: list[0], value: ids }], place });
  }
  const worker = payload.loopState === undefined ? 'planner' : 'implementer';
  if (payload.phase === 'spawn') {
    const { phase: _phase, ...input } = event.payload;
    pairing.called({ id: payload.sessionId, name: worker, to: 'agent', input, place });
    return stated(event.payload, place, pairing);
  }
  if (payload.phase === 'exit') {
    pairing.result({ id: payload.sessionId, name: worker, place }, { ...outcomeOf(payload), at });
    return stated(event.payload, place, pairing);
  }
  stated(event.payload, place, pairing);
}

/** What a run says of itself is the run's; everything else is how the task stands from then on. */
const ofRuns = new Set(['phase', 'pid', 'sessionId', 'reason', 'title', 'source']);

function stated(payload: RecordValue, place: Path, pairing: Pairing): void {
  const state = Object.entries(payload)
    .filter(([key]) => !ofRuns.has(key) && !key.startsWith('previous'))
    .map(([key, value]) => ({ key, value }));
  if (state.length > 0) pairing.stated({ state, place });
}
