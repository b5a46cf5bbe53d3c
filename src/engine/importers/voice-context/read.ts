import { ok } from '../../../base/result.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import { unreadableEntry, type Read, type ReadSession, type SessionEntry } from '../../importing/importer.ts';
import { createImportReport, notesOf } from '../../importing/import-report.ts';
import { groupedBy, oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { cutOffIn } from '../../importing/values/cut-off.ts';
import { recordAt, textAt } from '../../importing/values/where.ts';
import { createCallLog } from '../../importing/voice/call-log.ts';
import { present } from '../../importing/values/present.ts';
import { voiceNotes } from '../../importing/voice/notes-and-times.ts';
import { sessionEntry } from '../../importing/voice/read-voice.ts';
import { exportKeys } from '../../systems/voice/start.ts';
import { claimOf, isDispatch, isWebhook } from './format.ts';
import { rewindExport } from './rewound.ts';
import { callOf, namedBySlug, webhookFormat } from './webhooks.ts';

/** Webhooks of one call become one session, at the position of the first webhook. */
export const read: Read = (document) => {
  const groups = groupedBy(oneOrMany(document.value), (one) =>
    isWebhook(one.value) ? textAt(one.value, 'data.call_id') : one,
  );
  const sessions = [...groups].map(([key, own]) =>
    typeof key === 'object' ? entryOf(key, document) : sessionEntry(webhookFormat, callOf(own)),
  );
  return ok({ sessions });
};

function entryOf({ value, place }: Placed, document: Document): SessionEntry {
  if (claimOf(value, document) === 'no' || !isRecord(value)) return unreadable(place);
  const title = titleOf(value);
  const isCut = cutOffIn(document);
  const reading = isDispatch(value) ? readDispatch : readExport;
  return { title, system: 'voice', open: () => ok(reading(value, title, place, isCut)) };
}

/** An unreadable entry stays in the list, so that the others keep their numbers. */
function unreadable(place: Placed['place']): SessionEntry {
  const entry = place.length === 0 ? 'This' : `Entry ${place.join('.')} of this file`;
  return unreadableEntry('voice', `${entry} is not a context of a voice call: none of its namespaces is an object.`);
}

function titleOf(dict: RecordValue): string {
  const id = textAt(dict, 'call_id');
  const call = isDispatch(dict) ? 'start of a call' : id === undefined ? 'context of a call' : `call ${id}`;
  const workflow = textAt(dict, isDispatch(dict) ? 'workflow_slug' : 'workflow_id');
  return workflow === undefined ? call : `${call} of ${workflow}`;
}

/** A call that has not begun: it has only its user data. */
function readDispatch(dispatch: RecordValue, title: string, place: Placed['place']): ReadSession {
  const report = createImportReport();
  const slug = textAt(dispatch, 'workflow_slug');
  if (slug !== undefined) namedBySlug([...place, 'workflow_slug'], report);
  const context = present({ user: recordAt(dispatch, 'user_context'), workflow_id: slug });
  return createCallLog(report).session({ title, importer: 'voice-context', context });
}

/** Rebuilds the call from the export's history. If the history does not lead to the export, shows only its final state. */
function readExport(dict: RecordValue, title: string, place: Placed['place'], isCut: IsCut): ReadSession {
  const report = createImportReport();
  const history = [...place, 'history'];
  notes['no-transcript'](place, report);
  const unrecorded = unrecordedKeys(dict, place, isCut);
  if (unrecorded.length > 0) voiceNotes.unrecorded('voice-context/unrecorded', unrecorded)(place, report);
  // Without its last entries, a history cannot be undone from the end.
  const past = isCut(history) ? undefined : rewindExport(dict);
  if (past !== undefined) notes.rewound(history, report);
  else if (sizeOf(dict['history'] ?? null) > 0) notes['history-kept'](history, report);
  const log = createCallLog(report);
  past?.events.forEach((event, index) => log.add(event, [...history, past.entries[index] ?? 0]));
  return log.session({
    title,
    importer: 'voice-context',
    context: past?.context ?? dict,
    ...(unrecorded.length > 0 && { unrecorded }),
    without_transcript: true,
    ...present({ started_at: past?.startedAt }),
  });
}

type IsCut = ReturnType<typeof cutOffIn>;

/** The keys that the text of an export does not have, or not completely. */
function unrecordedKeys(dict: RecordValue, place: Placed['place'], isCut: IsCut): readonly string[] {
  const missing = exportKeys.filter((key) => dict[key] === undefined || isCut([...place, key]));
  // A complete export has no `pending_handoff` when no handoff was requested.
  return missing.length === 1 && missing[0] === 'pending_handoff' && !isCut(place) ? [] : missing;
}

function sizeOf(value: Value): number {
  if (isList(value)) return [...value].length;
  return isRecord(value) ? Object.keys(value).length : 0;
}

const notes = notesOf('voice-context', {
  info: {
    'no-transcript': 'A call’s context contains no transcript: only tool calls are shown as turns.',
  },
  assumed: {
    rewound:
      'The initial context was computed from the final one and the history. It is unknown whether an empty list or object existed before the first write into it.',
    'history-kept':
      'The history does not lead to this context, so the earlier states are unknown: only the final state is shown.',
  },
});
