import type { Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { SystemId } from '../../engine/model/session.ts';
import { isTar } from '../tar/members.ts';
import type { ImporterName, OpenText } from '../../engine/opening/open-text.ts';

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

/** The first bytes of a ZIP archive (an empty one begins with its end record), or of a tar archive. */
export async function isArchive(file: Blob): Promise<boolean> {
  return (await isZip(file)) || (await isTar(file));
}

async function isZip(file: Blob): Promise<boolean> {
  const [p, k, kind, more] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return p === 0x50 && k === 0x4b && ((kind === 3 && more === 4) || (kind === 5 && more === 6));
}
