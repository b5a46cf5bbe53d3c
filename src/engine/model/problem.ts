/** A half-open range of UTF-16 units in the user's text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A report to the user. Code branches on `code`; `message` is a whole sentence: what was seen, what to try. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly range?: TextRange;
  /** Of a text of unknown format: the sentence of the message that names the nearest format, and what it lacks. */
  readonly nearest?: string;
}

/**
 * A line of the import report: something that an importer skipped, repaired or assumed. Importers drop nothing
 * silently, so every such decision makes a note.
 */
export interface Note {
  readonly severity: 'info' | 'assumed' | 'repaired' | 'lost';
  readonly code: string;
  readonly message: string;
  /** A path such as `messages[4].content`, or `line 3, column 7`. */
  readonly place?: string;
  /** Further places of the same kind; of many, only the first `maxPlaces`. */
  readonly alsoAt?: readonly string[];
  /** The turns before which the recording lacks something; the number of turns itself means: after the last turn. */
  readonly gaps?: readonly number[];
}

/** Further places that a note keeps. More would not be read, and a report stays small at 100 000 messages. */
export const maxPlaces = 40;
