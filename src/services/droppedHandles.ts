/** The File System Access API (https://wicg.github.io/file-system-access/), which only some browsers have. */
interface HandleItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** Reads dropped files again, in their order. The browser gives the handles only during the event, so call this at once. */
export const droppedHandles = (data: DataTransfer): Promise<readonly (FileSystemHandle | null)[]> =>
  Promise.all(
    [...data.items]
      .filter(({ kind }) => kind === 'file')
      // Declared above: TypeScript does not know it. A file without a handle can still be opened.
      .map(async (item) => (item as HandleItem).getAsFileSystemHandle?.().catch(() => null) ?? null),
  );
