import { err, ok, type Result } from '../../../../../base/result.ts';
import { contextAt } from '../../../../model/context-view.ts';
import { defaultDecisions } from '../../../../model/decisions.ts';
import type { Path } from '../../../../model/path.ts';
import type { Problem } from '../../../../model/problem.ts';
import type { Session } from '../../../../model/session.ts';
import { valueAt, type MapValue, type Value } from '../../../../model/value.ts';
import { type TaskEvent, type TokenNumbers } from '../../event.ts';
import { limitNames } from '../../limits.ts';
import type { TaskHeader } from '../../header.ts';
import { historyOf } from '../../history.ts';
import { noteContradictions, noteExtraKeys } from './contradictions.ts';
import { contextIn } from './likeness.ts';
import { withoutMarks } from './marks.ts';
import { createReading, type Reading } from './reading.ts';
import { readRecords, type PastedRecords } from './records.ts';
import { sequenceOf } from './sequence.ts';
import { differencesOf } from './stated.ts';
import { eventsOfTasks } from './tasks.ts';
import { timelineOf } from './timeline.ts';

export interface SnapshotSession {
  readonly session: Session<TaskHeader, TaskEvent>;
  /** Where in the pasted value each event came from; null for what was added. */
  readonly sources: readonly (Path | null)[];
}

/**
 * A pasted `context` object, with or without that outer key, as a timeline. What it holds is the same at the last
 * turn; what it cannot tell about earlier turns is unknown there, and every assumption is a note.
 */
export function fromSnapshot(pasted: Value): Result<SnapshotSession, Problem> {
  const found = contextIn(pasted);
  if (found === null) {
    return err({
      code: 'snapshot/not-one',
      message: 'A task context is an object with keys such as agent, input, _history and capabilities; this is none.',
    });
  }
  const { root } = found;
  const context = withoutMarks(found.context);
  const reading = createReading(context, root);
  const records = readRecords(reading);
  const { events, places } = timelineOf(reading, sequenceOf(reading, records.records));
  noteContradictions(reading, records.records);
  noteExtraKeys(reading);
  const header = headerOf(reading, records);
  const sums = tokensOf(reading);
  // Before the first model call nothing was spent. Where the turns are not on record, nobody knows when that was.
  const before: readonly TaskEvent[] =
    reading.list(['_history', 'turns']) === undefined ? [{ type: 'tokens-totalled' }] : [];
  const told: readonly TaskEvent[] = [...before, ...events, ...sums];
  const { kept, unsaid } = compared(header, told, context);
  const opening: TaskEvent[] = unsaid.length === 0 ? [] : [{ type: 'values-stated', values: unsaid }];
  const tasks = eventsOfTasks(pasted, (snapshot) => {
    const child = fromSnapshot(snapshot);
    return child.ok ? child.value.session : null;
  });
  if (tasks.some(({ type }) => type === 'task-created')) {
    const message =
      'The snapshot does not say when its child tasks did what they did: their turns stand behind all others.';
    reading.note('assumed', 'task-turns', message);
  }
  const closing: TaskEvent[] = [
    ...(kept.length === 0 ? [] : [{ type: 'values-stated', values: kept } as const]),
    ...tasks,
    ...endOf(pasted),
  ];
  const sources = [
    ...opening.map(() => null),
    ...before.map(() => null),
    ...places.map((place) => (place.length === 0 ? null : [...root, ...place])),
    ...sums.map(() => [...root, 'llm', 'tokens']),
    ...closing.map(() => null),
  ];
  const session = { system: 'task', header, events: [...opening, ...told, ...closing], notes: reading.notes } as const;
  return ok({ session, sources });
}

function headerOf(reading: Reading, { records, order }: PastedRecords): TaskHeader {
  const name = reading.text(['agent', 'name']);
  const namespace = reading.text(['agent', 'namespace']);
  const id = reading.text(['user', 'id']);
  const email = valueAt(reading.context, ['user', 'email']) === null ? null : reading.text(['user', 'email']);
  const model = reading.text(['llm', 'model']);
  const started = reading.text(['agent', 'started_at']);
  return {
    title: name === undefined || name === '' ? 'Task context' : name,
    agent: { ...(name !== undefined && { name }), ...(namespace !== undefined && { namespace }) },
    user: { ...(id !== undefined && { id }), ...(email !== undefined && { email }) },
    ...(model !== undefined && { model }),
    ...(started !== undefined && { started_at: started }),
    capabilities: records.map(({ key, isAgent }) => ({ kind: 'key', key, ...(isAgent && { agent: true }) })),
    // A snapshot is what rules saw: a text in it is one to them.
    decisions: { textResults: 'text', ...(order !== undefined && { capabilityOrder: order }) },
  };
}

/** A snapshot holds the sums of its last moment only. */
function tokensOf(reading: Reading): readonly TaskEvent[] {
  const sums: { -readonly [K in keyof TokenNumbers]: TokenNumbers[K] } = {};
  for (const sum of ['total', 'prompt', 'completion'] as const) {
    const count = reading.count(['llm', 'tokens', sum]);
    if (count !== undefined) sums[sum] = count;
  }
  return Object.keys(sums).length === 0 ? [] : [{ type: 'tokens-totalled', ...sums }];
}

function compared(header: TaskHeader, events: readonly TaskEvent[], context: MapValue) {
  const history = historyOf({ system: 'task', header, events, notes: [] });
  const decisions = { ...defaultDecisions, ...header.decisions };
  return differencesOf(contextAt(history, history.turns.length - 1, decisions), context);
}

/** Our own export says how the task stood, beside `context`. */
function endOf(pasted: Value): readonly TaskEvent[] {
  const at = (key: string) => valueAt(pasted, [key]);
  const phase = at('phase');
  // Whether an answer came after the latest input is nothing that a context tells.
  if (phase === 'idle' || phase === 'processing') return [{ type: 'status-stated', phase }];
  if (phase !== 'terminal') return [];
  switch (at('terminal_reason')) {
    case 'limit_exceeded': {
      const limit = limitNames.find((name) => name === at('limit'));
      return limit === undefined ? [] : [{ type: 'limit-exceeded', limit }];
    }
    case 'unrecoverable_error':
      return [{ type: 'failed', error: 'The snapshot does not say which.' }];
    case 'locked':
      return [{ type: 'locked' }];
    case 'closed':
      return [{ type: 'closed' }];
    default:
      return [];
  }
}
