import type { Value } from '../../model/value.ts';
import type { Importer } from '../importer.ts';
import type { SpanFinder, SpanFormat } from './format.ts';

interface SpanImporter {
  readonly id: string;
  readonly title: string;
  /**
   * The spans of a document, or its traces where it has records of traces with the spans in them. A document with any of them
   * is claimed, so this looks for what no other format has.
   */
  readonly find: SpanFinder;
  /** Whether a document is claimed, where other documents may hold such spans, too. */
  readonly claims?: (document: Value) => boolean;
  /** The rest of the description, which loads with the first document. */
  readonly format: () => Promise<{ readonly format: SpanFormat }>;
}

/** An importer for traces of a described format. */
export function spanImporter({ id, title, find, claims, format }: SpanImporter): Importer {
  const isFound = (document: Value) => ('spans' in find ? find.spans(document) : find.traces(document)).length > 0;
  return {
    id,
    title,
    claim: ({ value }) => ((claims ?? isFound)(value) ? 'certain' : 'no'),
    load: async () => {
      const [{ readSpans }, description] = await Promise.all([import('./read-spans.ts'), format()]);
      return readSpans(id, find, description.format);
    },
  };
}
