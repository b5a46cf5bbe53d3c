import type { Importer } from '../../importing/importer.ts';
import type { Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { fits } from '../../importing/values/where.ts';
import { stateIn } from './format.ts';

/**
 * Burr: the log of its local tracker, a line per event, and its state as programs print it.
 * https://github.com/apache/burr/blob/main/burr/tracking/common/models.py
 */
export const burr: Importer = {
  id: 'burr',
  title: 'Burr tracker logs and states',
  claim: ({ value }) => (isLog(value) || stateIn(value) !== undefined ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};

/** How many lines are examined: a log may be cut off at its beginning. */
const sample = 200;

const isLog = (value: Value): boolean =>
  elementsOf(value)
    .slice(0, sample)
    .some((line) => fits(line, { type: ['begin_entry'], action: 'text' }));
