import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, valueAt, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { fieldsIn, type Row, rowsIn } from './log-rows.ts';
import { counted } from '../importing/noting.ts';

/** More fields are not tried: with each, every importer is asked. */
const mostFields = 60;
/** A field that holds less of its rows is a part of what they say. */
const fairPart = 0.5;
/** Of a long log so many records speak for all. */
const sample = 50;

/**
 * What the records of a log hold in one field (`jsonPayload`, `data.context`): a document of its own for each field that
 * holds most of what its rows say, so that somebody may know it.
 */
export function* heldInRows(document: Document): Generator<Document> {
  for (const rows of rowsIn(document.value)) {
    const fields = fieldsIn(rows, (value) => isRecord(value) || isList(value));
    for (const field of fields.slice(0, mostFields)) {
      const holders = rows.filter(({ value }) => isHolder(valueAt(value, field)));
      if (isOneLog(rows, holders) && partOf(document, holders, field) >= fairPart)
        yield heldAt(document, rows, holders, field);
    }
  }
}

/** Records of one log have something in common: a time, a level. */
function isOneLog(rows: readonly Row[], holders: readonly Row[]): boolean {
  const value = holders[0]?.value;
  if (value === undefined || !isRecord(value)) return false;
  const keys = new Set(Object.keys(value));
  return rows
    .slice(0, sample)
    .every((row) => isRecord(row.value) && Object.keys(row.value).some((key) => keys.has(key)));
}

const isHolder = (value: Value | undefined): boolean => value !== undefined && (isRecord(value) || isList(value));

function partOf({ locate }: Document, holders: readonly Row[], field: Path): number {
  const length = (path: Path) => {
    const range = locate(path);
    return range === null ? 0 : range.end - range.start;
  };
  const sum = (paths: readonly Path[]) => paths.reduce((all, path) => all + length(path), 0);
  const some = holders.slice(0, sample).map(({ place }) => place);
  return sum(some.map((place) => [...place, ...field])) / Math.max(1, sum(some));
}

function heldAt(document: Document, rows: readonly Row[], holders: readonly Row[], field: Path): Document {
  const values = holders.map(({ value }) => valueAt(value, field) ?? null);
  const [only] = holders;
  const others = rows.length - holders.length;
  const placeOf = (index: number): Path => [...(holders[index]?.place ?? []), ...field];
  return {
    ...document,
    value: holders.length === 1 ? (values[0] ?? null) : values,
    notes: [
      ...document.notes,
      {
        severity: 'lost',
        code: 'log/field',
        message: `What stands at “${formatPath(field)}” of ${counted(holders.length, 'record')} was read. What else ${holders.length === 1 ? 'it says' : 'they say'} is left out${others > 0 ? `, and so ${others === 1 ? 'is' : 'are'} ${counted(others, 'other record')} without it` : ''}.`,
        ...(only !== undefined && { place: formatPath(placeOf(0)) }),
      },
    ],
    typeName: (of) => document.typeName(of),
    locate(path) {
      if (holders.length === 1) return document.locate([...placeOf(0), ...path]);
      const [index, ...rest] = path;
      if (index === undefined) return document.locate([]);
      return typeof index === 'number' && index < holders.length ? document.locate([...placeOf(index), ...rest]) : null;
    },
  };
}
