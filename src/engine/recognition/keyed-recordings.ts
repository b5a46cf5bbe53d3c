import { counted } from '../importing/noting.ts';
import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, valueAt, type RecordValue } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { claimantOf } from './claimant-of.ts';

/** How many of them are looked at: they tell whether all are recordings. */
const sample = 3;
/** Of a record that nobody knows, so many fields may be what keeps them. */
const mostFields = 40;

/**
 * Recordings that a file keeps under their ids or names, as a list of them: `{"s-1": {…}, "s-2": {…}}`, also in a field of a
 * record (`{"sessions": {…}}`). They are of one format: parts of one recording, such as a request and its response, are not.
 */
export function keyedRecordings(document: Document): Document | undefined {
  const { value } = document;
  if (!isRecord(value)) return undefined;
  const fields = Object.keys(value).slice(0, mostFields);
  const places: readonly Path[] = [[], ...fields.map((key) => [key])];
  const place = places.find((one) => isKeyed(document, one));
  const holder = place && valueAt(value, place);
  return place === undefined || holder === undefined || !isRecord(holder) ? undefined : listed(document, place, holder);
}

function isKeyed(document: Document, place: Path): boolean {
  const holder = valueAt(document.value, place);
  if (holder === undefined || !isRecord(holder)) return false;
  const entries = Object.entries(holder);
  if (entries.length < 2 || !entries.every(([, value]) => isRecord(value) || isList(value))) return false;
  const [first, ...others] = entries.slice(0, sample).map(([key, value]) => {
    const found = claimantOf({
      ...document,
      value,
      notes: [],
      locate: (path) => document.locate([...place, key, ...path]),
    });
    return found === undefined || found.claim === 'possible' ? undefined : found.importer;
  });
  return first !== undefined && others.every((importer) => importer === first);
}

function listed(document: Document, place: Path, holder: RecordValue): Document {
  const keys = Object.keys(holder);
  const named = place.length === 0 ? '' : ` What else is in the file is left out.`;
  return {
    ...document,
    value: Object.values(holder),
    notes: [
      ...document.notes,
      {
        severity: place.length === 0 ? 'info' : 'lost',
        code: 'log/keyed',
        message: `${counted(keys.length, 'recording')} under names of their own: a session each.${named}`,
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
