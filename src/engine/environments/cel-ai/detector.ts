import { CelError } from '../../cel/index.ts';
import { compilePattern, type Pattern } from '../../cel/evaluate/pattern.ts';
import type { FindingPattern } from '../../model/findings-table.ts';
import { double, Optional, type Value } from '../../model/value.ts';
import type { Entry } from './entries.ts';
import { finding } from './message.ts';
import type { Reading } from './reading.ts';

export type Category = FindingPattern['category'];

/** Finds what the patterns of a findings table describe, in texts alone. */
export class Detector {
  readonly #patterns: readonly { readonly of: FindingPattern; readonly pattern: Pattern }[];
  readonly #hits = new WeakMap<Entry, readonly FindingPattern[]>();

  constructor(table: readonly FindingPattern[]) {
    this.#patterns = table.flatMap((of) => {
      const pattern = compilePattern(patternOf(of));
      return pattern instanceof CelError ? [] : [{ of, pattern }];
    });
  }

  /** The patterns that match one of a part's texts. */
  hitsOf(entry: Entry, textsOf: (entry: Entry) => readonly string[]): readonly FindingPattern[] {
    const known = this.#hits.get(entry);
    if (known !== undefined) return known;
    const texts = textsOf(entry);
    const hits = this.#patterns.flatMap(({ of, pattern }) => (texts.some((text) => pattern.test(text)) ? [of] : []));
    this.#hits.set(entry, hits);
    return hits;
  }
}

/** Words match whole, in any case of letters. */
function patternOf({ pattern, words = [] }: FindingPattern): string {
  if (pattern !== undefined) return pattern;
  const literal = words.map((word) => word.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`));
  return String.raw`(?i)(?:^|\W)(?:${literal.join('|')})(?:\W|$)`;
}

/** The findings of one category and label (null: every label) so far, each with its highest confidence. */
export class Found {
  readonly #category: Category;
  readonly #label: string | null;
  readonly #confidences: ReadonlyMap<string, number>;

  constructor(category: Category, label: string | null, confidences: ReadonlyMap<string, number> = new Map()) {
    this.#category = category;
    this.#label = label;
    this.#confidences = confidences;
  }

  /** The same object where the hits add nothing. */
  with(hits: readonly FindingPattern[]): Found {
    let confidences: Map<string, number> | null = null;
    for (const { category, label, finding: name, confidence } of hits) {
      if (category !== this.#category || (this.#label !== null && label !== this.#label)) continue;
      const known = (confidences ?? this.#confidences).get(name);
      if (known !== undefined && known >= confidence) continue;
      confidences ??= new Map(this.#confidences);
      confidences.set(name, confidence);
    }
    return confidences === null ? this : new Found(this.#category, this.#label, confidences);
  }

  /** An optional list, empty where nothing was found; by name. */
  get value(): Value {
    if (this.#confidences.size === 0) return new Optional(undefined);
    const names = [...this.#confidences.keys()].toSorted();
    return new Optional(names.map((name) => finding(name, double(this.#confidences.get(name) ?? 0))));
  }
}

/** What some parts contain; null where no findings table is given. */
export function findingsIn(
  entries: readonly Entry[],
  category: Category,
  label: string | null,
  { hitsOf }: Reading,
): Found | null {
  if (hitsOf === null) return null;
  return entries.reduce((found, entry) => found.with(hitsOf(entry)), new Found(category, label));
}
