import { counted } from '../importing/import-report.ts';
import { elementsOf } from '../importing/values/elements.ts';
import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, type RecordValue, type Value, valueAt } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { roleFor } from './chat-words.ts';
import { Composer, type NamedPart } from './parts.ts';

/** A table with more columns does not hold recordings. */
const maxColumns = 200;

/**
 * A table with rows of cells, as a list of records: pandas with `orient="split"` and databases (`{"columns": […], "data": [[…], …]}`),
 * CloudWatch Logs Insights (`{"results": [[{"field": …, "value": …}]]}`), and the outputs of a notebook. Undefined for anything else.
 * https://pandas.pydata.org/docs/reference/api/pandas.DataFrame.to_json.html,
 * https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_GetQueryResults.html
 */
export function tableRows(document: Document): Document | undefined {
  const { value } = document;
  if (!isRecord(value)) return undefined;
  const outputs = notebookRows(value);
  const rows = outputs ?? splitRows(value) ?? insightRows(value);
  const [first] = rows ?? [];
  if (rows === undefined || first === undefined) return undefined;
  const message =
    outputs === undefined
      ? `${counted(rows.length, 'row')} of a table: each was read as a record with the names of the columns.`
      : `${counted(rows.length, 'output')} of a notebook: the printed output was read, not the code.`;
  const note = {
    severity: outputs === undefined ? 'info' : 'lost',
    code: 'log/table',
    message,
    place: formatPath(first.place),
  } as const;
  const composer = new Composer();
  const records = rows.map(({ place, cells }) => ({ place, value: composer.record(cells) }));
  return composer.document(document, composer.list(records), [note]);
}

/** A table of this many rows is looked at. */
const looked = 1000;

/**
 * A table whose rows have roles but are no messages: one side says nothing, or each row has another name.
 */
export function isTableOfPeople({ syntax, value }: Document): boolean {
  if (syntax !== 'csv') return false;
  const rows = elementsOf(value).slice(0, looked).filter(isRecord);
  const roles = rows.map((row) => row['role']);
  if (roles.length === 0 || !roles.every((role) => typeof role === 'string')) return false;
  const sides = new Set(roles.map(roleFor));
  if (!sides.has('user') || !sides.has('assistant')) return sides.has('user') || sides.has('assistant');
  const names = new Set(rows.map((row) => row['name']).filter((name) => typeof name === 'string' && name !== ''));
  return rows.length > 2 && names.size === rows.length;
}

function splitRows(value: RecordValue): readonly TableRow[] | undefined {
  const names = elementsOf(valueAt(value, ['columns']) ?? null).map(nameOf);
  const key = ['data', 'rows'].find((one) => elementsOf(valueAt(value, [one]) ?? null).length > 0);
  if (key === undefined || names.length === 0 || names.length > maxColumns) return undefined;
  const rows = elementsOf(valueAt(value, [key]) ?? null);
  if (names.includes(undefined) || !rows.every((row) => isList(row) && elementsOf(row).length === names.length))
    return undefined;
  return rows.map((row, at) => ({
    place: [key, at],
    cells: elementsOf(row).map((cell, column) => [names[column] ?? '', cell, [column]]),
  }));
}

/** Databases may describe a column by a record with its name. */
function nameOf(column: Value): string | undefined {
  const name = isRecord(column) ? valueAt(column, ['name']) : column;
  return typeof name === 'string' ? name : undefined;
}

function insightRows(value: RecordValue): readonly TableRow[] | undefined {
  const rows = elementsOf(valueAt(value, ['results']) ?? null);
  const isRow = (row: Value) => elementsOf(row).length > 0 && elementsOf(row).every(isNamedCell);
  if (!rows.every(isRow)) return undefined;
  return rows.map((row, at) => ({
    place: ['results', at],
    cells: elementsOf(row).map((cell, column) => [
      String(valueAt(cell, ['field'])),
      valueAt(cell, ['value']) ?? null,
      [column, 'value'],
    ]),
  }));
}

const isNamedCell = (cell: Value): boolean =>
  typeof valueAt(cell, ['field']) === 'string' && valueAt(cell, ['value']) !== undefined;

/** Fields of an output that hold the printed text or the cell's value; the first present one is used. */
const contents: readonly Path[] = [['data', 'application/json'], ['text'], ['data', 'text/plain']];

/**
 * The printed output of a Jupyter notebook's cells, one output per row. Undefined for anything else.
 * https://nbformat.readthedocs.io/en/latest/format_description.html
 */
function notebookRows(value: RecordValue): readonly TableRow[] | undefined {
  if (valueAt(value, ['nbformat']) === undefined) return undefined;
  return elementsOf(valueAt(value, ['cells']) ?? null).flatMap((cell, at) =>
    elementsOf(valueAt(cell, ['outputs']) ?? null).flatMap((output, index): readonly TableRow[] => {
      const content = contents.find((path) => valueAt(output, path) !== undefined);
      const said = content && valueAt(output, content);
      if (content === undefined || said === undefined) return [];
      const place = ['cells', at, 'outputs', index, ...content];
      return [{ place, cells: [['output', isRecord(said) ? said : asText(said), []]] }];
    }),
  );
}

/** Notebooks store long texts as a list of lines with their line ends. */
function asText(said: Value): Value {
  const lines = elementsOf(said);
  return lines.length > 0 && lines.every((line) => typeof line === 'string') ? lines.join('') : said;
}

/** A row of a table, and its cells under the names of their columns. */
interface TableRow {
  readonly place: Path;
  readonly cells: readonly NamedPart[];
}
