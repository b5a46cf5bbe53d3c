import type { Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { SystemId } from '../../engine/model/session.ts';
import { isTar } from '../tar/members.ts';
import type { ImporterName, OpenText } from '../../engine/open-text.ts';

/** An archive whose sessions are listed: each is read from its own file when it is opened. */
export interface OpenArchive {
  readonly importer: ImporterName;
  readonly entries: readonly ArchivedEntry[];
  /** Files of the archive in which no session was found, each with its sentence. */
  readonly refused: readonly RefusedFile[];
}

export interface ArchivedEntry {
  readonly title: string;
  readonly system: SystemId;
  /** The text that it stands in, and which session of that it is. */
  open(): Promise<Result<{ readonly text: OpenText; readonly index: number }, Problem>>;
}

export interface RefusedFile {
  readonly name: string;
  readonly message: string;
}

/** How a ZIP archive begins (an empty one begins with its end), or a tar archive. */
export async function isArchive(file: Blob): Promise<boolean> {
  return (await isZip(file)) || (await isTar(file));
}

async function isZip(file: Blob): Promise<boolean> {
  const [p, k, kind, more] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return p === 0x50 && k === 0x4b && ((kind === 3 && more === 4) || (kind === 5 && more === 6));
}
