import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import {
  readRecords,
  recordsIn,
  sessionOf,
  type JournalFormat,
  type JournalRecord,
} from '../../importing/journal/journal.ts';
import { createSubAgents, type AgentRecords } from '../../importing/journal/sub-agents.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { TranscriptEntry } from '../../importing/transcript/transcript.ts';
import { groupedBy, type Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { elementsAt, fits, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { modelsByStep } from './calls.ts';
import { describe } from './describe.ts';
import { notes } from './notes.ts';

export const read: Read = ({ value }) => {
  const records = recordsIn(value);
  const wire = records.flatMap(({ value: line, place, time }) =>
    wireRecord(line['message'], [...place, 'message'], time),
  );
  return ok({ sessions: [wire.length > 0 ? sessionOf(cli, wire) : sessionOf(code, records.map(asJournal))] });
};

/** Messages are of the kind `message ROLE`, the events of a step of the kind `event TYPE`. Times are in milliseconds. */
function asJournal({ kind, value, place }: JournalRecord): JournalRecord {
  const time = numberAt(value, 'time');
  return {
    kind:
      kind === 'context.append_loop_event'
        ? `event ${textAt(value, 'event.type')}`
        : kind === 'context.append_message'
          ? `message ${textAt(value, 'message.role')}`
          : kind,
    value,
    place,
    time: time === undefined ? undefined : { value: time / 1000, place },
  };
}

/** A message between Kimi CLI and its screen, with its time in seconds since 1970. */
const wireRecord = (message: Value | undefined, place: Path, time: Placed | undefined): readonly JournalRecord[] => {
  const payload = recordAt(message, 'payload');
  const type = textAt(message, 'type');
  return payload === undefined || type === undefined
    ? []
    : [{ kind: `wire ${type}`, value: payload, place: [...place, 'payload'], time }];
};

const code: JournalFormat = {
  importer: 'kimi',
  agent: 'Kimi Code',
  untitled: 'Kimi Code session',
  header: (records) => records.find(({ kind }) => kind === 'metadata'),
  recording: { protocol: 'protocol_version' },
  read: (records, report) => readAgent(records, 0, report),
  about(records, report) {
    const header = records.find(({ kind }) => kind === 'metadata');
    const created = numberAt(header?.value, 'created_at');
    // A request without an answer names the model, too.
    const models = new Set(modelsByStep(records).values());
    const [model] = models;
    return {
      model: models.size === 1 ? model : undefined,
      startedAt: readInstant(created === undefined ? undefined : created / 1000, header?.place ?? [], report),
      // A name with a star means several tools of a server.
      declared: records
        .filter(({ kind }) => kind === 'tools.set_active_tools')
        .flatMap(({ value }) => elementsAt(value, 'names'))
        .filter((name) => typeof name === 'string')
        .filter((name) => !name.includes('*')),
    };
  },
};

const cli: JournalFormat = {
  ...code,
  agent: 'Kimi CLI',
  untitled: 'Kimi CLI session',
  about: ([first], report) => ({
    startedAt: first?.time && readInstant(first.time.value, first.time.place, report),
  }),
};

/** No recording nests sub-agents deeper than this. */
const maxDepth = 20;

/** Kimi CLI records what a sub-agent does while the call that started it is running. */
function readAgent(records: readonly JournalRecord[], depth: number, report: ImportReport): readonly TranscriptEntry[] {
  const isInside = ({ kind, value }: JournalRecord) =>
    kind === 'wire SubagentEvent' &&
    depth < maxDepth &&
    callOf(value) !== undefined &&
    fits(value, { 'event.type': 'text', 'event.payload': 'record' });
  const groups = new Map<string, AgentRecords>();
  for (const [key, inner] of groupedBy(records.filter(isInside), ({ value }) => callOf(value) ?? '')) {
    const events = inner.flatMap(({ value, place, time }) => wireRecord(value['event'], [...place, 'event'], time));
    groups.set(key, { key, records: events });
  }
  const inside = [...groups.values()];
  const agents = createSubAgents(inside, (inner) => readAgent(inner, depth + 1, report), notes.unsent, report);
  const own = records.filter((record) => !isInside(record));
  const taskOf = ({ id = '' }: RequestedCall) => agents.taskOf(groups.get(id), 'subagent', 0);
  return [...readRecords(own, (matcher) => describe(own, taskOf, matcher, report), report), ...agents.others()];
}

const callOf = (event: Value): string | undefined => textAt(event, ['parent_tool_call_id', 'task_tool_call_id']);
