import { counted } from '../importing/import-report.ts';
import { elementsOf } from '../importing/values/elements.ts';
import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { ownerOf } from './claimant-of.ts';
import { documentAt, shareOf } from './document-at.ts';
import { heldInRows } from './held-in-rows.ts';

/** How many of them tell whether each is a recording. */
const sample = 3;
/** Of a record that nobody knows, so many fields may be what keeps them. */
const mostFields = 40;
/** A field that holds less of the file is a part of what it says. */
const fairPart = 0.5;

/**
 * Of a record that nobody knows, what it keeps under ids or names as a list: `{"s-1": {…}, "s-2": {…}}`, also in one of its fields
 * (`{"sessions": {…}}`), and what each of them holds in turn (`{"s-1": {"session": {…}}, …}`). They may be recordings, or the parts
 * of one; who knows such a list knows which.
 */
export function* keyedRecordings(document: Document): Generator<Document> {
  const lists = keyedLists(document);
  yield* lists.filter(isKnown);
  for (const list of lists) yield* heldInRows(list);
}

function keyedLists(document: Document): readonly Document[] {
  const { value } = document;
  if (!isRecord(value)) return [];
  const whole = isKeyed(value) ? [listed(document, [], value, true)] : [];
  const fields = Object.entries(value);
  const within = fields.slice(0, mostFields).flatMap(([key, field]) => {
    if (!isRecord(field) || !isKeyed(field) || shareOf(document, [[key]]) < fairPart) return [];
    // What somebody knows as a whole, a request and its response, is one recording: who looks into logs finds it.
    if (ownerOf(documentAt(document, [key], field)) !== undefined) return [];
    return [listed(document, [key], field, fields.length === 1)];
  });
  return [...whole, ...within];
}

/** Somebody knows them, together or each, and the first ones are alike: of fields that say different things somebody may know one. */
function isKnown(list: Document): boolean {
  const first = elementsOf(list.value).slice(0, sample);
  const owners = first.map((value, index) => ownerOf(documentAt(list, [index], value)));
  const [owner] = owners;
  return (owner ?? ownerOf(list)) !== undefined && owners.every((one) => one === owner);
}

function isKeyed(holder: RecordValue): boolean {
  const values: readonly Value[] = Object.values(holder);
  return values.length > 1 && values.every((value) => isRecord(value) || isList(value));
}

/** `isAll`: there is nothing beside it. */
function listed(document: Document, place: Path, holder: RecordValue, isAll: boolean): Document {
  const keys = Object.keys(holder);
  return {
    ...document,
    value: Object.values(holder),
    notes: [
      ...document.notes,
      {
        severity: isAll ? 'info' : 'lost',
        code: 'log/keyed',
        message: `${counted(keys.length, 'entry', 'entries')} under names of their own: read as a list.${isAll ? '' : ' What else is in the file is left out.'}`,
        place: formatPath([...place, ...keys.slice(0, 1)]),
      },
    ],
    typeName: (of) => document.typeName(of),
    locate([index, ...rest]) {
      if (index === undefined) return document.locate(place);
      const key = typeof index === 'number' ? keys[index] : undefined;
      return key === undefined ? null : document.locate([...place, key, ...rest]);
    },
  };
}
