import { isList, isRecord, type RecordValue } from '../../model/value.ts';
import { plainJson } from '../../readers/json-text/read.ts';
import { fieldOf } from '../../importing/messages/gemini-content.ts';
import type { Path } from '../../model/path.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';

/**
 * Columns of `DatabaseSessionService`'s table of events that hold JSON; a dump of the table has it as text.
 * https://github.com/google/adk-python/blob/main/src/google/adk/sessions/database_session_service.py
 */
const columns = [
  'content',
  'actions',
  'usage_metadata',
  'grounding_metadata',
  'custom_metadata',
  'input_transcription',
  'output_transcription',
];
const longRunning = 'long_running_tool_ids_json';

/** An event with the JSON texts of a table row parsed; returns the same event if there are none. */
export function openedRow(event: RecordValue): RecordValue {
  if (!columns.some((name) => typeof event[name] === 'string') && typeof event[longRunning] !== 'string') return event;
  const entries = Object.entries(event).map(([key, value]) => {
    const inner = typeof value === 'string' && [...columns, longRunning].includes(key) ? plainJson(value) : undefined;
    const isOpen = inner !== undefined && (isRecord(inner) || isList(inner));
    return [key === longRunning ? 'long_running_tool_ids' : key, isOpen ? inner : value] as const;
  });
  return Object.fromEntries(entries);
}

/** Early versions store the actions pickled. */
export function noteClosedColumns(opened: RecordValue, place: Path, report: ImportReport): void {
  const closed = (name: string) => typeof fieldOf(opened, name) === 'string';
  if (closed('actions')) {
    report.note('lost', 'adk/pickled', [...place, 'actions'], (n) => {
      return `${counted(n, 'event')} whose actions are no JSON (early tables pickle them): what they did to state and artifacts is unknown.`;
    });
  }
  if (closed('content')) {
    report.note('lost', 'adk/content', [...place, 'content'], (n) => {
      return `${counted(n, 'event')} whose content is a text that is no JSON: it could not be read.`;
    });
  }
}
