import { counted } from '../importing/import-report.ts';
import { entriesAt } from '../importing/values/where.ts';
import { elementsOf, type Placed } from '../importing/values/elements.ts';
import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { ownerOf } from './claims.ts';
import { heldInRows } from './held-in-rows.ts';
import { documentAt, listOf, shareOf } from './parts.ts';

/** This many first entries decide whether each is a recording. */
const sample = 3;
/** At most this many fields of an unknown record are searched. */
const maxFields = 40;
/** More values side by side are a log, not a few prints. */
const maxValues = 40;
/** A smaller share of the text is only a part of the file. */
const leastShare = 0.5;

const isHolder = (value: Value): boolean => isRecord(value) || isList(value);

/**
 * Reads the entries that an unknown record keeps under ids or names as a list: `{"s-1": {…}, "s-2": {…}}`, also in one of its fields
 * (`{"sessions": {…}}`), and the content of each entry (`{"s-1": {"session": {…}}, …}`). The entries may be recordings or parts of one; the
 * importer of the list decides.
 */
export function* keyedRecordings(document: Document): Generator<Document> {
  const lists = keyedLists(document);
  yield* lists.filter(isKnownList);
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
function isKnownList(list: Document): boolean {
  const first = elementsOf(list.value).slice(0, sample);
  const owners = first.map((value, index) => ownerOf(documentAt(list, [index], value)));
  const [owner] = owners;
  return (owner ?? ownerOf(list)) !== undefined && owners.every((one) => one === owner);
}

function isKeyed(holder: RecordValue): boolean {
  const values: readonly Value[] = Object.values(holder);
  return values.length > 1 && values.every(isHolder);
}

/** `isAll`: the file has no other content. */
function listed(document: Document, place: Path, holder: RecordValue, isAll: boolean): Document {
  const parts = partsOf(holder);
  const note = {
    severity: isAll ? 'info' : 'lost',
    code: 'log/keyed',
    message: `The file names its entries instead of listing them: ${counted(parts.length, 'entry', 'entries')} read as a list.${isAll ? '' : ' All its other fields are left out.'}`,
    place: formatPath([...place, ...(parts[0]?.place ?? [])]),
  } as const;
  return listOf(document, parts, note, place);
}

/**
 * The recognised values among a few that were printed side by side or assigned to names: `ctx1 = {…}`, `ctx2 = {…}`, the locals of a
 * traceback, `('ctx', {…})`. Undefined when they are not most of the text.
 */
export function knownAmong(document: Document): Document | undefined {
  const values = document.syntax === 'python' ? partsOf(document.value) : [];
  if (values.length > maxValues) return undefined;
  const known = values.filter(
    ({ place, value }) => isHolder(value) && ownerOf(documentAt(document, place, value)) !== undefined,
  );
  const [first] = known;
  const places = known.map(({ place }) => place);
  if (first === undefined || shareOf(document, places) < leastShare) return undefined;
  const left = values.length - known.length;
  return listOf(document, known, {
    severity: left > 0 ? 'lost' : 'info',
    code: 'log/among',
    message: `Of ${counted(values.length, 'value')} side by side ${counted(known.length, 'was', 'were')} read as a recording${left > 0 ? `; ${counted(left, 'other')} that no importer recognises ${left === 1 ? 'is' : 'are'} left out` : ''}.`,
    place: formatPath(first.place),
  });
}

function partsOf(value: Value): readonly Placed[] {
  if (isList(value)) return entriesAt({ value, place: [] }, '');
  return isRecord(value) ? Object.entries(value).map(([step, one]) => ({ place: [step], value: one })) : [];
}
