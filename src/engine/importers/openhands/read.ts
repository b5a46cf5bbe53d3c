import { ok } from '../../../base/result.ts';
import { isRecord } from '../../model/value.ts';
import { malformed, type Read } from '../../importing/importer.ts';
import {
  readRecords,
  recordOf,
  sessionOf,
  type JournalFormat,
  type JournalRecord,
} from '../../importing/journal/journal.ts';
import { contextWindowIn } from '../../importing/transcript/context-window.ts';
import { elementsAt, recordAt, textAt } from '../../importing/values/where.ts';
import { describeEvents } from './events.ts';
import { recordingsIn, type Recording } from './shapes.ts';

export const read: Read = ({ value }) => {
  const found = recordingsIn(value);
  if (found.length === 0) {
    const message = 'This looks like a log of OpenHands, but it holds no events.';
    return malformed(message);
  }
  return ok({ sessions: found.map((recording) => sessionOf(formatOf(recording), recordsOf(recording))) });
};

/** The kind of an old event is `action` or `observation`, unless it is neither. */
const recordsOf = ({ form, events }: Recording) =>
  events.map(({ value, place }) => {
    const old = ['observation', 'action'].find((key) => textAt(value, key) !== undefined) ?? '';
    const kind = form === 'old' && isRecord(value) ? old : (textAt(value, 'kind') ?? 'unreadable');
    return { ...recordOf(value, place), kind };
  });

const formatOf = ({ form, title, isReordered, about }: Recording): JournalFormat => ({
  importer: 'openhands',
  agent: 'OpenHands',
  ...(title !== undefined && { titles: () => [title] }),
  untitled: 'OpenHands conversation',
  read(records, report) {
    const entries = readRecords(records, (matcher) => describeEvents(form, records, matcher, report), report);
    if (isReordered) {
      report.note(
        'assumed',
        'openhands/order',
        records.at(-1)?.place ?? null,
        'The events are not listed in chronological order: they were sorted by their numbers or times.',
      );
    }
    return entries;
  },
  about: (records, _, entries) => ({
    startedAt: entries.find((entry) => entry.kind === 'input' || entry.kind === 'model')?.at,
    declared: toolsIn(records),
    contextWindow: contextWindowIn(
      records.flatMap(({ value }) =>
        Object.values(recordAt(value, ['value.stats.usage_to_metrics', 'value.usage_to_metrics']) ?? {}),
      ),
      'accumulated_token_usage.context_window',
    ),
    recording: about,
  }),
});

/** The agent's tools are listed with its instructions: the SDK's tools have a title, those of MCP a name. */
const toolsIn = (records: readonly JournalRecord[]): readonly string[] =>
  records
    .filter(({ kind }) => kind.startsWith('SystemPrompt'))
    .flatMap(({ value }) => elementsAt(value, 'tools'))
    .flatMap((tool) => textAt(tool, ['title', 'name', 'function.name']) ?? []);
