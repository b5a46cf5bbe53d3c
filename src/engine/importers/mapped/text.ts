import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type Value } from '../../model/value.ts';
import { readContent, type Part } from '../../importing/content/content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { scalarText } from './scalar-text.ts';

/**
 * A message's text: a text, a list of parts, or a record with the text inside. Parts without their own text, such as calls
 * among the text, are left to the fields that the mapping names for them.
 */
export function messageOf(value: Value | undefined, place: Path, report: ImportReport): readonly Part[] {
  if (value === undefined || value === null || value === '') return [];
  if (isRecord(value)) {
    const inside = entry(value, 'text') ?? entry(value, 'content') ?? entry(value, 'parts');
    return inside === undefined || isRecord(inside)
      ? readContent(value, place, report)
      : messageOf(inside, place, report);
  }
  if (!isList(value)) return readContent(scalarText(value) ?? value, place, report);
  return readContent(
    [...value].map(spokenIn).filter((text) => text !== undefined),
    place,
    report,
  );
}

function spokenIn(part: Value): string | undefined {
  const text = isRecord(part) ? entry(part, 'text') : part;
  return typeof text === 'string' ? text : undefined;
}
