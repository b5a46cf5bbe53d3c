import type { Recording } from '../../worker/backtest-protocol.ts';
import { type EngineClient, ProblemError } from '../../worker/connect.ts';

/** A file with its path in the folder that it came from. */
export interface FoundFile {
  readonly path: string;
  readonly file: File;
}

export interface Gathered {
  readonly recordings: readonly Recording[];
  /** What cannot be a recording, or an archive that cannot be listed, each with its sentence. */
  readonly refused: readonly { readonly name: string; readonly message: string }[];
}

/** Files as recordings, archives opened into theirs. Nothing is read yet but the archives' directories. */
export async function gather(
  engine: Pick<EngineClient, 'listArchive'>,
  found: readonly FoundFile[],
): Promise<Gathered> {
  const recordings: Recording[] = [];
  const refused: { name: string; message: string }[] = [];
  const add = (recording: Recording) => {
    if (isHidden(recording.name)) refused.push({ name: recording.name, message: leftOut(recording.name) });
    else recordings.push(recording);
  };
  for (const { path, file } of found) {
    if (!isArchive(file.name)) {
      add({ id: `${path} ${stampOf(file)}`, name: path, kind: 'file', file });
      continue;
    }
    try {
      const { members } = await engine.listArchive({ archive: file });
      for (const member of members) {
        const name = `${path}/${member.path}`;
        add({ id: `${name} ${stampOf(file)}`, name, kind: 'packed', archive: file, member });
      }
      if (members.length === 0) refused.push({ name: path, message: `${path} is an archive without files.` });
    } catch (cause) {
      refused.push({ name: path, message: told(path, cause) });
    }
  }
  return { recordings, refused };
}

export const isArchive = (name: string): boolean => /\.zip$/i.test(name);

/** Another text under the same name is another recording. */
const stampOf = (file: File) => `${file.lastModified} ${file.size}`;

/** What systems leave in folders for themselves: `.DS_Store`, `__MACOSX/`, `.git/`. */
const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');

const leftOut = (path: string) => `${path} was left out: it is hidden, so it is its system’s and no recording.`;

/** A problem in its own words; the browser’s own refusal as far as it explains itself; a bug stays a bug. */
function told(path: string, cause: unknown): string {
  if (cause instanceof ProblemError) return `${path}: ${cause.problem.message}`;
  if (cause instanceof DOMException) return `The browser could not read ${path} (${cause.message}).`;
  throw cause;
}
