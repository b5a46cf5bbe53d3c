import { countLeading } from '../../base/scan.ts';
import type { ReadSession } from '../importing/importer.ts';
import { elementsOf } from '../importing/values/elements.ts';
import type { Path } from '../model/path.ts';
import type { Note, TextRange } from '../model/problem.ts';
import type { Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { jsonl } from '../readers/jsonl/index.ts';

/** Events with their places in the whole text, of which so many records are before the latest. Notes have no place then. */
export function withPlaces({ session, sources }: ReadSession, before: number): ReadSession {
  if (before === 0) return { session, sources };
  const inWhole = (path: Path): Path => {
    const [index, ...rest] = path;
    // The head is at 0.
    return typeof index === 'number' && index > 0 ? [before + index - 1, ...rest] : path;
  };
  const at = (event: number) => {
    const place = sources.at(event);
    return place && inWhole(place);
  };
  const also = (event: number) => (sources.also?.(event) ?? []).map(inWhole);
  const notes = session.notes.map(({ place: _place, alsoAt: _alsoAt, ...note }): Note => note);
  return { session: { ...session, notes }, sources: { length: sources.length, at, also } };
}

/** A part of the text that was added. */
export interface AddedText {
  /** Number of records before it. */
  readonly records: number;
  readonly start: number;
  readonly document: Document;
}

/** Null unless each line is one record. */
export function readLines(text: string): Document | null {
  const read = jsonl.read(text);
  if (!read.ok || read.value.notes.length > 0 || read.value.syntax !== 'jsonl') return null;
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  return elementsOf(read.value.value).length === lines ? read.value : null;
}

/** Each element is copied without a call of its own: there may be very many, and they are copied again whenever a text has grown. */
function allRecords(base: Document, added: readonly AddedText[]): readonly Value[] {
  const all = [...elementsOf(base.value)];
  for (const { document } of added) for (const record of elementsOf(document.value)) all.push(record);
  return all;
}

/** The document of the whole text. To `added`, further parts may be added later. */
export function wholeDocument(base: Document, text: string, added: readonly AddedText[]): Document {
  let value: Value | undefined;
  const { length } = added;
  const first = added[0]?.records ?? Infinity;
  const last = added.at(-1);
  const rangeIn = ({ start, document }: AddedText, path: Path): TextRange | null => {
    const range = document.locate(path);
    return range && { start: start + range.start, end: start + range.end };
  };
  const partWith = (index: number) => added[countLeading(length, (at) => (added[at]?.records ?? 0) <= index) - 1];
  const inAdded = (index: number, path: Path) => {
    const part = partWith(index);
    return part === undefined ? null : rangeIn(part, [index - part.records, ...path]);
  };
  return {
    ...base,
    text,
    get value() {
      value ??= allRecords(base, added.slice(0, length));
      return value;
    },
    element(index) {
      const part = index < first ? undefined : partWith(index);
      return part === undefined ? elementsOf(base.value)[index] : elementsOf(part.document.value)[index - part.records];
    },
    locate(path) {
      const [index, ...rest] = path;
      if (typeof index === 'number' && index >= first) return inAdded(index, rest);
      const range = base.locate(path);
      const end = index === undefined && last !== undefined ? rangeIn(last, [])?.end : undefined;
      return range && end !== undefined ? { ...range, end } : range;
    },
  };
}
