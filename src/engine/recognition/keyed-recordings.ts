import { counted } from '../importing/import-report.ts';
import { elementsOf } from '../importing/values/elements.ts';
import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { ownerOf } from './claimant-of.ts';
import { documentAt, shareOf } from './document-at.ts';
import { heldInRows } from './held-in-rows.ts';

/** This many first entries decide whether each is a recording. */
const sample = 3;
/** At most this many fields of an unknown record are searched. */
const maxFields = 40;
/** A field with a smaller share of the file is only a part of it. */
const leastShare = 0.5;

/**
 * Reads the entries that an unknown record keeps under ids or names as a list: `{"s-1": {…}, "s-2": {…}}`, also in one of its fields
 * (`{"sessions": {…}}`), and the content of each entry (`{"s-1": {"session": {…}}, …}`). The entries may be recordings or parts of one; the
 * importer of the list decides.
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
  const within = fields.slice(0, maxFields).flatMap(([key, field]) => {
    if (!isRecord(field) || !isKeyed(field) || shareOf(document, [[key]]) < leastShare) return [];
    // A field that an importer claims as a whole is one recording; the search inside logs finds it.
    if (ownerOf(documentAt(document, [key], field)) !== undefined) return [];
    return [listed(document, [key], field, fields.length === 1)];
  });
  return [...whole, ...within];
}

/** One importer claims the first entries, together or each. Of unrelated fields an importer might claim a single one. */
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

/** `isAll`: the file has no other content. */
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
        message: `${counted(keys.length, 'entry', 'entries')} under keys: read as a list.${isAll ? '' : ' The rest of the file is left out.'}`,
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
