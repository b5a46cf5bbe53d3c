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
  /** The place of each event in the pasted value; null for an added event. */
  readonly sources: readonly (Path | null)[];
}

/**
 * Reads a pasted `context` object, with or without that outer key, as a timeline. At the last turn the context is the same as
 * the pasted one. Values that it cannot show for earlier turns are unknown there, and every assumption is noted.
 */
export function fromSnapshot(pasted: Value): Result<SnapshotSession, Problem> {
  const found = contextIn(pasted);
  if (found === null) {
    return err({
      code: 'snapshot/not-one',
      message:
        'A task context is an object with keys such as agent, input, _history and capabilities; this value is not one.',
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
  // Before the first model call no tokens were spent. Without recorded turns the time of that call is unknown.
  const before: readonly TaskEvent[] =
    reading.list(['_history', 'turns']) === undefined ? [{ type: 'tokens-totalled' }] : [];
  const allEvents: readonly TaskEvent[] = [...before, ...events, ...sums];
  const { kept, unsaid } = compared(header, allEvents, context);
  const opening: TaskEvent[] = unsaid.length === 0 ? [] : [{ type: 'values-stated', values: unsaid }];
  const tasks = eventsOfTasks(pasted, (snapshot) => {
    const child = fromSnapshot(snapshot);
    return child.ok ? child.value.session : null;
  });
  if (tasks.some(({ type }) => type === 'task-created')) {
    const message = 'The snapshot does not say when its child tasks ran: their turns are placed after all others.';
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
  const session = {
    system: 'task',
    header,
    events: [...opening, ...allEvents, ...closing],
    notes: reading.notes,
  } as const;
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
    // A snapshot has the values that rules saw, so a text in it is not parsed as JSON.
    decisions: { textResults: 'text', ...(order !== undefined && { capabilityOrder: order }) },
  };
}

/** A snapshot has only the final sums. */
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

/** Contextscope's own export has the task's status beside `context`. */
function endOf(pasted: Value): readonly TaskEvent[] {
  const at = (key: string) => valueAt(pasted, [key]);
  const phase = at('phase');
  // A context does not show whether an answer came after the latest input.
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
