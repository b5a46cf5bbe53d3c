import type { Path } from '../../model/path.ts';
import type { Note } from '../../model/problem.ts';
import { Double, entry, isList, isRecord, type ListValue, type RecordValue, type Value } from '../../model/value.ts';
import { json } from '../../readers/json/index.ts';
import { python } from '../../readers/python/index.ts';
import { follow, type Found } from '../../importing/values/where.ts';
import type { EntryKind, Mapping } from './mapping.ts';
import { type Part, readContent } from '../../importing/content/content.ts';
import type { ImportReport } from '../../importing/import-report.ts';

/** Follows a path of a mapping. A text that holds JSON or a printed Python value is treated like a record or list. */
export const find = (root: Value, path: Path): Found | undefined => follow(root, path, valueInText);

export const valueBy = (root: Value, path: Path): Value | undefined => find(root, path)?.value;

/**
 * The record or list in a text, written as JSON or printed by Python, also between the tags or fences that models write around
 * it; undefined for any other text. A text that would need a repair, such as one that was cut off, stays a text.
 */
export function valueInText(text: string): RecordValue | ListValue | undefined {
  const bare = withoutWrapping(text).trim();
  // A text with another end was cut off, or is prose.
  const ends = `${bare[0] ?? ''}${bare.at(-1) ?? ''}`;
  if (ends !== '{}' && ends !== '[]') return undefined;
  for (const reader of [json, python]) {
    const read = reader.read(bare);
    if (!read.ok || read.value.notes.some(isDoubt)) continue;
    const { value } = read.value;
    if (isRecord(value) || isList(value)) return value;
  }
  return undefined;
}

const isDoubt = ({ severity }: Note): boolean => severity !== 'info';

const opening = /^(?:<(\w{1,40})>|(```)(?:json|python)?)\s/;

/** The content between `<tool_call>…</tool_call>` or Markdown fences; any other text unchanged. */
export function withoutWrapping(text: string): string {
  const bare = text.trim();
  const found = opening.exec(bare.slice(0, 60));
  const end = found?.[1] === undefined ? found?.[2] : `</${found[1]}>`;
  return found === null || end === undefined || !bare.endsWith(end)
    ? text
    : bare.slice(found[0].length, -end.length).trim();
}

/** A value as text, to compare it with other values of its field; undefined for values with parts and for null. */
export function scalarText(value: Value | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (value instanceof Double) return String(value.value);
  return typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : undefined;
}

/** An entry's kind, and the field that decided it. */
export interface DecidedKind {
  readonly kind: EntryKind;
  /** The field that decided; null where no field decides and the mapping's `otherwise` applies. */
  readonly field: Path | null;
  /**
   * The value of that field, if it is short enough to show; where no field decided, the value of the last field that is
   * present.
   */
  readonly value: string | undefined;
}

/** Tries one field after the other; the first one with a kind for its value decides. */
export function kindOf(entry: Value, { kind: { tests, otherwise } }: Pick<Mapping, 'kind'>): DecidedKind {
  let last: string | undefined;
  for (const { field, values, otherwise: ifOther } of tests) {
    const found = valueBy(entry, field);
    if (!isThere(found)) continue;
    const value = scalarText(found);
    const listed = values.find((one) => one.value === value);
    const kind = listed === undefined ? ifOther : listed.kind;
    if (kind !== null) return { kind, field, value };
    last = value ?? last;
  }
  return { kind: otherwise, field: null, value: last };
}

/** A field that is null or empty counts as absent. */
export const isThere = (value: Value | undefined): value is Value =>
  value !== undefined && value !== null && value !== '';

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
