/** A half-open range of UTF-16 units into the text that the user gave. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Something told to the user. `code` is what code branches on, `message` a whole sentence: what was seen, what to try. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly range?: TextRange;
}

/**
 * A line of the fidelity report: what an importer skipped, repaired or assumed.
 * Nothing is dropped silently, so every such decision makes one of these.
 */
export interface Note {
  readonly severity: 'info' | 'assumed' | 'repaired' | 'lost';
  readonly code: string;
  readonly message: string;
  /** Where: a path such as `messages[4].content` or `line 3, column 7`. */
  readonly place?: string;
  /** Further places of the same; of many the first `mostPlaces`. */
  readonly alsoAt?: readonly string[];
  /** The turns before which something is missing in the recording; as many as there are turns: after the last. */
  readonly gaps?: readonly number[];
}

/** Further places that a note keeps: nobody looks at more, and a report stays small at 100 000 messages. */
export const mostPlaces = 40;
