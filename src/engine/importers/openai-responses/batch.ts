import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { Response } from './format.ts';

/** A run of items that belong together, and the response that made them, if one did. */
export interface Batch {
  readonly items: readonly Value[];
  /** Where item n stands in the document. */
  readonly placeOf: (index: number) => Path;
  readonly response: { readonly body: Response; readonly place: Path } | undefined;
}

export function responseBatch(body: Response, place: Path): Batch {
  return { items: body.output, placeOf: (index) => [...place, 'output', index], response: { body, place } };
}
