import { once } from '../base/once.ts';
import { type ReactNode, useState } from 'react';
import { formatPath } from '../engine/model/path.ts';
import type { UserNote } from '../engine/model/user-note.ts';
import { useNoticeActions } from '../state/useNotices.ts';
import { useViewActions } from '../state/useView.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { visible } from '../ui/visible.tsx';
import { placeWords, useNoteActions } from './noteActions.ts';
import styles from './NoteList.module.css';

interface NoteListProps {
  readonly notes: readonly UserNote[];
  /** A text that is searched for. */
  readonly wanted?: string | null;
  /** The list is in a grid, which is a single tab stop. */
  readonly isInGrid?: boolean;
  /** What is said of each note: its path, or its turn. */
  readonly names?: 'path' | 'turn' | 'place';
  /** Called when the user goes to the place of a note. */
  readonly onGo?: () => void;
}

/** Notes of the user, each with its place, and buttons to change and to remove it. */
export function NoteList({ notes, wanted = null, isInGrid = false, names = 'path', onGo }: NoteListProps) {
  return (
    <ul className={styles.list} aria-label={notes.length === 1 ? 'Note' : 'Notes'}>
      {notes.map((note) => (
        <NoteItem key={note.id} {...{ note, wanted, isInGrid, names, onGo }} />
      ))}
    </ul>
  );
}

interface NoteItemProps extends Required<Pick<NoteListProps, 'wanted' | 'isInGrid' | 'names'>> {
  readonly note: UserNote;
  readonly onGo: (() => void) | undefined;
}

function NoteItem({ note, wanted, isInGrid, names, onGo }: NoteItemProps) {
  const actions = useNoteActions();
  const { writeNote } = useNoticeActions();
  const { moveCursor, focusPath, openTab, openMain } = useViewActions();
  const [isOpen, setIsOpen] = useState(false);
  const { turn, path, text, at } = note;
  const isLong = text.length > shortNote || text.split('\n').length > shortLines;
  const tabIndex = isInGrid ? -1 : undefined;
  const place = placeWords(note);
  const go = () => {
    moveCursor(turn);
    if (path === null) openMain('transcript');
    else {
      openTab('state');
      focusPath(path);
    }
    onGo?.();
  };
  const isPlaceShown = names === 'place' || (names === 'turn' ? true : path !== null);
  return (
    <li className={styles.note} data-on={path === null ? 'turn' : 'path'}>
      <span className={styles.sign} />
      <div className={styles.body}>
        {isPlaceShown && (
          <button type="button" className={styles.place} tabIndex={tabIndex} aria-label={`Go to ${place}`} onClick={go}>
            {names !== 'path' && <span>turn {turn}</span>}
            {names !== 'turn' && path !== null && <code>{visible(formatPath(path))}</code>}
          </button>
        )}
        <p className={styles.text} dir="auto" data-cut={isLong && !isOpen}>
          {marked(text, wanted)}
        </p>
        {isLong && (
          <Button
            look="quiet"
            tabIndex={tabIndex}
            aria-expanded={isOpen}
            onClick={(event) => {
              event.stopPropagation();
              setIsOpen(!isOpen);
            }}
          >
            {isOpen ? 'Show less' : 'Show the whole note'}
          </Button>
        )}
        {names === 'place' && at !== null && (
          <time className={styles.at} dateTime={at}>
            {times().format(Date.parse(at))}
          </time>
        )}
      </div>
      {actions !== null && (
        <span className={styles.actions}>
          <IconButton
            icon="edit"
            label={`Change the note on ${place}`}
            tabIndex={tabIndex}
            onClick={(event) => {
              event.stopPropagation();
              writeNote({ turn, path, isOnPath: path !== null, note });
            }}
          />
          <IconButton
            icon="close"
            label={`Remove the note on ${place}`}
            tabIndex={tabIndex}
            onClick={(event) => {
              event.stopPropagation();
              actions.remove(note);
            }}
          />
        </span>
      )}
    </li>
  );
}

/** Longer notes begin folded. */
const shortNote = 400;
const shortLines = 6;

const times = once(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }));

/** More marks make a note slow. */
const mostMarks = 50;

/** The text with the matches of a search marked. */
function marked(text: string, wanted: string | null): ReactNode {
  const lower = text.toLowerCase();
  const part = (wanted ?? '').toLowerCase();
  // Few letters have another length in lower case.
  if (part === '' || lower.length !== text.length) return visible(text);
  const shown: ReactNode[] = [];
  let done = 0;
  for (let from = lower.indexOf(part); from !== -1 && shown.length < 2 * mostMarks; from = lower.indexOf(part, done)) {
    const end = from + part.length;
    shown.push(visible(text.slice(done, from)), <mark key={from}>{visible(text.slice(from, end))}</mark>);
    done = end;
  }
  return [...shown, visible(text.slice(done))];
}
