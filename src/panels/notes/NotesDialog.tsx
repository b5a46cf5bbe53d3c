import { useState } from 'react';
import { formatPath } from '../../engine/model/path.ts';
import { useSession } from '../../state/useSession.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { count, counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { NoteList } from '../NoteList.tsx';
import { useUserNotes } from '../useUserNotes.ts';
import styles from './Notes.module.css';

/** More would make the dialog slow; the search finds the others. */
const mostShown = 100;
/** Fewer notes are seen at once. */
const leastToSearch = 8;

/** All notes of the session, with a way to each. */
export function NotesDialog({ onClose }: { readonly onClose: () => void }) {
  const { turns } = useSession();
  const known = useUserNotes();
  const [wanted, setWanted] = useState('');
  const all = known?.notes ?? [];
  const text = wanted.trim().toLowerCase();
  const found = all.filter(
    (note) =>
      text === '' || `${note.path === null ? '' : formatPath(note.path)}\n${note.text}`.toLowerCase().includes(text),
  );
  const lost = all.filter(({ turn }) => turn >= turns).length;
  return (
    <Dialog title="Notes of this session" size="large" onClose={onClose}>
      {known === null ? (
        <Skeleton lines={4} label="Loading the notes" />
      ) : all.length === 0 ? (
        <EmptyState title="There is no note yet.">
          <p>
            Press <kbd>m</kbd> to write one on the turn at the cursor or, while the focus is in the inspector, on the
            path that you focused there.
          </p>
        </EmptyState>
      ) : (
        <div className={styles.all}>
          {all.length >= leastToSearch && (
            <TextField label="Search the notes" placeholder="Search the notes" value={wanted} onChange={setWanted} />
          )}
          <p className={styles.about} role="status" aria-label="Notes">
            {text === '' ? counted(all.length, 'note') : `${count(found.length)} of ${counted(all.length, 'note')}`}
            {found.length > mostShown && `, the first ${count(mostShown)}`}
            {lost > 0 && `. This session does not have the turns of ${counted(lost, 'note')}`}
          </p>
          <NoteList notes={found.slice(0, mostShown)} names="place" wanted={text} onGo={onClose} />
        </div>
      )}
    </Dialog>
  );
}
