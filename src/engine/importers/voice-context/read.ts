import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import { entry, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { Document } from '../../readers/document.ts';
import type { Read, ReadSession, SessionEntry } from '../../importing/importer.ts';
import { claimOf, Dispatch, StatusEvent } from './format.ts';
import {
  type CallWebhooks,
  fromDispatch,
  fromStatus,
  type PlacedStatus,
  titleOfDispatch,
  titleOfStatus,
} from './from-status.ts';
import { oneOrMany } from '../../importing/values/elements.ts';
import type { RecordedCallHeader } from '../../importing/voice/call-log.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { rewindExport } from './rewound.ts';

export const read: Read = (document) => ok({ sessions: entriesOf(document) });

/** Webhooks of one call become one session, at the position of the first webhook. */
function entriesOf(document: Document): readonly SessionEntry[] {
  const calls = new Map<string, [PlacedStatus, ...PlacedStatus[]]>();
  const found = oneOrMany(document.value).flatMap(({ value, place }) => {
    const status = v.safeParse(StatusEvent, value);
    if (!status.success) return [() => entryOf(value, place, document)];
    const one = { event: status.output, place };
    const call = calls.get(status.output.data.call_id);
    if (call !== undefined) {
      call.push(one);
      return [];
    }
    const webhooks: [PlacedStatus, ...PlacedStatus[]] = [one];
    calls.set(status.output.data.call_id, webhooks);
    return [() => statusEntry(webhooks)];
  });
  return found.map((make) => make());
}

const statusEntry = (webhooks: CallWebhooks): SessionEntry => ({
  title: titleOfStatus(webhooks),
  system: 'voice',
  open: () => ok(fromStatus(webhooks)),
});

function entryOf(value: Value, place: Path, document: Document): SessionEntry {
  if (claimOf(value, document) === 'no' || !isRecord(value)) return unreadable(place);
  const dispatch = v.safeParse(Dispatch, value);
  if (dispatch.success) {
    const title = titleOfDispatch(dispatch.output);
    return { title, system: 'voice', open: () => ok(fromDispatch(dispatch.output, place)) };
  }
  return { title: titleOfExport(value), system: 'voice', open: () => ok(fromExport(value, place)) };
}

/** An unreadable entry stays in the list, so that the others keep their numbers. */
const unreadable = (place: Path): SessionEntry => ({
  title: 'unreadable entry',
  system: 'voice',
  open: () =>
    err({
      code: 'import/malformed',
      message: `${place.length === 0 ? 'This' : `Entry ${place.join('.')} of this file`} is no context of a voice call: none of its namespaces is an object.`,
    }),
});

export const titleOfExport = (dict: RecordValue): string => {
  const id = entry(dict, 'call_id');
  const workflow = entry(dict, 'workflow_id');
  if (typeof id === 'string') return typeof workflow === 'string' ? `call ${id} of ${workflow}` : `call ${id}`;
  return typeof workflow === 'string' ? `context of a call of ${workflow}` : 'context of a call';
};

/** Rebuilds the call from the export's history. If the history does not lead to the export, shows only its final state. */
export function fromExport(dict: RecordValue, place: Path): ReadSession {
  const report = createImportReport();
  report.note(
    'info',
    'voice-context/no-transcript',
    place,
    () => 'A call’s context holds no transcript: what was said is not in it, and only tool calls make turns.',
  );
  const past = rewindExport(dict);
  if (past === undefined) return finalStateOnly(dict, place, report);
  report.note(
    'assumed',
    'voice-context/rewound',
    [...place, 'history'],
    () =>
      'The context at the start is worked out from the end and the history; whether an empty list or object was there before the first write into it is not on record.',
  );
  return {
    session: {
      system: 'voice',
      header: headerOf(dict, past.context, past.startedAt),
      events: past.events,
      notes: report.notes(),
    },
    sources: past.entries.map((index) => [...place, 'history', index]),
  };
}

function finalStateOnly(dict: RecordValue, place: Path, report: ImportReport): ReadSession {
  const isHistory = sizeOf(entry(dict, 'history') ?? null) > 0;
  if (isHistory) {
    report.note(
      'assumed',
      'voice-context/history-kept',
      [...place, 'history'],
      () => 'The history does not lead to this context, so that the call cannot be gone through: the end is shown.',
    );
  }
  return {
    session: { system: 'voice', header: headerOf(dict, dict, undefined), events: [], notes: report.notes() },
    sources: [],
  };
}

function sizeOf(value: Value): number {
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}

const headerOf = (dict: RecordValue, context: RecordValue, startedAt: string | undefined): RecordedCallHeader => ({
  title: titleOfExport(dict),
  importer: 'voice-context',
  context,
  without_transcript: true,
  ...(startedAt !== undefined && { started_at: startedAt }),
});
