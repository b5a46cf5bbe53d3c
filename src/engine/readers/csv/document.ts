import Papa from 'papaparse';
import type { Note, TextRange } from '../../model/problem.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Document } from '../document.ts';
import { plainJson } from '../json-text/read.ts';
import { placeIn } from '../lines.ts';
import { documentOf, Located } from '../located.ts';
import { exactNumber } from '../numbers.ts';
import { readDocument } from '../read-document.ts';

/**
 * The rows of a table with a header, as records: RFC 4180, or with the tabs or semicolons of a spreadsheet. A cell with
 * a list or record, in JSON or as Python prints it, is that value. Undefined for a text that is no table. Places are
 * those of rows.
 */
export function csvDocument(text: string): Document | undefined {
  const rows: TextRange[] = [];
  const values: RecordValue[] = [];
  let names: readonly string[] | undefined;
  let isTable = true;
  let start = 0;
  Papa.parse<readonly string[]>(text, {
    // A single column has no separator, so none can be guessed.
    delimiter: /^[^\n]*[,\t;]/.test(text.slice(0, 8000)) ? '' : ',',
    delimitersToGuess: [',', '\t', ';'],
    skipEmptyLines: true,
    step({ data, errors, meta }, parser) {
      const range = { start, end: meta.cursor };
      start = meta.cursor;
      isTable = errors.length === 0 && data.length === (names ?? data).length;
      if (!isTable) return parser.abort();
      if (names === undefined) names = data;
      else {
        rows.push(range);
        values.push(recordOf(names, data));
      }
    },
  });
  const isNamed = names !== undefined && new Set(names).size === names.length;
  const [first] = rows;
  if (!isTable || !isNamed || first === undefined) return undefined;
  const whole = { start: 0, end: text.length };
  const table = new Located(values, whole, ([row]) => (row === undefined ? whole : (rows[Number(row)] ?? null)));
  return documentOf('csv', text, table, [typesAssumed(placeIn(text, first.start))]);
}

const typesAssumed = (place: string): Note => ({
  severity: 'assumed',
  code: 'reader/table-types',
  message:
    'A table does not state the types of its cells: numbers, true and false, lists and records were read as such, all else as text, and empty cells as null.',
  place,
});

// `fromEntries` makes `__proto__` a key like any other.
const recordOf = (names: readonly string[], cells: readonly string[]): RecordValue =>
  Object.fromEntries(names.map((name, index) => [name, cellValue(cells[index] ?? '')]));

/** A number as a program writes it: one with zeros in front, or of more digits, is an id. */
const number = /^-?(?:0|[1-9]\d{0,15})(?:\.\d+)?$/;
const truth = /^(?:[Tt]rue|[Ff]alse)$/;

function cellValue(cell: string): Value {
  if (cell === '') return null;
  if (number.test(cell)) return exactNumber(cell) ?? cell;
  if (truth.test(cell)) return cell.toLowerCase() === 'true';
  if (!/^\s*[[{]/.test(cell)) return cell;
  const plain = plainJson(cell);
  if (plain !== undefined) return plain;
  const read = readDocument(cell);
  return read.ok && read.value.notes.every(({ severity }) => severity === 'info') ? read.value.value : cell;
}
