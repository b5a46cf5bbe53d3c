import type { DragEvent } from 'react';
import { droppedHandles, grantsHandles, isFileHandle, pickHandles } from '../../services/fileHandles.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyLine } from './CopyLine.tsx';
import styles from './AttachDialog.module.css';
import { useAttach } from './useAttach.ts';

/** Follows a file of this device where the browser lets a page read it again. */
export function FollowFile({ onClose }: { readonly onClose: () => void }) {
  const attach = useAttach(onClose);
  const { notify } = useNoticeActions();
  const pick = async () => {
    const [handle] = await pickHandles(false);
    if (handle !== undefined) attach({ kind: 'file', handle }, handle.name);
  };
  const drop = async (data: DataTransfer) => {
    const [handle] = await droppedHandles(data);
    if (isFileHandle(handle)) attach({ kind: 'file', handle }, handle.name);
    else notify('This browser cannot follow what was dropped. Drop one file, or choose it.', { tone: 'failure' });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    drop(event.dataTransfer).catch(reportError);
  };
  return (
    <>
      <h3 className={styles.heading}>Follow a file</h3>
      {grantsHandles() ? (
        // Dropping is a second way beside the button.
        <div className={styles.follow} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
          <Button icon="open" onClick={() => void pick()}>
            Choose a file…
          </Button>
          <p className={styles.about}>
            Or drop it here. What a program adds to it is read until you remove the session.
          </p>
        </div>
      ) : (
        <>
          <p className={styles.about}>This browser lets no page read a file again as it grows. The server does:</p>
          <CopyLine line="npm start -- --watch FILE" />
        </>
      )}
    </>
  );
}
