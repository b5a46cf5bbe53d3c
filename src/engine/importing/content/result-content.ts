import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { ImportReport } from '../import-report.ts';
import { readContent, textOf } from './content.ts';
import { filePartOf } from './file-part.ts';

/**
 * The result of a tool, in formats that write it like message content: a text stays a text; parts of text
 * are one text; parts with files among them are parts. Programs that forward a function's return value write any other
 * value there: a record, a number, a list of rows. That value is kept.
 */
export function readResultContent(content: Value | undefined, place: Path, report: ImportReport): Value | undefined {
  if (!isPartList(content)) return content;
  const parts = readContent(content, place, report);
  const isText = parts.every((part) => typeof part['text'] === 'string');
  return isText ? textOf(parts) : parts;
}

/** At least one part has a known kind, so that rows with a `type` of their own do not count as parts. */
function isPartList(content: Value | undefined): boolean {
  if (!Array.isArray(content)) return false;
  // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
  const list = content as readonly Value[];
  return list.every(isTyped) && list.some((part) => isRecord(part) && (isText(part['type']) || isFile(part)));
}

const isTyped = (part: Value): boolean => isRecord(part) && typeof part['type'] === 'string';

const isText = (type: Value | undefined): boolean => type === 'text' || type === 'input_text' || type === 'output_text';

const isFile = (part: Parameters<typeof filePartOf>[0]): boolean => filePartOf(part) !== undefined;
