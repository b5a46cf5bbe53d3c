import { err, ok, type Result } from '../../../../../base/result.ts';
import { contextAt } from '../../../../model/context-view.ts';
import { defaultDecisions } from '../../../../model/decisions.ts';
import type { Path } from '../../../../model/path.ts';
import type { Problem } from '../../../../model/problem.ts';
import type { Session } from '../../../../model/session.ts';
import {
  valueAt,
  type MapValue,
  type Value,
  isList,
  isRecord,
  type RecordValue,
  isMap,
  Unknown,
  type ListValue,
} from '../../../../model/value.ts';
import type { TaskEvent, TokenNumbers } from '../../event.ts';
import { limitNames } from '../../limits.ts';
import type { TaskHeader } from '../../header.ts';
import { historyOf } from '../../history.ts';
import { noteContradictions, noteExtraKeys } from './contradictions.ts';
import { contextIn } from './likeness.ts';
import { createReading, type Reading } from './reading.ts';
import { readRecords, type PastedRecords } from './records.ts';
import { sequenceOf } from './sequence.ts';
import { differencesOf } from './stated.ts';
import { timelineOf } from './timeline.ts';
import * as v from 'valibot';
import { TaskEventSchema } from '../../event.ts';
import { placed } from '../progress.ts';
import { rootTask } from '../run-state.ts';

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

/** Reads one `context` with its task's status; null when it is not a context. */
type ReadContext = (snapshot: Value) => { readonly header: TaskHeader; readonly events: readonly TaskEvent[] } | null;

/** The child tasks and waiting calls in Contextscope's own snapshot. Unreadable ones are left out. */
function eventsOfTasks(snapshot: Value, read: ReadContext): readonly TaskEvent[] {
  const tasks = valueAt(snapshot, ['tasks']) ?? null;
  const awaiting = valueAt(snapshot, ['awaiting']) ?? null;
  return [
    ...(isRecord(tasks) ? Object.entries(tasks) : []).flatMap(([id, task]) => eventsOfTask(id, task, read)),
    ...(isList(awaiting) ? [...awaiting] : []).flatMap((held) => (isRecord(held) ? heldAgain(held) : [])),
  ];
}

function eventsOfTask(id: string, task: Value, read: ReadContext): readonly TaskEvent[] {
  const { parent, agent, ...own } = isRecord(task) ? task : {};
  if (typeof agent !== 'string') return [];
  // Without `agent`, so that an object that only contains a context is not read as one.
  const child = read(own);
  if (child === null) return [];
  const { header, events } = child;
  const below = typeof parent === 'string' && parent !== rootTask ? { parent } : {};
  return [
    { type: 'task-created', node: id, ...below, agent, header: { ...header, title: agent } },
    ...events.map((event) => placed(event, id)),
  ];
}

function heldAgain({ task, token, review, task_id, course }: RecordValue): readonly TaskEvent[] {
  const node = typeof task === 'string' && task !== rootTask ? { node: task } : {};
  const awaits = review === undefined ? { task_id } : { review };
  const event = v.safeParse(TaskEventSchema, { type: 'call-held', ...node, token, awaits, course });
  return event.success ? [event.output] : [];
}

/** Deep enough for `capabilities.<function>.inputs[i]`; below that is recorded data, which may contain anything. */
const depth = 4;

/** Contextscope's own JSON writes `{"$unknown": […]}` for unrecorded values, which become unknown again. */
function withoutMarks(context: MapValue): MapValue {
  const cleaned = clean(context, depth);
  return isMap(cleaned) ? cleaned : {};
}

const isMark = (value: Value): boolean =>
  isRecord(value) &&
  Object.hasOwn(value, '$unknown') &&
  isList(value['$unknown'] ?? null) &&
  Object.keys(value).length === 1;

/** `isData`: inside a list, where an unknown member of a record stays one. A field of the context is left out instead. */
function clean(value: Value, levels: number, isData = false): Value {
  if (isMark(value)) return new Unknown([]);
  if (levels === 0) return value;
  if (isRecord(value)) return cleanRecord(value, levels, isData);
  return isList(value) ? cleanList(value, levels) : value;
}

function cleanRecord(record: RecordValue, levels: number, isData: boolean): RecordValue {
  let changed = false;
  const entries: [string, Value][] = [];
  for (const [key, value] of Object.entries(record)) {
    const cleaned = clean(value, levels - 1, isData);
    const isKept = isData || !(cleaned instanceof Unknown);
    changed ||= cleaned !== value || !isKept;
    if (isKept) entries.push([key, cleaned]);
  }
  return changed ? Object.fromEntries(entries) : record;
}

function cleanList(list: ListValue, levels: number): ListValue {
  const elements = [...list];
  const cleaned = elements.map((element) => clean(element, levels - 1, true));
  return cleaned.some((element, i) => element !== elements[i]) ? cleaned : list;
}
