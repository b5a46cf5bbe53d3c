import { elementsOf } from '../importing/values/elements.ts';
import type { Path } from '../model/path.ts';
import { isRecord, type RecordValue, type Value, valueAt } from '../model/value.ts';
import { rowOf, type TableRow } from './table-row.ts';

/** Fields of an output that hold the printed text or the cell's value; the first present one is used. */
const contents: readonly Path[] = [['data', 'application/json'], ['text'], ['data', 'text/plain']];

/**
 * The printed output of a Jupyter notebook's cells, one output per row. Undefined for anything else.
 * https://nbformat.readthedocs.io/en/latest/format_description.html
 */
export function notebookRows(value: RecordValue): readonly TableRow[] | undefined {
  if (valueAt(value, ['nbformat']) === undefined) return undefined;
  return elementsOf(valueAt(value, ['cells']) ?? null).flatMap((cell, at) =>
    elementsOf(valueAt(cell, ['outputs']) ?? null).flatMap((output, index) => {
      const content = contents.find((path) => valueAt(output, path) !== undefined);
      const said = content && valueAt(output, content);
      if (content === undefined || said === undefined) return [];
      const place = ['cells', at, 'outputs', index, ...content];
      return [rowOf(place, [['output', place, isRecord(said) ? said : asText(said)]])];
    }),
  );
}

/** Notebooks store long texts as a list of lines with their line ends. */
function asText(said: Value): Value {
  const lines = elementsOf(said);
  return lines.length > 0 && lines.every((line) => typeof line === 'string') ? lines.join('') : said;
}
