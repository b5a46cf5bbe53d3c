import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { Response } from './format.ts';

/** A run of items that belong together, and the response that produced them, if there is one. */
export interface Batch {
  readonly items: readonly Value[];
  /** The place of item n in the document. */
  readonly placeOf: (index: number) => Path;
  readonly response: { readonly body: Response; readonly place: Path } | undefined;
}

export function responseBatch(body: Response, place: Path): Batch {
  return { items: body.output, placeOf: (index) => [...place, 'output', index], response: { body, place } };
}
