import { elementsOf } from '../importing/values/elements.ts';
import { formatPath } from '../model/path.ts';
import { isRecord, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';

/**
 * A cut-off document without its last, incomplete element: of a list, or of the list in a record's last field. Half a message may be
 * of no kind that its importer knows. Undefined for any other document.
 */
export function withoutCutElement(document: Document): Document | undefined {
  const { value, notes, syntax, typeName } = document;
  // The reader of JSON Lines has already left out the incomplete line.
  if (syntax === 'jsonl' || !notes.some(({ code }) => code === 'reader/cut-off')) return undefined;
  const key = isRecord(value) ? Object.keys(value).at(-1) : undefined;
  const list = elementsOf(isRecord(value) ? (key === undefined ? null : (value[key] ?? null)) : value);
  if (list.length < 2) return undefined;
  const rest = list.slice(0, -1);
  const cut: Value = isRecord(value) && key !== undefined ? { ...value, [key]: rest } : rest;
  const place = formatPath([...(key === undefined ? [] : [key]), rest.length]);
  const message = 'The last element is incomplete and of no known kind, so it was left out.';
  return {
    ...document,
    value: cut,
    notes: [...notes, { severity: 'lost', code: 'import/cut-element', message, place }],
    typeName: (of) => typeName(of === cut && isRecord(value) ? value : of),
  };
}
