import { ok } from '../../../base/result.ts';
import { isRecord } from '../../model/value.ts';
import { malformed, type Read } from '../../importing/importer.ts';
import { readRecords, recordOf, sessionOf, type JournalFormat } from '../../importing/journal/journal.ts';
import { noteUnreadMessage } from '../../importing/notes.ts';
import { textAt } from '../../importing/values/where.ts';
import { createAnswers } from './answers.ts';
import { describeOldEvents } from './old-events.ts';
import { describeSdkEvents, toolsIn } from './sdk-events.ts';
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
  titles: () => [title],
  untitled: title,
  read: (records, report) =>
    readRecords(
      records,
      (matcher) => {
        const describe = form === 'old' ? describeOldEvents : describeSdkEvents;
        const meanings = describe(records, createAnswers(matcher), matcher, report);
        return {
          ...meanings,
          kinds: {
            ...meanings.kinds,
            unreadable: ({ place }) => noteUnreadMessage(place, report, 'the events'),
          },
          atEnd() {
            meanings.atEnd?.();
            if (!isReordered) return;
            report.note(
              'assumed',
              'openhands/order',
              records.at(-1)?.place ?? null,
              () =>
                'The events are not listed in the order in which they happened: their numbers and times say which that is.',
            );
          },
        };
      },
      report,
    ),
  about: (records, _, entries) => ({
    model: undefined,
    startedAt: entries.find((entry) => entry.kind === 'input' || entry.kind === 'model')?.at,
    declared: toolsIn(records),
    recording: about,
  }),
});
