import { type KeyboardEvent, useState } from 'react';
import { formatPath } from '../../engine/model/path.ts';
import { longestNote, type UserNote } from '../../engine/model/user-note.ts';
import { useNoticeActions, useNotices } from '../../state/useNotices.ts';
import type { NoteInWriting } from '../../state/notices.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { count } from '../../ui/format.ts';
import { noteWith, useNoteActions } from '../noteActions.ts';
import styles from './Notes.module.css';

/** Writes a note on a turn, or on a path of the context state after it. */
export function NoteDialog({ onClose }: { readonly onClose: () => void }) {
  const noted = useNotices((notices) => notices.noted);
  const actions = useNoteActions();
  if (noted === null || actions === null) return null;
  return <NoteForm noted={noted} actions={actions} onClose={onClose} />;
}

interface NoteFormProps {
  readonly noted: NoteInWriting;
  readonly actions: NonNullable<ReturnType<typeof useNoteActions>>;
  readonly onClose: () => void;
}

function NoteForm({ noted, actions, onClose }: NoteFormProps) {
  const { turn, path } = noted;
  const { writeNote, notify } = useNoticeActions();
  const [isOnPath, setIsOnPath] = useState(noted.isOnPath && path !== null);
  const [fault, setFault] = useState<string | null>(null);
  const place = { turn, path: isOnPath ? path : null };
  // Of several notes at one place, the latest is the one that goes on.
  const [wasAt] = useState(() => [null, path].map((at) => noted.note ?? latestAt(actions.notes.notes, turn, at)));
  const before = wasAt[isOnPath ? 1 : 0] ?? null;
  const [texts, setTexts] = useState<readonly string[]>(() =>
    wasAt.map((note, at) => (at === (isOnPath ? 1 : 0) ? noted.draft : undefined) ?? note?.text ?? ''),
  );
  const text = texts[isOnPath ? 1 : 0] ?? '';
  const isChanged = text.trim() !== (before?.text ?? '').trim();
  const isEmpty = text.trim() === '';

  const write = (now: string) => {
    setFault(null);
    setTexts((all) => all.map((one, at) => (at === (isOnPath ? 1 : 0) ? now : one)));
  };
  const save = async () => {
    if (!isChanged || (isEmpty && before === null)) return onClose();
    const now = isEmpty ? null : noteWith(text, place, before);
    const problem = await actions.change({ before, now });
    if (problem !== null) return setFault(problem.message);
    notify(isEmpty ? `The note on turn ${turn} was removed.` : `The note on turn ${turn} is kept.`);
    onClose();
    return undefined;
  };
  const remove = () => {
    if (before !== null) actions.remove(before);
    onClose();
  };
  /** Nothing that was typed is lost by a key. */
  const cancel = () => {
    onClose();
    if (!isChanged || isEmpty) return;
    const again = { title: 'Continue writing', run: () => writeNote({ ...noted, isOnPath, draft: text }) };
    notify('Your note was not saved.', { fades: false, offer: again });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save().catch((cause: unknown) => reportError(cause));
  };
  return (
    <Dialog title={before === null ? 'Write a note' : 'Change a note'} onClose={cancel}>
      <div className={styles.form} onKeyDown={onKeyDown} role="presentation">
        {path === null || noted.note !== null ? (
          <p className={styles.place}>
            On turn {turn}
            {isOnPath && path !== null && <code className={styles.path}>{formatPath(path)}</code>}
          </p>
        ) : (
          <ChoiceRow
            label="The note is on"
            look="list"
            chosen={isOnPath ? 'path' : 'turn'}
            onChoose={(on) => setIsOnPath(on === 'path')}
            choices={[
              { id: 'turn', title: `turn ${turn}` },
              { id: 'path', title: `${formatPath(path)} after turn ${turn}` },
            ]}
          />
        )}
        <textarea
          className={styles.text}
          aria-label="Note"
          rows={7}
          maxLength={longestNote}
          value={text}
          dir="auto"
          data-autofocus
          onChange={({ target }) => write(target.value)}
        />
        <p className={styles.about}>
          Plain text. It is kept on this device, and leaves with the session when you share or save it. Ctrl-Enter
          saves.
          {text.length > longestNote - 200 && ` ${count(longestNote - text.length)} characters left.`}
        </p>
        {fault !== null && <p role="alert">The note is not kept. {fault}</p>}
        <div className={styles.buttons}>
          {before !== null && (
            <Button look="quiet" onClick={remove}>
              Remove
            </Button>
          )}
          <span className={styles.room} />
          <Button onClick={cancel}>Cancel</Button>
          <Button
            look="main"
            title="Ctrl-Enter"
            onClick={() => void save().catch((cause: unknown) => reportError(cause))}
          >
            Save
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function latestAt(notes: readonly UserNote[], turn: number, path: UserNote['path']): UserNote | null {
  const place = path === null ? null : formatPath(path);
  const isHere = (note: UserNote) =>
    note.turn === turn && (note.path === null ? null : formatPath(note.path)) === place;
  return notes.findLast(isHere) ?? null;
}
