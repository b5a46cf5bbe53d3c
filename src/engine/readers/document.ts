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
    | 'langchain-console';
  /** As given: nothing of it is lost. */
  readonly text: string;
  /** For `jsonl`, and for several Python values in a row: a list of them. */
  readonly value: Value;
  /** All that the text says, where `value` is only the part that was recognised as a recording. */
  readonly partOf?: Document;
  /** What the reader repaired or assumed, with line and column. */
  readonly notes: readonly Note[];
  /** What is missing in lists of records, where it stands in `value` no more; else see `gapsIn`. */
  readonly gaps?: readonly Gap[];
  /** The name in front of a Python repr (`Message` of `Message(role='user')`), kept as metadata of the record it became. */
  typeName(of: object): string | undefined;
  /** Where the value at a path stands in `text`; null when the path leads nowhere. */
  locate(path: Path): TextRange | null;
}

/** An element that is missing in a list of records, `[{…}, ..., {…}]`, or a line that cannot be read. */
export interface Gap {
  /** What stands in its place. */
  readonly mark: TextRange;
  /** Around it; around the whole text for a text that is a list of lines. */
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
