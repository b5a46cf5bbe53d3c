import { type FoundFile, hiddenIn, leftOut } from './recordings.ts';

/** The dropped files, also those in folders, each with its path. Files that the browser cannot read are named. */
export async function filesIn(
  entries: readonly FileSystemEntry[],
  signal?: AbortSignal,
): Promise<{
  readonly found: readonly FoundFile[];
  readonly refused: readonly { readonly name: string; readonly message: string }[];
}> {
  const found: FoundFile[] = [];
  const refused: { name: string; message: string }[] = [];
  const waiting = entries.toReversed();
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    signal?.throwIfAborted();
    const path = entry.fullPath.replace(/^\//, '');
    if (hiddenIn(path) !== null) {
      refused.push(leftOut(path));
      continue;
    }
    try {
      if (isFile(entry)) found.push({ path, file: await fileOf(entry) });
      else if (isFolder(entry)) waiting.push(...(await entriesOf(entry)).toReversed());
    } catch (cause) {
      if (!(cause instanceof DOMException)) throw cause;
      refused.push({ name: path, message: `The browser could not read ${path} (${cause.message}).` });
    }
  }
  return { found, refused };
}

// The browser’s types distinguish files and folders by a flag only.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A folder returns about a hundred entries per call, and an empty list at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
    all.push(...some);
  }
}
