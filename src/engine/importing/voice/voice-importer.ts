import type { Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import type { Imported, Importer } from '../importer.ts';
import type { Placed } from '../values/elements.ts';

/** Reads the calls that a claim found. */
export type OpenCalls<Call extends Placed = Placed> = (calls: readonly Call[]) => Result<Imported, Problem>;

/** The registry's entry for a format of recorded calls. It loads with all other formats and stays small. */
export interface VoiceClaim<Call extends Placed> {
  readonly id: string;
  readonly title: string;
  /**
   * The calls in a document, each a session; none where the document has another format. Examines the content, never
   * file names.
   */
  readonly find: (value: Value) => readonly Call[];
  /** Loads the code that reads them: `async () => (await import('./read.ts')).open`. */
  readonly load: () => Promise<OpenCalls<Call>>;
}

export const voiceImporter = <Call extends Placed>({ id, title, find, load }: VoiceClaim<Call>): Importer => ({
  id,
  title,
  claim: ({ value }) => (find(value).length > 0 ? 'certain' : 'no'),
  load: async () => {
    const open = await load();
    return ({ value }) => open(find(value));
  },
});
