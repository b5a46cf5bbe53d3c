import type { DragEvent } from 'react';
import { useNoticeActions } from '../../state/useNotices.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyLine } from './CopyLine.tsx';
import styles from './AttachDialog.module.css';
import { useAttach } from './useAttach.ts';

/** The File System Access API (https://wicg.github.io/file-system-access/), which only some browsers have. */
interface PickerWindow {
  showOpenFilePicker?(): Promise<readonly FileSystemFileHandle[]>;
}
interface HandleItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** Follows a file of this device where the browser lets a page read it again. */
export function FollowFile({ onClose }: { readonly onClose: () => void }) {
  const attach = useAttach(onClose);
  const { notify } = useNoticeActions();
  // Declared above: TypeScript knows no picker.
  const page = window as PickerWindow;
  const follow = (handle: FileSystemHandle | null | undefined) => {
    if (isFile(handle)) attach({ kind: 'file', handle }, handle.name);
    else notify('This browser cannot follow what was dropped. Drop one file, or choose it.', { tone: 'failure' });
  };
  const pick = async () => {
    try {
      const [handle] = (await page.showOpenFilePicker?.()) ?? [];
      follow(handle);
    } catch (cause) {
      // The user has closed the browser's dialog.
      if (!(cause instanceof DOMException && cause.name === 'AbortError')) throw cause;
    }
  };
  const onDrop = (event: DragEvent) => {
    // Declared above, too. The browser gives the handle only during the event.
    const [item] = [...event.dataTransfer.items] as HandleItem[];
    if (item?.getAsFileSystemHandle === undefined) return;
    event.preventDefault();
    item.getAsFileSystemHandle().then(follow, reportError);
  };
  return (
    <>
      <h3 className={styles.heading}>Follow a file</h3>
      {page.showOpenFilePicker === undefined ? (
        <>
          <p className={styles.about}>This browser lets no page read a file again as it grows. The server does:</p>
          <CopyLine line="npm start -- --watch FILE" />
        </>
      ) : (
        // Dropping is a second way beside the button.
        <div className={styles.follow} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
          <Button icon="open" onClick={() => void pick()}>
            Choose a file…
          </Button>
          <p className={styles.about}>
            Or drop it here. What a program adds to it is read until you remove the session.
          </p>
        </div>
      )}
    </>
  );
}

const isFile = (handle: FileSystemHandle | null | undefined): handle is FileSystemFileHandle => handle?.kind === 'file';
