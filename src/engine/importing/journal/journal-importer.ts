import { fits, type Shape } from '../values/where.ts';
import type { Importer } from '../importer.ts';
import { firstValues } from '../values/elements.ts';

/** The registry's entry for a journal. */
export interface JournalClaim extends Pick<Importer, 'id' | 'title' | 'load'> {
  /** Records that only this format has; one of them is enough. */
  readonly own: readonly Shape[];
  /** How many records are examined: the beginning may be missing, or be about the program. */
  readonly looked: number;
}

export const journalImporter = ({ id, title, load, own, looked }: JournalClaim): Importer => ({
  id,
  title,
  load,
  messageShape: { turns: [''], message: own },
  claim: ({ value }) =>
    firstValues(value, looked).some((record) => own.some((shape) => fits(record, shape))) ? 'certain' : 'no',
});
