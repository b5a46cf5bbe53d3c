import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { RecordValue } from '../../model/value.ts';
import { notesOf } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import {
  type JournalFormat,
  type JournalRecord,
  type Meanings,
  readRecords,
  sessionOf,
  type TimedRecord,
} from '../../importing/journal/journal.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { groupedBy, oneOrMany } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { isEvent } from './event.ts';

/** One session for each task, with the events of the tasks that implement its features. */
export const read: Read = ({ value }) => {
  const lines = oneOrMany(value);
  const unread = lines.filter((line) => !isEvent(line.value)).map(({ place }) => place);
  const events = lines.filter((line) => isEvent(line.value));
  // Each feature is implemented by a separate task; only the feature's events name it.
  const parents = new Map<string, string>();
  for (const { value: event } of events) {
    const [leaf, task] = [textAt(event, 'payload.leafTaskId'), textAt(event, 'taskId')];
    if (leaf !== undefined && task !== undefined && task !== leaf) parents.set(leaf, task);
  }
  const tasks = groupedBy(events, (event) => {
    const own = textAt(event.value, 'taskId') ?? 'no task';
    return parents.get(own) ?? own;
  });
  return ok({
    sessions: [...tasks].map(([id, own]) =>
      sessionOf(
        taskLog(id, unread),
        own.map((event) => ({
          kind: textAt(event.value, 'kind') ?? '',
          value: recordAt(event.value, 'payload') ?? {},
          place: event.place,
          time: { value: fieldAt(event.value, 'ts') ?? null, place: [...event.place, 'ts'] },
        })),
      ),
    ),
  });
};

const taskLog = (id: string, unread: readonly Path[]): JournalFormat => ({
  importer: 'noetic-tasks',
  agent: 'Noetic',
  titles: (records) => records.map(({ kind, value }) => (kind === 'task:created' ? textAt(value, 'title') : undefined)),
  untitled: `Noetic task ${shortTitle(id)}`,
  read(records, report) {
    for (const place of unread) notes.line(place, report);
    notes['no-model'](null, report);
    return readRecords(records, meaningsFor, report);
  },
  about: ([first], report) => ({
    startedAt: first?.time && readInstant(first.time.value, first.time.place, report),
    recording: { task: id },
  }),
});

const notes = notesOf('noetic-tasks', {
  lost: {
    line: '{# line} of an unknown kind left out.',
  },
  info: {
    'no-model': 'The log records runs of agents, not their model calls: it has no tokens.',
  },
});

function meaningsFor(matcher: CallMatcher): Meanings {
  /** The ids of created objects, listed by kind in the task's state. */
  const listed = (key: string, id: string) => {
    const ids: string[] = [];
    return ({ value, place }: JournalRecord) => {
      ids.push(textAt(value, id) ?? '');
      matcher.addState({ state: [{ key, value: [...ids] }], place });
    };
  };
  return {
    kinds: {
      'task:created': ({ value, at, place }) =>
        matcher.addInput({ message: [{ mimeType: 'text/plain', text: textAt(value, 'title') ?? '' }], at, place }),
      'milestone:created': listed('milestones', 'milestoneId'),
      'slice:created': listed('slices', 'sliceId'),
      'feature:created': listed('features', 'featureId'),
      'assertion:created': listed('assertions', 'assertionId'),
    },
    shapes: {
      'task:created': { title: 'text' },
      'milestone:created': { milestoneId: 'text' },
      'slice:created': { sliceId: 'text' },
      'feature:created': { featureId: 'text' },
      'assertion:created': { assertionId: 'text' },
    },
    otherwise: (record) => addRun(record, matcher),
  };
}

/** The start or the end of a worker process, or another change of the task. */
function addRun({ value, at, place }: TimedRecord, matcher: CallMatcher): void {
  const { phase, ...input } = value;
  const id = textAt(value, 'sessionId');
  const name = textAt(value, 'loopState') === undefined ? 'planner' : 'implementer';
  if (phase === 'spawn') matcher.addCall({ id, name, to: 'agent', input, place });
  if (phase === 'exit') matcher.addResult({ id, name, place }, { ...outcomeOf(value), at });
  const state = Object.entries(value)
    .filter(([key]) => !runFields.has(key) && !key.startsWith('previous'))
    .map(([key, field]) => ({ key, value: field }));
  if (state.length > 0) matcher.addState({ state, place });
}

/** Fields about the run itself. All other fields become the task's state. */
const runFields = new Set(['phase', 'pid', 'sessionId', 'reason', 'title', 'source']);

/**
 * | in the event with `phase: exit` | outcome |
 * | --- | --- |
 * | `plannerStatus` or `status` is `failed`, `error` or `blocked`; `loopState` is `blocked` | errored, with its `reason` |
 * | anything else | successful |
 */
function outcomeOf(payload: RecordValue): CallResult {
  const word = textAt(payload, ['plannerStatus', 'status', 'loopState']);
  if (word !== undefined && failing.has(word)) {
    return { outcome: 'error', output: undefined, reason: textAt(payload, 'reason') ?? `the run ended as ${word}` };
  }
  return { outcome: 'ok', output: fieldAt(payload, 'outcome') ?? word };
}

const failing = new Set(['failed', 'error', 'blocked']);
