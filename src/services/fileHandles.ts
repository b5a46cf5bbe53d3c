// The File System Access API (https://wicg.github.io/file-system-access/), which only some browsers have.
interface PickerWindow {
  showOpenFilePicker?(options?: { readonly multiple: boolean }): Promise<readonly FileSystemFileHandle[]>;
}

interface HandleItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

// Declared above: TypeScript knows no picker.
const page = globalThis as PickerWindow;

/** Whether the browser lets this page read a chosen file again as it grows. Embedded in another page, it may not choose one. */
export const grantsHandles = (): boolean => page.showOpenFilePicker !== undefined && window.parent === window;

/** The files that the user chooses in the browser's dialog; none if it is closed without a choice. */
export async function pickHandles(multiple: boolean): Promise<readonly FileSystemFileHandle[]> {
  try {
    return (await page.showOpenFilePicker?.({ multiple })) ?? [];
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return [];
    throw cause;
  }
}

export const isFileHandle = (handle: FileSystemHandle | null | undefined): handle is FileSystemFileHandle =>
  handle?.kind === 'file';

/** Reads dropped files again, in their order. The browser gives the handles only during the event, so call this at once. */
export const droppedHandles = (data: DataTransfer): Promise<readonly (FileSystemHandle | null)[]> =>
  Promise.all(
    [...data.items]
      .filter(({ kind }) => kind === 'file')
      // Declared above: TypeScript does not know it. A file without a handle can still be opened.
      .map(async (item) => (item as HandleItem).getAsFileSystemHandle?.().catch(() => null) ?? null),
  );
