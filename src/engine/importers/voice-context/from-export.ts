import { entry, isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import type { ReadSession } from '../../importing/importer.ts';
import type { RecordedCallHeader } from '../../importing/voice/call-log.ts';
import { createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { rewindExport } from './rewound.ts';

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
