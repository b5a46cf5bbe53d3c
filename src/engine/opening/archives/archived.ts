import type { Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { SystemId } from '../../model/session.ts';
import type { ImporterName, OpenText } from '../open-text.ts';

/** An archive with its sessions listed. Each session is read from its own file when it is opened. */
export interface OpenArchive {
  readonly importer: ImporterName;
  readonly entries: readonly ArchivedEntry[];
  /** Files of the archive without a session, each with a message. */
  readonly refused: readonly RefusedFile[];
}

export interface ArchivedEntry {
  readonly title: string;
  readonly system: SystemId;
  /** The text that holds the session, and the index of the session in that text. */
  open(): Promise<Result<{ readonly text: OpenText; readonly index: number }, Problem>>;
}

export interface RefusedFile {
  readonly name: string;
  readonly message: string;
}
