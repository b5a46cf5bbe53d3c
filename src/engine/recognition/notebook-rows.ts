import { elementsOf } from '../importing/values/elements.ts';
import type { Path } from '../model/path.ts';
import { isRecord, type RecordValue, type Value, valueAt } from '../model/value.ts';
import { rowOf, type TableRow } from './table-row.ts';

/** Where an output has what was printed, or the value of a cell; of several the first that is there. */
const contents: readonly Path[] = [['data', 'application/json'], ['text'], ['data', 'text/plain']];

/**
 * What the cells of a Jupyter notebook printed, an output on each row; undefined for anything else.
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

/** Long texts are kept as a list of lines, each with its end. */
function asText(said: Value): Value {
  const lines = elementsOf(said);
  return lines.length > 0 && lines.every((line) => typeof line === 'string') ? lines.join('') : said;
}
