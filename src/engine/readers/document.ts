import type { Path } from '../model/path.ts';
import type { Note, Problem, TextRange } from '../model/problem.ts';
import type { Value } from '../model/value.ts';
import type { Result } from '../../base/result.ts';

/** Parsed input, not yet understood. */
export interface Document {
  readonly syntax:
    | 'json'
    | 'jsonl'
    | 'yaml'
    | 'csv'
    | 'python'
    | 'httprr'
    | 'loguru'
    | 'sse'
    | 'ag2-console'
    | 'autogen-console'
    | 'langchain-console'
    | 'transcript';
  /** The original text, unchanged. */
  readonly text: string;
  /** For `jsonl`, and for several Python values in a row: a list of them. */
  readonly value: Value;
  /** One element of the list that `value` is, for a text that grows: the list is made anew after each piece. */
  readonly element?: (index: number) => Value | undefined;
  /** The value of the whole text, when `value` is only the part that was recognised as a recording. */
  readonly partOf?: Document;
  /** Repairs and assumptions of the reader, with line and column. */
  readonly notes: readonly Note[];
  /** Gaps in lists of records that are no longer in `value`; for others see `gapsIn`. */
  readonly gaps?: readonly Gap[];
  /** The name in front of a Python repr (`Message` of `Message(role='user')`), kept as metadata of the record it became. */
  typeName(of: object): string | undefined;
  /** The range in `text` of the value at a path; null when there is none. */
  locate(path: Path): TextRange | null;
}

/** An element that is missing in a list of records, `[{…}, ..., {…}]`, or a line that cannot be read. */
export interface Gap {
  /** Range of the text in its place. */
  readonly mark: TextRange;
  /** Path of the list; empty for a text that is a list of lines. */
  readonly list: TextRange;
}

/** Text to document. `read` never throws; a fault is a problem with a range, line, column and what was expected. */
export interface Reader {
  readonly id: Document['syntax'];
  readonly title: string;
  /** Cheap: looks at the first characters only. */
  claim(text: string): 'likely' | 'possible' | 'no';
  read(text: string): Result<Document, Problem>;
  /** The same in steps, where a text can be read a little at a time. */
  reading?(text: string): Generator<void, Result<Document, Problem>>;
}
