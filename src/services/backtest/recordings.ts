import type { Pace } from '../../base/pace.ts';
import type { Recording } from '../../worker/backtest-protocol.ts';
import { type EngineClient, ProblemError } from '../../worker/connect.ts';

/** A file with its path in the folder it came from. */
export interface FoundFile {
  readonly path: string;
  readonly file: File;
}

export const foundIn = (file: File): FoundFile => ({ path: file.webkitRelativePath || file.name, file });

export interface Gathered {
  readonly recordings: readonly Recording[];
  /** Hidden files and archives that cannot be listed, each with a message. */
  readonly refused: readonly { readonly name: string; readonly message: string }[];
}

/** Reading a file's size for the first time takes a browser up to a millisecond, so files are read in slices. */
const sliceMs = 8;

const clock = {
  now: () => performance.now(),
  breathe: () => new Promise<void>((resolve) => void setTimeout(resolve)),
};

/**
 * Turns files into recordings, and each archive into one recording per file. Only the archives' directories are read.
 */
export async function gather(
  engine: Pick<EngineClient, 'listArchive'>,
  found: readonly FoundFile[],
  signal?: AbortSignal,
  { now, breathe }: Pick<Pace, 'now' | 'breathe'> = clock,
): Promise<Gathered> {
  const recordings: Recording[] = [];
  const refused: { name: string; message: string }[] = [];
  const hiddenNames = new Set<string>();
  let began = now();
  const rest = async () => {
    if (now() - began < sliceMs) return;
    await breathe();
    began = now();
  };
  const add = (recording: Recording) => {
    const hidden = hiddenIn(recording.name);
    if (hidden === null) recordings.push(recording);
    else if (!hiddenNames.has(hidden)) refused.push(leftOut(hidden));
    if (hidden !== null) hiddenNames.add(hidden);
  };
  for (const { path, file } of found) {
    await rest();
    signal?.throwIfAborted();
    if (!isArchive(file.name)) {
      add({ id: `${path} ${stampOf(file)}`, name: path, kind: 'file', file });
      continue;
    }
    try {
      const { members } = await engine.listArchive({ archive: file }, { ...(signal && { signal }) });
      for (const member of members) {
        await rest();
        const name = `${path}/${member.path}`;
        add({ id: `${name} ${stampOf(file)}`, name, kind: 'packed', archive: file, member });
      }
      if (members.length === 0) refused.push({ name: path, message: `${path} is an archive without files.` });
    } catch (cause) {
      signal?.throwIfAborted();
      refused.push({ name: path, message: failureText(path, cause) });
    }
  }
  return { recordings, refused };
}

const isArchive = (name: string): boolean => /\.zip$/i.test(name);

/** Distinguishes changed texts under the same name. */
const stampOf = (file: File) => `${file.lastModified} ${file.size}`;

/**
 * The hidden file or folder in a path, as operating systems and tools leave them: `.DS_Store`, `__MACOSX`, `runs/.git`.
 */
export function hiddenIn(path: string): string | null {
  const parts = path.split('/');
  const at = parts.findIndex((part) => part.startsWith('.') || part === '__MACOSX');
  return at < 0 ? null : parts.slice(0, at + 1).join('/');
}

export const leftOut = (path: string) => ({
  name: path,
  message: `${path} was left out, because it is a hidden file or folder and not a recording.`,
});

/** The message for a problem, or for an error of the browser. Rethrows bugs. */
function failureText(path: string, cause: unknown): string {
  if (cause instanceof ProblemError) return `${path}: ${cause.problem.message}`;
  if (cause instanceof DOMException) return `The browser could not read ${path} (${cause.message}).`;
  throw cause;
}
