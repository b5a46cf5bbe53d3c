import { isList, isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { plainJson } from '../../readers/json-text/read.ts';
import { json } from '../../readers/json/index.ts';
import type { ImportReport } from '../import-report.ts';
import { soundValue } from './written-value.ts';

const noArguments: RecordValue = {};

/**
 * Arguments of a call. Models write them as a string of JSON; rules want the value. Text that is not JSON (cut off, or
 * words) is kept as the string it is. The string itself stays in the document, one click away.
 */
export function openArguments(written: Value | undefined, place: Path, report: ImportReport): Value | undefined {
  if (typeof written !== 'string') return written;
  if (written.trim() === '') return noArguments;
  if (written.trim() === 'null') return null;
  const opened = openJson(written);
  if (opened !== undefined) return opened;
  report.note('assumed', 'import/arguments', place, 'Arguments that are not a JSON object ({# call}): kept as text.');
  return written;
}

/** Numbers, strings and the like are not opened: `"007"` and `"true"` are more likely meant as text. */
function openJson(text: string): Value | undefined {
  const first = text.trimStart()[0];
  if (first === '"') return openTwice(text);
  if (first !== '{' && first !== '[') return undefined;
  const value = plainJson(text) ?? soundValue(text, [json]);
  return value !== undefined && (isRecord(value) || isList(value)) ? value : undefined;
}

/** JSON within JSON, as written by programs that encode a text twice. */
function openTwice(text: string): Value | undefined {
  if (!/^\s*"\s*[{[][\s\S]*"\s*$/.test(text)) return undefined;
  const inner = soundValue(text, [json]);
  return typeof inner === 'string' && !inner.trimStart().startsWith('"') ? openJson(inner) : undefined;
}
